"""The clauses of dealing and play as sentences."""

from __future__ import annotations

from collections.abc import Callable

from scoring.phrases import both, chosen
from scoring.rulebook import Rulebook
from scoring.schema import (
    CannotGoOver,
    CutBy,
    Direction,
    ExemptWhen,
    FirstLead,
    FirstToLead,
    FollowSuit,
    FourPasses,
    GoUp,
    LookingBack,
    MustTrump,
    NextDealer,
    OverTrump,
    Shuffle,
    WhenExempt,
    Words,
)

CUTS = {
    CutBy.FORMER_DEALER: both("Le donneur précédent coupe.", "The former dealer cuts."),
    CutBy.BEFORE_DEALER: both(
        "Le joueur qui précède le donneur coupe.", "The player before the dealer cuts."
    ),
    CutBy.NOT_SAID: both("", ""),
}
SHUFFLES = {
    Shuffle.START_AND_FOUR_PASSES: both(
        "On mélange au début et après quatre passes.",
        "The pack is shuffled at the start and after four passes.",
    ),
    Shuffle.EVERY_DEAL: both("On mélange à chaque donne.", "The pack is shuffled for every deal."),
    Shuffle.CLUB_USE: both("On mélange selon l'usage du club.", "Shuffling is as the club does."),
    Shuffle.NOT_SAID: both("", ""),
}
DIRECTIONS = {
    Direction.CLOCKWISE: both("dans le sens des aiguilles d'une montre", "clockwise"),
    Direction.COUNTER_CLOCKWISE: both(
        "dans le sens contraire des aiguilles d'une montre", "counter-clockwise"
    ),
}
DEALERS = {
    NextDealer.NEXT_SEAT: both("le joueur suivant donne ensuite", "the next player deals next"),
    NextDealer.SAME_SEAT: both("le donneur reste le même", "the dealer stays the same"),
}
LEADS = {
    FirstToLead.AFTER_DEALER: both(
        "Le joueur après le donneur parle le premier et entame.",
        "The player after the dealer speaks first and leads.",
    ),
    FirstToLead.TAKER: both(
        "Le joueur après le donneur parle le premier ; le preneur entame.",
        "The player after the dealer speaks first; the taker leads.",
    ),
}
FOUR_PASSES = {
    FourPasses.NEW_DEAL: both("Quatre passes : nouvelle donne.", "Four passes: a new deal."),
    FourPasses.NEW_DEAL_SHUFFLED: both(
        "Quatre passes : on mélange, nouvelle donne.",
        "Four passes: the pack is shuffled, a new deal.",
    ),
}
FOLLOW = {
    FollowSuit.ALWAYS: both(
        "Il faut fournir la couleur demandée.", "The suit led must be followed."
    ),
    FollowSuit.UNLESS_PARTNER_WINNING: both(
        "Il faut fournir la couleur demandée, sauf si le partenaire est maître"
        " et que l'atout n'est pas demandé.",
        "The suit led must be followed, unless the partner is winning and trumps were not led.",
    ),
}
MUST_TRUMP = {
    MustTrump.ALWAYS: both(
        "Sans la couleur demandée, il faut couper.", "Void of the suit led, one must trump."
    ),
    MustTrump.OPPONENT_WINNING: both(
        "Sans la couleur demandée, il faut couper quand l'adversaire est maître.",
        "Void of the suit led, one must trump when an opponent is winning.",
    ),
    MustTrump.NEVER: both("Personne n'est obligé de couper.", "Nobody is obliged to trump."),
}
EXEMPT = {
    ExemptWhen.PARTNER_WINNING: both(
        "Le partenaire maître dispense de couper.",
        "A winning partner excuses from trumping.",
    ),
    ExemptWhen.PARTNER_WINNING_SUIT_LED: both(
        "Le partenaire maître dispense de couper, s'il l'est à la couleur demandée"
        " et non par un atout.",
        "A winning partner excuses from trumping, if with the suit led and not with a trump.",
    ),
    ExemptWhen.NEVER: both(
        "Le partenaire maître ne dispense pas de couper.",
        "A winning partner does not excuse from trumping.",
    ),
}
WHEN_EXEMPT = {
    WhenExempt.ANY_CARD: both("", ""),
    WhenExempt.TRUMP_GOES_UP: both(
        " Mais un atout joué doit monter s'il le peut.",
        " But a trump that is played must go up if it can.",
    ),
}
GO_UP = {
    GoUp.ALWAYS: both(
        "À l'atout demandé, il faut monter si on le peut.",
        "When trumps are led, one must go up if able.",
    ),
    GoUp.UNLESS_PARTNER_WINNING: both(
        "À l'atout demandé, il faut monter si on le peut, sauf si le partenaire est maître.",
        "When trumps are led, one must go up if able, unless the partner is winning.",
    ),
    GoUp.NEVER: both(
        "À l'atout demandé, monter n'est pas obligatoire.",
        "When trumps are led, going up is not an obligation.",
    ),
}
OVER = {
    OverTrump.ANY: both(
        "Il faut surcouper si on le peut, même le partenaire.",
        "One must overtrump if able, the partner included.",
    ),
    OverTrump.OPPONENTS: both(
        "Il faut surcouper l'adversaire si on le peut.",
        "One must overtrump an opponent if able.",
    ),
    OverTrump.NEVER: both("Surcouper n'est pas obligatoire.", "Overtrumping is not an obligation."),
}
CANNOT = {
    CannotGoOver.MUST_TRUMP: both(
        "Qui ne peut pas surcouper coupe quand même.",
        "A player who cannot overtrump trumps all the same.",
    ),
    CannotGoOver.MAY_DISCARD: both(
        "Qui ne peut pas surcouper peut défausser.",
        "A player who cannot overtrump may discard.",
    ),
}
ALL_TRUMPS = {
    GoUp.ALWAYS: both(
        "À tout atout, il faut fournir et monter si on le peut ; sinon toute carte est permise.",
        "At all trumps, one follows and goes up if able; otherwise any card.",
    ),
    GoUp.UNLESS_PARTNER_WINNING: both(
        "À tout atout, il faut fournir et monter si on le peut, sauf si le partenaire est"
        " maître ; sinon toute carte est permise.",
        "At all trumps, one follows and goes up if able, unless the partner is winning;"
        " otherwise any card.",
    ),
    GoUp.NEVER: both(
        "À tout atout, il faut fournir sans obligation de monter ; sinon toute carte est permise.",
        "At all trumps, one follows without having to go up; otherwise any card.",
    ),
}
FIRST_LEAD = {
    FirstLead.FREE: both("La première entame est libre.", "The first lead is free."),
    FirstLead.NO_TRUMP: both(
        "On n'entame pas la donne à l'atout, sauf à n'avoir que cela.",
        "The first lead is not a trump, unless one has nothing else.",
    ),
}
LOOKING = {
    LookingBack.CURRENT_AND_LAST: both(
        "On peut revoir le pli en cours et le dernier, pas les autres.",
        "The current and the last trick may be looked at, no other.",
    ),
    LookingBack.CURRENT: both(
        "On ne revoit que le pli en cours.", "Only the current trick may be looked at."
    ),
    LookingBack.NOT_SAID: both(
        "Rien n'est dit des plis à revoir.", "Nothing is said about looking back at tricks."
    ),
}
_NO_DUTY = both(
    "Le partenaire maître n'y change rien : personne n'est obligé de couper.",
    "A winning partner changes nothing: nobody is obliged to trump.",
)
_CANNOT_GO_OVER_AN_OPPONENT = both(
    "Qui ne peut pas surcouper l'adversaire peut défausser.",
    "A player who cannot overtrump an opponent may discard.",
)
_NO_TRUMPS = both(
    "Sans atout, il faut fournir ; sinon toute carte est permise.",
    "At no trumps, one follows; otherwise any card.",
)


