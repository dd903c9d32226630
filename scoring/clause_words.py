"""Every clause of a rulebook as a sentence, made from its data so that words and marks agree."""

from __future__ import annotations

from collections.abc import Callable

from scoring.auction_words import AUCTION_WORDS
from scoring.clauses import allowed_modes
from scoring.contracts import Mode, NamedContract
from scoring.errors import ImpossibleDeal
from scoring.marks_words import cell_words, conversion_name, own_cells
from scoring.match_words import MATCH_WORDS
from scoring.phrases import (
    CONTRACTS,
    MODES,
    both,
    chosen,
    listed,
    modes_of,
    number,
    rank_name,
    typeset,
)
from scoring.play_words import PLAY_WORDS
from scoring.rulebook import Rulebook
from scoring.schema import (
    CardValue,
    EightTricks,
    EqualSplit,
    Need,
    NotShown,
    Partner,
    Tie,
    TrumpRules,
    Words,
)
from scoring.terms import CellName

NEEDS = {
    Need.POINTS: both("ce nombre de points", "that number of points"),
    Need.ALL_TRICKS: both("les huit plis", "the eight tricks"),
    Need.ALL_TRICKS_ALONE: both("les huit plis au preneur seul", "the eight tricks by one player"),
    Need.BELOTE: both("la belote", "the belote"),
}
EQUAL = {
    EqualSplit.MADE: both(
        "Un partage égal qui atteint le contrat est réussi.",
        "An equal split that reaches the contract is made.",
    ),
    EqualSplit.FAILED: both("Un partage égal est chuté.", "An equal split is failed."),
    EqualSplit.LITIGE: both(
        "Un partage égal qui atteint le contrat est un litige : la défense marque ses points,"
        " ceux des preneurs vont au vainqueur de la donne suivante.",
        "An equal split that reaches the contract is a tied deal: the defenders mark their"
        " points, the takers' go to the winner of the next deal.",
    ),
    EqualSplit.REPLAY: both(
        "Un partage égal qui atteint le contrat se rejoue.",
        "An equal split that reaches the contract is played again.",
    ),
}
_REACHES = both(" qui atteint le contrat", " that reaches the contract")
_NO_DECLARATIONS = both("On ne joue pas d'annonces.", "No declarations are played.")
EIGHT = {
    EightTricks.MAKE: both(
        "Huit plis font réussir tout contrat en points.", "Eight tricks make any points contract."
    ),
    EightTricks.COUNT: both(
        "Huit plis se comptent en points comme le reste.",
        "Eight tricks are counted in points like the rest.",
    ),
}
TIES = {
    Tie.NOBODY: both("personne ne marque", "nobody scores"),
    Tie.FIRST_TO_SPEAK: both(
        "le camp qui parle le premier marque", "the side that speaks first scores"
    ),
}
NOT_SHOWN = {
    NotShown.OPPONENTS: both(
        "Une annonce qu'on ne peut pas montrer va à l'adversaire.",
        "A declaration that cannot be shown goes to the opponents.",
    ),
    NotShown.NOBODY: both(
        "Une annonce qu'on ne peut pas montrer ne compte pas.",
        "A declaration that cannot be shown does not count.",
    ),
}


def clause_text(rulebook: Rulebook, clause: str, lang: str) -> str:
    """A clause as one or two sentences; refused when there is no such clause."""
    maker = _MAKERS.get(clause)
    if maker is None or clause not in rulebook.clauses:
        raise ImpossibleDeal("unknown_clause", clause=clause)
    return typeset(maker(rulebook)[lang], lang)


def clause_article(rulebook: Rulebook, clause: str, lang: str) -> str:
    """Where the clause stands in the source, or that the source leaves it to a reading."""
    article = rulebook.clauses.get(clause, "")
    return typeset(article or both("lecture retenue", "reading decided")[lang], lang)


def _equal(rulebook: Rulebook) -> Words:
    """Where one takes, an equal split is what it is even under what a take needs."""
    said = EQUAL[rulebook.made.equal_split]
    if not rulebook.is_take:
        return said
    return both(said.fr.replace(_REACHES.fr, ""), said.en.replace(_REACHES.en, ""))


