"""What each clause of a rulebook is about, in a few words: the title over its two readings."""

from __future__ import annotations

from scoring.contracts import Mode
from scoring.marks_words import TITLES
from scoring.phrases import CONTRACTS, MODES, both, typeset
from scoring.schema import Words

_OTHERS: dict[str, Words] = {
    "dealing": both("la donne", "the deal"),
    "turn": both("le sens du jeu", "the way round"),
    "first_speaker": both("qui parle et entame le premier", "who speaks and leads first"),
    "four_passes": both("quatre passes", "four passes"),
    "bids": both("les enchères permises", "the bids allowed"),
    "bid_order": both("ce qui bat quoi aux enchères", "which bid beats which"),
    "stakes": both("ce que multiplie la coinche", "what a coinche multiplies"),
    "coinche": both("quand on coinche", "when to coinche"),
    "after_pass": both("après avoir passé", "after passing"),
    "closing": both("la fin des enchères", "the end of the auction"),
    "cards": both("la valeur des cartes", "what the cards are worth"),
    "made_when": both("quand le contrat est réussi", "when the contract is made"),
    "eight_tricks": both("les huit plis et le contrat", "eight tricks and the contract"),
    "equal_split": both("le partage égal", "an equal split"),
    "belote_help": both("la belote et le contrat", "the belote and the contract"),
    "belote": both("la belote", "the belote"),
    "declarations": both("les annonces", "the declarations"),
    "declaration_values": both("ce que valent les annonces", "what declarations are worth"),
    "declaration_contest": both("quelle annonce l'emporte", "which declaration wins"),
    "not_shown": both("une annonce non montrée", "a declaration not shown"),
    "follow_suit": both("fournir", "following suit"),
    "must_trump": both("couper", "trumping"),
    "exempt": both("le partenaire maître", "when the partner is winning"),
    "go_up": both("monter à l'atout", "going up in trumps"),
    "over_trump": both("surcouper", "overtrumping"),
    "cannot_go_over": both("qui ne peut pas surcouper", "who cannot overtrump"),
    "no_trumps_play": both("le jeu à sans atout", "the play at no trumps"),
    "all_trumps_play": both("le jeu à tout atout", "the play at all trumps"),
    "first_lead": both("la première entame", "the first lead"),
    "looking_back": both("revoir les plis", "looking back at tricks"),
    "rounding": both("l'arrondi des marques", "the rounding of the marks"),
    "target": both("la fin de la partie", "the end of the match"),
    "faults": both("les fautes", "the faults"),
}
CLAUSE_TITLES: dict[str, Words] = {
    **{mode.value: MODES[mode] for mode in Mode if mode is not Mode.SUIT},
    **{name.value: words for name, words in CONTRACTS.items()},
    **{cell.value: words for cell, words in TITLES.items()},
    **_OTHERS,
}


def clause_title(clause: str, lang: str) -> str:
    """Return what a clause is about, with a capital; ``KeyError`` for one that is none."""
    text = typeset(CLAUSE_TITLES[clause][lang], lang)
    return text[0].upper() + text[1:]