def _joined(*sentences: Words) -> Words:
    return both(
        " ".join(one.fr for one in sentences if one.fr),
        " ".join(one.en for one in sentences if one.en),
    )


def _dealing(rulebook: Rulebook) -> Words:
    deal = rulebook.dealing
    ways = ["-".join(map(str, way)) for way in deal.packets]
    fr, en = f"On donne par {chosen(ways, 'fr')}", f"Cards are dealt by {chosen(ways, 'en')}"
    if deal.turned_card:
        fr, en = f"{fr}, une carte retournée avant la fin", f"{en}, a card turned up before the end"
    return _joined(both(f"{fr}.", f"{en}."), CUTS[deal.cut_by], SHUFFLES[deal.shuffle])


def _turn(rulebook: Rulebook) -> Words:
    way, dealer = DIRECTIONS[rulebook.dealing.direction], DEALERS[rulebook.dealing.next_dealer]
    return both(f"On tourne {way.fr} ; {dealer.fr}.", f"Play goes {way.en}; {dealer.en}.")


# Three keys say when somebody need not trump, or need not go over. What one frees from, the
# sentence of another does not ask for: the three below say what holds once all are read.


def _exempt(rulebook: Rulebook) -> Words:
    play = rulebook.play
    excused = EXEMPT[
        ExemptWhen.PARTNER_WINNING if play.partner_always_excuses else play.exempt_when
    ]
    if play.must_trump is MustTrump.NEVER:
        excused = _NO_DUTY
    then = WHEN_EXEMPT[play.when_exempt]
    return both(excused.fr + then.fr, excused.en + then.en)


