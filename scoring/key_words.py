"""What each key of a rulebook decides, in a few words of the game."""

from __future__ import annotations

from scoring.keys import without_names
from scoring.phrases import both
from scoring.schema import Words

KEY_WORDS: dict[str, Words] = {
    "version": both("Version", "Version"),
    "title.fr": both("Titre en français", "Title in French"),
    "title.en": both("Titre en anglais", "Title in English"),
    "source.document": both("Numéro ou date du texte", "Number or date of the text"),
    "source.fr": both(
        "D'où viennent ces règles, en français", "Where these rules come from, in French"
    ),
    "source.en": both(
        "D'où viennent ces règles, en anglais", "Where these rules come from, in English"
    ),
    "target": both("Points pour gagner la partie", "Points that win a match"),
    "target_rule": both("Comment la partie se gagne", "How a match is won"),
    "dealing.direction": both("Sens de la donne et du jeu", "Which way the deal and the play go"),
    "dealing.packets": both("Façons de donner les huit cartes", "Ways of dealing the eight cards"),
    "dealing.turned_card": both("Carte retournée", "Card turned up"),
    "dealing.cut_by": both("Qui coupe", "Who cuts"),
    "dealing.shuffle": both("Quand on mélange", "When the pack is shuffled"),
    "dealing.next_dealer": both("Qui donne ensuite", "Who deals next"),
    "dealing.first_to_lead": both("Qui entame", "Who leads first"),
    "auction.method": both("Comment se trouve le contrat", "How the contract is found"),
    "auction.coinche_when": both("Quand la défense coinche", "When the defenders coinche"),
    "auction.surcoinche_when": both("Quand les preneurs surcoinchent", "When a side surcoinches"),
    "auction.coinche_closes": both("Après une coinche", "After a coinche"),
    "auction.after_pass": both("Après avoir passé", "After passing"),
    "auction.closing_passes": both(
        "Passes de suite qui ferment les enchères", "Passes in a row that close the auction"
    ),
    "auction.four_passes": both("Quand les quatre passent", "When all four pass"),
    "auction.order": both("Ce qui bat quoi, du plus bas au plus haut", "What beats what"),
    "points_bid.minimum": both("Plus petite enchère", "Smallest bid"),
    "points_bid.maximum": both("Plus grande enchère", "Largest bid"),
    "points_bid.step": both("De … en …", "By steps of"),
    "points_bid.least_raise": both("On monte d'au moins", "Least raise"),
    "points_bid.trumps": both("On enchérit des points à", "Points may be bid at"),
    "points_bid.needs": both(
        "Enchères qui demandent d'autres points qu'elles-mêmes (80 doit faire 82)",
        "Bids that need other points than themselves (80 must make 82)",
    ),
    "points_bid.coinche_from": both(
        "Plus petite enchère qu'on peut coincher", "Smallest bid that may be coinched"
    ),
    "multipliers.coinche": both(
        "k d'un contrat coinché (0 : on ne coinche pas)",
        "k of a coinched contract (0: there is no coinche)",
    ),
    "multipliers.surcoinche": both(
        "k d'un contrat surcoinché (0 : on ne surcoinche pas)",
        "k of a surcoinched contract (0: there is no surcoinche)",
    ),
    "named": both("Contrats nommés", "Named contracts"),
    "named.value": both("Ce que vaut le contrat", "What the contract is worth"),
    "named.needs": both("Ce qu'il demande", "What it needs"),
    "named.trumps": both("On le demande à", "It may be bid at"),
    "named.partner": both("Le partenaire du preneur", "The taker's partner"),
    "named.notice.fr": both(
        "Rappel quand on le demande, en français", "Reminder when it is bid, in French"
    ),
    "named.notice.en": both(
        "Rappel quand on le demande, en anglais", "Reminder when it is bid, in English"
    ),
    "named.marks": both("Ses marques à lui, au lieu des autres", "Marks of its own"),
    "trumps": both("Cartes décrites", "Cards described"),
    "trumps.trump": both("À l'atout, de la plus forte à la plus faible", "Trumps, strongest first"),
    "trumps.plain": both("Hors atout, de la plus forte à la plus faible", "Other suits"),
    "trumps.last_trick": both("Dix de der", "Last trick"),
    "trumps.conversion": both(
        "Les points sont multipliés par (1, 2/3, 162/258)",
        "Points are multiplied by (1, 2/3, 162/258)",
    ),
    "trumps.most_belotes": both("Belotes en tout, au plus", "Belotes in all, at most"),
    "trumps.carres": both("Carrés, le meilleur d'abord", "Carrés, the best first"),
    "made.eight_tricks": both("Les huit plis d'un contrat en points", "Eight tricks"),
    "made.must_beat_defenders": both("Pour réussir", "To make the contract"),
    "made.equal_split": both("Partage égal", "Equal split"),
    "belote.value": both("Valeur de la belote", "What a belote is worth"),
    "belote.help": both(
        "Aide de la belote au contrat (rien : elle n'aide pas)",
        "Help of the belote to the contract (nothing: it does not help)",
    ),
    "declarations.played": both("Annonces", "Declarations"),
    "declarations.help": both("Pour réussir le contrat", "Towards the contract"),
    "declarations.sequences.3": both("Valeur de la tierce", "Value of the tierce"),
    "declarations.sequences.4": both("Valeur du cinquante", "Value of the cinquante"),
    "declarations.sequences.5": both("Valeur du cent", "Value of the cent"),
    "declarations.tie": both("Annonces égales en tout", "Declarations equal in everything"),
    "declarations.not_shown": both("Annonce non montrée", "Declaration not shown"),
    "rounding.to": both("Arrondi à (1 : pas d'arrondi)", "Rounded to (1: not rounded)"),
    "rounding.five": both("À la moitié", "Halfway"),
    "rounding.who": both("Ce qu'on arrondit", "What is rounded"),
    "rounding.last_deal": both("Dernière donne de la partie", "Last deal of a match"),
    "play.follow_suit": both("Fournir", "Following suit"),
    "play.must_trump": both("Couper", "Trumping"),
    "play.exempt_when": both("Le partenaire maître", "A winning partner"),
    "play.when_exempt": both("Qui est dispensé de couper joue", "Who is excused plays"),
    "play.go_up": both("Monter à l'atout", "Going up at trumps"),
    "play.over_trump": both("Surcouper", "Overtrumping"),
    "play.cannot_go_over": both("Ne pas pouvoir surcouper", "Not being able to overtrump"),
    "play.all_trumps_go_up": both("À tout atout", "At all trumps"),
    "play.first_lead": both("Première entame", "First lead"),
    "play.looking_back": both("Revoir les plis", "Looking back at tricks"),
    "faults.categories": both("L'arbitre est appelé pour", "The referee is called for"),
    "faults.tariffs": both("Tarifs d'usage, à l'autre camp", "Usual marks, to the other side"),
    "faults.referee_may_play": both("L'arbitre", "The referee"),
    "switches.kind": both("Qui choisit", "Who chooses"),
    "switches.decided.fr": both("La règle, en français", "The rule, in French"),
    "switches.decided.en": both("La règle, en anglais", "The rule, in English"),
    "switches.other.fr": both("L'autre choix, en français", "The other choice, in French"),
    "switches.other.en": both("L'autre choix, en anglais", "The other choice, in English"),
}
"""By the key, without the names of its tables: ``named.capot.value`` is ``named.value``."""

PAID_WORDS = {
    "takers": both("Aux preneurs", "To the takers"),
    "defenders": both("À la défense", "To the defenders"),
}
"""The two sides of a cell."""


def key_words(key: str) -> Words:
    """What a key decides; which contract, kind of trumps or switch it is of is left out."""
    return KEY_WORDS[without_names(key)]