def _cards(rulebook: Rulebook, mode: Mode) -> Words:
    rules = rulebook.trumps[mode]

    def values(cards: tuple[CardValue, ...], lang: str) -> str:
        return ", ".join(f"{rank_name(rank, lang)} {points}" for rank, points in cards)

    def said(lang: str) -> str:
        groups = [
            (both("À l'atout", "Trumps")[lang], rules.trump),
            (both("Hors atout", "Other suits")[lang], rules.plain),
        ]
        text = [f"{name} : {values(cards, lang)}." for name, cards in groups if cards]
        total = both(
            f"Dix de der {rules.last_trick}, en tout {rules.total}.",
            f"Last trick {rules.last_trick}, {rules.total} in all.",
        )[lang]
        return " ".join([*text, total])

    fr, en = said("fr"), said("en").replace(" :", ":")
    if rules.conversion != 1:
        conversion = conversion_name(mode, rulebook)
        fr += f" Les points sont multipliés par {conversion}."
        en += f" Points are multiplied by {conversion}."
    belotes = _belotes(rules)
    return both(" ".join(filter(None, [fr, belotes.fr])), " ".join(filter(None, [en, belotes.en])))


def _belotes(rules: TrumpRules) -> Words:
    """How many belotes there may be, where the usual one of a suit is not all there is to say."""
    most, is_one_suit = rules.most_belotes, bool(rules.trump and rules.plain)
    if not rules.trump or (most == 1 and is_one_suit):
        return both("", "")
    if most == 0:
        return both("Pas de belote.", "No belote.")
    if most == 1:
        return both("Une seule belote.", "One belote only.")
    return both(f"Jusqu'à {most} belotes.", f"Up to {most} belotes.")


def _mode(mode: Mode) -> Callable[[Rulebook], Words]:
    def words(rulebook: Rulebook) -> Words:
        if mode not in allowed_modes(rulebook):
            if mode is Mode.SUIT:
                return both("Aucune couleur n'est atout.", "No suit is trumps.")
            return both(f"Pas de {MODES[mode].fr}.", f"No {MODES[mode].en}.")
        name, cards = MODES[mode], _cards(rulebook, mode)
        if mode is Mode.SUIT:
            return cards
        return both(f"{name.fr.capitalize()} — {cards.fr}", f"{name.en.capitalize()} — {cards.en}")

    return words


def _made_when(rulebook: Rulebook) -> Words:
    fr, en = ["leurs points"], ["their points"]
    if any(points for _, points in rulebook.belote.help):
        fr.append("leur belote")
        en.append("their belote")
    if rulebook.declarations.played and rulebook.declarations.help:
        fr.append("leurs annonces")
        en.append("their declarations")
    needs = [f"{bid} → {points}" for bid, points in rulebook.points_bid.needs]
    target = both("le contrat", "the contract")
    if rulebook.is_take:
        value = rulebook.named[NamedContract.TAKE].value
        target = both(str(value), str(value))
    texts = [
        f"Réussi quand {listed(fr, 'fr')} atteignent {target.fr}",
        f"Made when {listed(en, 'en')} reach {target.en}",
    ]
    if rulebook.made.must_beat_defenders:
        texts = [f"{texts[0]} et dépassent la défense", f"{texts[1]} and beat the defenders"]
    if needs:
        texts = [
            f"{texts[0]} (points demandés : {listed(needs, 'fr')})",
            f"{texts[1]} (points needed: {listed(needs, 'en')})",
        ]
    return both(f"{texts[0]}.", f"{texts[1]}.")


def _belote_help(rulebook: Rulebook) -> Words:
    helps = rulebook.belote.help
    if not any(points for _, points in helps):
        return both("La belote n'aide pas le contrat.", "The belote does not help the contract.")
    if len(helps) == 1 and helps[0][0] == 0:
        figure = helps[0][1]
        return both(
            f"La belote des preneurs aide leur contrat de {figure} points.",
            f"The takers' belote helps their contract by {figure} points.",
        )
    fr = listed((f"{points} à partir de {bid}" for bid, points in helps), "fr")
    en = listed((f"{points} from {bid}" for bid, points in helps), "en")
    return both(
        f"La belote des preneurs aide leur contrat de {fr}.",
        f"The takers' belote helps their contract by {en}.",
    )


def _cell(cell: CellName) -> Callable[[Rulebook], Words]:
    def words(rulebook: Rulebook) -> Words:
        if cell not in rulebook.marks:
            return both("Il n'y a pas de coinche.", "There is no coinche.")
        return cell_words(cell, rulebook)

    return words


def _named(name: NamedContract) -> Callable[[Rulebook], Words]:
    def words(rulebook: Rulebook) -> Words:
        title = CONTRACTS[name]
        if name not in rulebook.named_contracts:
            return both(f"Pas de {title.fr}.", f"No {title.en}.")
        return _contract(name, rulebook)

    return words