def _over_trump(rulebook: Rulebook) -> Words:
    play = rulebook.play
    goes_up = play.when_exempt is WhenExempt.TRUMP_GOES_UP
    if play.must_trump is MustTrump.NEVER:
        return OVER[OverTrump.ANY if goes_up else OverTrump.NEVER]
    if play.over_trump is OverTrump.ANY and play.partner_always_excuses and not goes_up:
        return OVER[OverTrump.OPPONENTS]
    return OVER[play.over_trump]


def _cannot_go_over(rulebook: Rulebook) -> Words:
    play = rulebook.play
    if play.must_trump is MustTrump.NEVER:
        return CANNOT[CannotGoOver.MAY_DISCARD]
    if play.over_trump is OverTrump.NEVER or play.cannot_go_over is CannotGoOver.MUST_TRUMP:
        return CANNOT[CannotGoOver.MUST_TRUMP]
    if play.over_trump is OverTrump.OPPONENTS and not play.partner_always_excuses:
        return _CANNOT_GO_OVER_AN_OPPONENT
    return CANNOT[CannotGoOver.MAY_DISCARD]


PLAY_WORDS: dict[str, Callable[[Rulebook], Words]] = {
    "dealing": _dealing,
    "turn": _turn,
    "first_speaker": lambda rulebook: LEADS[rulebook.dealing.first_to_lead],
    "four_passes": lambda rulebook: FOUR_PASSES[rulebook.auction.four_passes],
    "follow_suit": lambda rulebook: FOLLOW[rulebook.play.follow_suit],
    "must_trump": lambda rulebook: MUST_TRUMP[rulebook.play.must_trump],
    "exempt": _exempt,
    "go_up": lambda rulebook: GO_UP[rulebook.play.go_up],
    "over_trump": _over_trump,
    "cannot_go_over": _cannot_go_over,
    "no_trumps_play": lambda _: _NO_TRUMPS,
    "all_trumps_play": lambda rulebook: ALL_TRUMPS[rulebook.play.all_trumps_go_up],
    "first_lead": lambda rulebook: FIRST_LEAD[rulebook.play.first_lead],
    "looking_back": lambda rulebook: LOOKING[rulebook.play.looking_back],
}
