"""Legal cards and whole deals replayed, beside the two engines where they do the same work.

All three are asked about the same positions of the same played deals, at a suit. colver is
compiled (Rust) and keeps its own game; belote-cli is Python, and remembers its answers.
"""

import time
from collections.abc import Callable, Iterator, Sequence

from scoring.cards import Card, Rank, Suit
from scoring.library import load_rulebook
from scoring.play import legal_cards
from scoring.replay import replay
from tests.bench.sizes import sized
from tests.scoring.positions import played_deals

LEGAL_CARDS_A_SECOND = 300_000
DEALS_A_SECOND = 3_000
ROUNDS, COMPARED = 5, 500
FICHE = load_rulebook("ffb-fiche")


def run(part: float = 1) -> None:
    """Print how many of each are done in a second of one core, the best of five rounds."""
    deals = played_deals()
    deals = deals[: sized(len(deals), part)]
    compared = deals[: sized(COMPARED, part)]
    plays = [play for deal in compared for play in _plays(deal)]
    ours = _rate(lambda: _ask_all(plays), len(plays))
    _say("legal_cards", "scoring", ours, LEGAL_CARDS_A_SECOND)
    whole = _rate(lambda: _replay_all(deals), len(deals))
    try:
        engines = _Engines(compared)
    except ImportError:
        _say("whole deals", "scoring", whole, DEALS_A_SECOND)
        print("colver and belote-cli are not installed: `make setup-tests`")
        return
    _say("legal_cards", "colver", _rate(engines.ask_colver, len(plays)))
    _say("legal_cards", "belote-cli", _rate(engines.ask_belote_cli, len(plays)))
    _say("whole deals", "scoring", whole, DEALS_A_SECOND)
    _say("whole deals", "colver", _rate(engines.play_colver, len(compared)))
    _say("whole deals", "belote-cli", _rate(engines.play_belote_cli, len(compared)))


def _say(what: str, who: str, rate: float, least: int | None = None) -> None:
    wanted = "" if least is None else f"  (at least {least:,})"
    print(f"{what:12} {who:11} {rate:>12,.0f} a second{wanted}")


def _rate(work: Callable[[], object], count: int) -> float:
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return count / best


def _plays(deal: dict) -> Iterator[tuple]:
    held = [list(hand) for hand in deal["hands"]]
    for trick in deal["tricks"]:
        for place, (seat, card) in enumerate(trick):
            yield tuple(held[seat]), trick[:place], seat, deal["trump"], card
            held[seat].remove(card)


def _ask_all(plays: Sequence[tuple]) -> None:
    for hand, trick, seat, trump, _card in plays:
        legal_cards(hand, trick, seat=seat, trump=trump, rulebook=FICHE)


def _replay_all(deals: Sequence[dict]) -> None:
    for deal in deals:
        replay(
            deal["hands"],
            deal["tricks"],
            trump=deal["trump"],
            takers=deal["takers"],
            rulebook=FICHE,
        )


class _Engines:
    """The same deals, as each of the other two engines holds them."""

    def __init__(self, deals: Sequence[dict]) -> None:
        import colver  # noqa: PLC0415 (the engine itself is measured without them)
        from belote import deck, game  # noqa: PLC0415

        self.colver, self.game = colver, game
        ranks = ["7", "8", "9", "J", "Q", "K", "10", "A"]
        colver_cards = {
            Card(Rank(rank), suit): number * 8 + place
            for number, suit in enumerate(Suit)
            for place, rank in enumerate(ranks)
        }
        belote_cards = {
            card: deck.Card(deck.Suit(card.suit.symbol), deck.Rank(card.rank.value))
            for card in colver_cards
        }
        self.for_colver = [
            (
                deal["dealer"],
                [[colver_cards[card] for card in hand] for hand in deal["hands"]],
                list(Suit).index(deal["trump"].suit),
                [colver_cards[card] for trick in deal["tricks"] for _seat, card in trick],
            )
            for deal in deals
        ]
        self.for_belote = [
            (
                game.GameState(
                    hands=tuple(tuple(belote_cards[c] for c in hand) for hand in deal["hands"]),
                    trump=deck.Suit(deal["trump"].suit.symbol),
                    contract="normal",
                    phase=game.Phase.PLAYING,
                    leader=game.Seat(deal["tricks"][0][0][0]),
                    turn=game.Seat(deal["tricks"][0][0][0]),
                ),
                [belote_cards[card] for trick in deal["tricks"] for _seat, card in trick],
            )
            for deal in deals
        ]
        self.colver_positions = [
            position for deal in self.for_colver for position in self._at(deal)
        ]
        self.belote_positions = [
            (state, state.turn) for one in self.for_belote for state in self._states(*one)
        ]

    def ask_colver(self) -> None:
        """Legal cards at every position, each a game of its own."""
        for position in self.colver_positions:
            position.legal_actions()

    def ask_belote_cli(self) -> None:
        """Legal cards at every position."""
        self.game.clear_legal_cards_cache()
        for state, seat in self.belote_positions:
            self.game.legal_cards(state, seat)

    def play_colver(self) -> None:
        """Every card of every deal, asked about and then played."""
        for deal in self.for_colver:
            env = self._dealt(deal)
            for card in deal[3]:
                if card not in env.legal_actions():
                    raise AssertionError
                env.step(card)

    def play_belote_cli(self) -> None:
        """Every card of every deal, asked about and then played."""
        self.game.clear_legal_cards_cache()
        for state, cards in self.for_belote:
            for _state in self._states(state, cards):
                pass

    def _dealt(self, deal: tuple) -> object:
        dealer, hands, trump, _cards = deal
        env = self.colver.Env.deal_with_hands(dealer, hands)
        env.set_contract(trump, 80, 0, 0)
        env.set_phase_playing()
        return env

    def _at(self, deal: tuple) -> Iterator[object]:
        env = self._dealt(deal)
        for card in deal[3]:
            copy = self.colver.Env()
            copy.set_state_bytes(list(env.get_state_bytes()))
            yield copy
            env.step(card)

    def _states(self, state: object, cards: Sequence[object]) -> Iterator[object]:
        for card in cards:
            yield state
            state = self.game.play_card(state, card)