def _contract(name: NamedContract, rulebook: Rulebook) -> Words:
    named = rulebook.named[name]
    modes = modes_of(named.trumps)

    def said(lang: str) -> str:
        needs = listed((NEEDS[need][lang] for need in named.needs), lang)
        at = chosen((MODES[mode][lang] for mode in modes), lang)
        title, value = CONTRACTS[name][lang].capitalize(), number(named.value, lang)
        text = [
            f"{title} : vaut {value}, demande {needs} ({at})."
            if lang == "fr"
            else f"{title}: worth {value}, needs {needs} ({at})."
        ]
        if named.partner is Partner.LAYS_DOWN:
            text.append(
                both("Le partenaire pose ses cartes.", "The partner lays down the cards.")[lang]
            )
        text += [cell_words(cell, rulebook, name)[lang] for cell in own_cells(name, rulebook)]
        return " ".join([*text, named.notice[lang]]).strip()

    return both(said("fr"), said("en"))


def _belote(rulebook: Rulebook) -> Words:
    value = rulebook.belote.value
    if not any(rulebook.trumps[mode].most_belotes for mode in allowed_modes(rulebook)):
        return both("On ne compte pas de belote.", "No belote is counted.")
    return both(
        f"Roi et dame d'atout dans une main, annoncés « belote » puis « rebelote » : {value}.",
        f"King and queen of trumps in one hand, announced “belote” then “rebelote”: {value}.",
    )


def _values(rulebook: Rulebook) -> Words:
    """The values, once for all trumps where their carrés are the same, else trump by trump."""
    modes = modes_of(dict.fromkeys(allowed_modes(rulebook), True))
    carres = [rulebook.trumps[mode].carres for mode in modes]

    def said(lang: str) -> str:
        colon, stop = (" :", " ; ") if lang == "fr" else (":", "; ")
        names = ("tierce", "cinquante", "cent")
        pairs = zip(names, rulebook.declarations.sequences, strict=True)
        text = [f"{name} {number(value, lang)}" for name, (_, value) in pairs]
        if carres.count(carres[0]) == len(carres):
            return ", ".join([*text, *_carres(carres[0], lang)])
        by_mode = [
            f"{MODES[mode][lang]}{colon} {', '.join(_carres(listed_, lang))}"
            for mode, listed_ in zip(modes, carres, strict=True)
        ]
        return stop.join([", ".join(text), *by_mode])

    return both(f"Valeurs : {said('fr')}.", f"Values: {said('en')}.")


def _carres(carres: tuple[CardValue, ...], lang: str) -> list[str]:
    none = both("pas de carré", "no carré")[lang]
    said = [f"carré {rank_name(rank, lang)} {number(value, lang)}" for rank, value in carres]
    return said or [none]


def _if_played(words: Callable[[Rulebook], Words]) -> Callable[[Rulebook], Words]:
    return lambda rulebook: words(rulebook) if rulebook.plays_declarations else _NO_DECLARATIONS


def _declared(rulebook: Rulebook) -> Words:
    fr = "Les annonces se déclarent au premier pli et se montrent ensuite ; seul le camp de la"
    en = "Declarations are declared at the first trick and shown after it; only the side with the"
    helps = both(" Elles aident le contrat.", " They help the contract.")
    if not rulebook.declarations.help:
        helps = both(" Elles n'aident pas le contrat.", " They do not help the contract.")
    return both(
        f"{fr} meilleure marque, et il marque toutes les siennes.{helps.fr}",
        f"{en} best scores, and it scores all of its own.{helps.en}",
    )


def _contest(rulebook: Rulebook) -> Words:
    tie = TIES[rulebook.declarations.tie]
    return both(
        "Un carré bat une suite ; puis la valeur, la plus haute carte, l'atout décident ;"
        f" à égalité, {tie.fr}.",
        f"A carré beats a sequence; then value, the top card and trump decide; if equal, {tie.en}.",
    )


_MAKERS: dict[str, Callable[[Rulebook], Words]] = {
    **PLAY_WORDS,
    **AUCTION_WORDS,
    **MATCH_WORDS,
    "cards": _mode(Mode.SUIT),
    "no_trumps": _mode(Mode.NO_TRUMPS),
    "all_trumps": _mode(Mode.ALL_TRUMPS),
    "schmurtz": _mode(Mode.SCHMURTZ),
    "made_when": _made_when,
    "eight_tricks": lambda rulebook: EIGHT[rulebook.made.eight_tricks],
    "equal_split": _equal,
    "belote_help": _belote_help,
    **{cell: _cell(cell) for cell in CellName},
    **{name: _named(name) for name in NamedContract},
    "belote": _belote,
    "declarations": _if_played(_declared),
    "declaration_values": _if_played(_values),
    "declaration_contest": _if_played(_contest),
    "not_shown": _if_played(lambda rulebook: NOT_SHOWN[rulebook.declarations.not_shown]),
}
