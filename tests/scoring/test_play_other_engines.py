"""The same positions put to two independent engines, both MIT: colver and belote-cli.

colver plays at a suit as the federation does (ffb-fiche), belote-cli at a suit, at all
trumps and at no trumps as a contest does (competition). Where they are known to differ from
the rulebook it is written here as such, and not imitated.
"""

import random

import colver
from belote import deck
from belote.game import GameState, Phase, Seat, TrickCard, trick_winner_seat
from belote.game import legal_cards as belote_cli_legal_cards
from belote.scoring import detect_carres, detect_sequences, resolve_declarations

from scoring.cards import PACK, Card, Rank, Suit
from scoring.contracts import Side, Trump
from scoring.library import load_rulebook
from scoring.play import legal_cards, trick_winner
from scoring.recount import pile_points
from scoring.replay import replay

POSITIONS = 20_000
FICHE = load_rulebook("ffb-fiche")
COMPETITION = load_rulebook("competition")
SUITS = list(Trump)[:4]

# colver's cards by its numbers, and the hands and tricks it gives as such.
COLVER_RANKS = tuple(Rank(rank) for rank in ["7", "8", "9", "J", "Q", "K", "10", "A"])
OF_COLVER = tuple(Card(rank, suit) for suit in Suit for rank in COLVER_RANKS)
NO_CARD = -1

OF_BELOTE_CLI = {
    card: deck.Card(deck.Suit(card.suit.symbol), deck.Rank(card.rank.value)) for card in PACK
}
BELOTE_CLI_TRUMPS = {
    **{trump: deck.Suit(trump.suit.symbol) for trump in SUITS},
    Trump.ALL_TRUMPS: deck.Suit.TOUT_ATOUT,
    Trump.NO_TRUMPS: None,
}


def colver_deal(lot):
    """A deal dealt by colver and ready to be played at a suit."""
    game = colver.Env.deal(dealer=lot.randrange(4), seed=lot.randrange(2**32))
    trump = lot.randrange(4)
    game.set_contract(trump, 80, lot.randrange(2), 0)
    game.set_phase_playing()
    return game, SUITS[trump]


def on_colvers_table(game):
    lead = game.get_trick_lead()
    played = game.get_current_trick()
    order = [(lead + place) % 4 for place in range(4)]
    return tuple((seat, OF_COLVER[played[seat]]) for seat in order if played[seat] != NO_CARD)


def test_colver_allows_the_same_cards_and_counts_the_same_deals():
    lot = random.Random(20261130)
    positions = 0
    while positions < POSITIONS:
        game, trump = colver_deal(lot)
        hands = [tuple(OF_COLVER[number] for number in hand) for hand in game.get_hands()]
        record = []
        while not game.is_terminal():
            seat = game.current_player()
            hand = [OF_COLVER[number] for number in game.get_hands()[seat]]
            on_table = on_colvers_table(game)
            allowed = game.legal_actions()
            ours = legal_cards(hand, on_table, seat=seat, trump=trump, rulebook=FICHE)
            assert set(ours) == {OF_COLVER[number] for number in allowed}
            played = lot.choice(allowed)
            if not on_table:
                record.append([])
            record[-1].append((seat, OF_COLVER[played]))
            game.step(played)
            positions += 1
        found = replay(hands, record, trump=trump, takers=Side.A, rulebook=FICHE)
        assert colver_points(game) == (found.points, 162 - found.points)
        won = [sum(winner % 2 == side for winner in found.winners) for side in (0, 1)]
        assert list(game.get_tricks_won()) == won
        assert found.revokes == ()


def colver_points(game):
    """Known difference: on a sweep colver counts 252 card points, where the pack has 162."""
    points = game.get_points()
    return tuple(162 if side == 252 else side for side in points)


def belote_cli_position(hand, on_table, *, seat, trump):
    hands = [(), (), (), ()]
    hands[seat] = tuple(OF_BELOTE_CLI[card] for card in hand)
    return GameState(
        hands=tuple(hands),
        trump=BELOTE_CLI_TRUMPS[trump],
        contract=deck.Contract.SANS_ATOUT if trump is Trump.NO_TRUMPS else deck.Contract.NORMAL,
        phase=Phase.PLAYING,
        current_trick=belote_cli_trick(on_table),
    )


def belote_cli_trick(on_table):
    return tuple(TrickCard(Seat(seat), OF_BELOTE_CLI[card]) for seat, card in on_table)


def test_belote_cli_allows_the_same_cards_and_sees_the_same_winners():
    lot = random.Random(20261130)
    for _ in range(POSITIONS):
        trump = lot.choice(list(BELOTE_CLI_TRUMPS))
        length = lot.randrange(4)
        some = lot.sample(PACK, length + lot.randint(1, 8))
        lead = lot.randrange(4)
        on_table = tuple(((lead + place) % 4, some[place]) for place in range(length))
        hand, seat = some[length:], (lead + length) % 4
        at = {"trump": trump, "rulebook": COMPETITION}
        state = belote_cli_position(hand, on_table, seat=seat, trump=trump)
        theirs = belote_cli_legal_cards(state, Seat(seat))
        ours = legal_cards(hand, on_table, seat=seat, **at)
        assert set(theirs) == {OF_BELOTE_CLI[card] for card in ours}
        trick = (*on_table, (seat, hand[0]))
        winner = trick_winner_seat(
            belote_cli_trick(trick),
            BELOTE_CLI_TRUMPS[trump],
            is_sans_atout=trump is Trump.NO_TRUMPS,
        )
        assert winner is Seat(trick_winner(trick, **at))


def test_belote_cli_counts_the_same_card_points():
    for trump, theirs in BELOTE_CLI_TRUMPS.items():
        for card in PACK:
            ours = pile_points([card], with_last_trick=False, trump=trump, rulebook=COMPETITION)
            assert deck.card_points(OF_BELOTE_CLI[card], theirs) == ours


def test_known_defect_of_belote_cli_a_carre_of_sevens_beats_a_tierce():
    """A carré of sevens or eights is worth nothing, so the tierce scores."""
    held = {0: "7S 7H 7D 7C", 1: "9S 10S JS"}
    hands = {
        Seat(seat): tuple(OF_BELOTE_CLI[Card.parse(card)] for card in hand.split())
        for seat, hand in held.items()
    }
    declared = {
        seat: {
            "sequences": detect_sequences(hand),
            "carres": detect_carres(hand),
            "belote": False,
        }
        for seat, hand in hands.items()
    }
    resolved = resolve_declarations(declared, deck.Suit.HEARTS)
    assert resolved.ew_sequences
    assert resolved.scoring_team == 0
