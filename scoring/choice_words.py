"""The alternatives of each key that is a choice, in the words that its clause uses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring import auction_words, clause_words, marks_words, match_words, play_words
from scoring.keys import without_names
from scoring.phrases import CONTRACTS, MODES, both
from scoring.schema import (
    CutBy,
    Direction,
    FirstToLead,
    Five,
    LastDeal,
    Method,
    Need,
    NextDealer,
    OrderedBid,
    Partner,
    Rounded,
    Shuffle,
    SwitchKind,
    TargetRule,
    Tie,
    WhenExempt,
    Words,
)

_NOT_SAID = both("Rien n'est dit.", "Nothing is said.")
_WHEN = {
    when: both(words.fr.capitalize(), words.en.capitalize())
    for when, words in auction_words.WHEN.items()
}

CHOICE_WORDS: dict[str, Mapping[Any, Words]] = {
    "target_rule": {
        TargetRule.REACH: both("Il suffit de l'atteindre.", "Reaching it is enough."),
        TargetRule.EXCEED: both("Il faut le dépasser.", "It must be passed."),
    },
    "dealing.direction": {
        Direction.CLOCKWISE: both(
            "Dans le sens des aiguilles d'une montre : par la gauche",
            "Clockwise: to the left",
        ),
        Direction.COUNTER_CLOCKWISE: both(
            "Dans le sens contraire des aiguilles d'une montre : par la droite",
            "Counter-clockwise: to the right",
        ),
    },
    "dealing.cut_by": play_words.CUTS | {CutBy.NOT_SAID: _NOT_SAID},
    "dealing.shuffle": play_words.SHUFFLES | {Shuffle.NOT_SAID: _NOT_SAID},
    "dealing.next_dealer": {
        NextDealer.NEXT_SEAT: both("Le joueur suivant", "The next player"),
        NextDealer.SAME_SEAT: both("Toujours le même", "Always the same"),
    },
    "dealing.first_to_lead": {
        FirstToLead.AFTER_DEALER: both("Le joueur après le donneur", "The player after the dealer"),
        FirstToLead.TAKER: both("Le preneur", "The taker"),
    },
    "auction.method": {
        Method.BIDS: both("On enchérit sur des points.", "Points are bid."),
        Method.TAKE: both(
            "On prend à la carte retournée, sans enchères.",
            "A side takes the card turned up, without bids.",
        ),
    },
    "auction.coinche_when": _WHEN,
    "auction.surcoinche_when": _WHEN,
    "auction.after_pass": auction_words.AFTER_PASS,
    "auction.four_passes": play_words.FOUR_PASSES,
    "auction.order.contract": {
        OrderedBid.POINTS: both("points", "points"),
        **{OrderedBid(name.value): words for name, words in CONTRACTS.items()},
    },
    "named.needs": clause_words.NEEDS
    | {Need.POINTS: both("sa valeur en points", "its value in points")},
    "named.partner": {
        Partner.PLAYS: both("Joue comme les autres.", "Plays like the others."),
        Partner.LAYS_DOWN: both("Pose ses cartes.", "Lays down the cards."),
    },
    "made.eight_tricks": clause_words.EIGHT,
    "made.equal_split": clause_words.EQUAL,
    "declarations.tie": {
        Tie.NOBODY: both("Personne ne les marque.", "Nobody scores them."),
        Tie.FIRST_TO_SPEAK: both(
            "Le camp qui parle le premier les marque.", "The side that speaks first scores them."
        ),
    },
    "declarations.not_shown": clause_words.NOT_SHOWN,
    "rounding.five": {
        Five.UP: both("La moitié monte : 5 et plus montent.", "Halfway goes up: 5 and more do."),
        Five.DOWN: both(
            "La moitié descend : 6 et plus montent.", "Halfway goes down: 6 and more go up."
        ),
    },
    "rounding.who": {
        Rounded.EACH: both("La marque de chaque camp", "Each side's mark"),
        Rounded.DEFENDERS: both(
            "Les points de la défense ; les preneurs ont le complément",
            "The defenders' points; the takers have the rest",
        ),
    },
    "rounding.last_deal": {
        LastDeal.ROUNDED: both("Arrondie comme les autres", "Rounded like the others"),
        LastDeal.EXACT: both("Laissée exacte", "Left exact"),
    },
    "play.follow_suit": play_words.FOLLOW,
    "play.must_trump": play_words.MUST_TRUMP,
    "play.exempt_when": play_words.EXEMPT,
    "play.when_exempt": {
        WhenExempt.ANY_CARD: both("N'importe quelle carte.", "Any card."),
        WhenExempt.TRUMP_GOES_UP: both(
            "N'importe quelle carte, mais un atout joué doit monter s'il le peut.",
            "Any card, but a trump that is played must go up if it can.",
        ),
    },
    "play.go_up": play_words.GO_UP,
    "play.over_trump": play_words.OVER,
    "play.cannot_go_over": play_words.CANNOT,
    "play.all_trumps_go_up": play_words.ALL_TRUMPS,
    "play.first_lead": play_words.FIRST_LEAD,
    "play.looking_back": play_words.LOOKING,
    "faults.categories": match_words.FAULTS,
    "switches.kind": {
        SwitchKind.READING: both("une lecture du club", "a reading of the club"),
        SwitchKind.ORGANISER: both("l'organisateur du concours", "the contest's organiser"),
        SwitchKind.TABLE: both("chaque table, avant sa première donne", "each table, before play"),
    },
}
"""What each alternative means, by the key that chooses (without the names of its tables)."""


def choice_words(key: str) -> Mapping[Any, Words]:
    """What each alternative of a key means, whichever contract or switch it is of."""
    return CHOICE_WORDS[without_names(key)]


YES_NO_WORDS: dict[str, Mapping[bool, Words]] = {
    "dealing.turned_card": {
        True: both("On retourne une carte avant la fin.", "A card is turned up before the end."),
        False: both("Aucune carte n'est retournée.", "No card is turned up."),
    },
    "auction.coinche_closes": {
        True: both(
            "Coincher ferme les enchères, sauf surcoinche.",
            "A coinche closes the auction, unless surcoinched.",
        ),
        False: both("Coincher ne ferme pas les enchères.", "A coinche does not close the auction."),
    },
    "made.must_beat_defenders": {
        False: both("Il suffit d'atteindre le contrat.", "Reaching the contract is enough."),
        True: both(
            "Il faut aussi dépasser la défense.", "The takers must also beat the defenders."
        ),
    },
    "declarations.played": {
        True: both(
            "On annonce tierces, cinquantes, cents et carrés.",
            "Tierces, cinquantes, cents and carrés are declared.",
        ),
        False: both("Pas d'annonces.", "No declarations."),
    },
    "declarations.help": {
        True: both("Elles aident le contrat.", "They help the contract."),
        False: both("Elles n'aident pas le contrat.", "They do not help the contract."),
    },
    "faults.referee_may_play": {
        True: both("L'arbitre peut jouer le concours.", "The referee may play in the contest."),
        False: both("L'arbitre ne joue pas.", "The referee does not play."),
    },
}
"""What yes and no mean, where a key is one or the other."""

MODE_WORDS = MODES
CONTRACT_WORDS = CONTRACTS
CELL_WORDS = marks_words.TITLES
TERM_WORDS = {"takers": marks_words.TAKERS, "defenders": marks_words.DEFENDERS}

ALLOWED_WORDS: dict[Any, Mapping[bool, Words]] = {
    mode: {
        True: both(f"Permis : {words.fr}.", f"Allowed: {words.en}."),
        False: both(f"Pas permis : {words.fr}.", f"Not allowed: {words.en}."),
    }
    for mode, words in MODES.items()
}
"""Whether a kind of trumps may be bid."""
