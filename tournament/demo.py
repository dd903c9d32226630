"""A contest to look at: sixteen teams, two rounds closed, a third in play.

It is made through the services a hall uses, so it shows nothing they cannot do.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import Stake, Sweep
from tournament.clubs.services import create_tournament
from tournament.deals.services import record_deal
from tournament.models import DrawKind, EndKind, Ranking, Round, Source, Tournament, User
from tournament.rounds.services import close_round, open_round
from tournament.teams.importing import TeamLine
from tournament.teams.services import register_teams

RULEBOOK = "grenobloise"
DEALS = 12
IN_PLAY = (12, 12, 11, 9, 8, 6, 3, 0)
"""How many deals each table of the third round has brought to the desk."""

TEAMS = (
    ("Les As du tapis", "Camille Arnaud", "Yanis Bellon"),
    ("Belote et rebelote", "Odile Chenu", "Marcel Chenu"),
    ("La Coinche étoilée", "Inès Dorval", "Hugo Estève"),
    ("Cœur vaillant", "Léonie Fabre", "Tom Garcin"),
    ("Carreau d'as", "Rachid Hamel", "Zoé Imbert"),
    ("Tout atout", "Paul Jourdan", "Aïcha Khelif"),
    ("Sans atout ni loi", "Nadia Lorrain", "Noël Maître"),
    ("Dix de der", "Anaïs Noiret", "Gaël Ollier"),
    ("Chute libre", "Bruno Pascal", "Françoise Quinet"),
    ("Capot, garçon !", "Élodie Roussel", "Loïc Saunier"),
    ("Neuf et Valet", "Maël Tissot", "Ursule Vial"),
    ("Les Œufs de la générale", "Thérèse Weber", "Xavier Yvon"),
    ("Rois mages", "Balthazar Abel", "Gaspard Brun"),
    ("Dames de fer", "Simone Carle", "Jeanne Dufour"),
    ("Double belote", "Karim Ferrand", "Lucie Gaudin"),
    ("Les Coupeurs", "Régis Henry", "Salomé Jacob"),
)

SUITS = ("spades", "hearts", "diamonds", "clubs")
CAPOTS, MADE = 0.03, 0.72
"""Out of one: how many deals are capots bid and made, how many of the others are made."""
BIDS = {80: 10, 90: 16, 100: 20, 110: 18, 120: 14, 130: 9, 140: 6, 150: 2}
"""How often each number of points is bid, in parts of a whole."""


@transaction.atomic
def load_demonstration(organiser: User) -> Tournament:
    """Create the demonstration and return it; ``organiser`` may then change it."""
    tournament = create_tournament(
        by=organiser,
        name=_("Demonstration"),
        place=_("The community hall"),
        date=timezone.localdate(),
        rulebook_name=RULEBOOK,
        end_kind=EndKind.DEALS,
        deals=DEALS,
        ranking=Ranking.MARKS,
    )
    lines = [
        TeamLine(line=number, number=number, name=name, players=(one, other), fee_paid=None)
        for number, (name, one, other) in enumerate(TEAMS, start=1)
    ]
    register_teams(tournament, lines, by=organiser)
    lot = random.Random(RULEBOOK)  # noqa: S311 -- the same evening on every machine
    for number in (1, 2):
        kind = DrawKind.LOT if number == 1 else DrawKind.STANDINGS
        round_ = open_round(tournament, number, kind=kind, by=organiser)
        _play(round_, [DEALS] * (len(TEAMS) // 2), lot, by=organiser)
        close_round(round_, by=organiser)
    round_ = open_round(tournament, 3, kind=DrawKind.STANDINGS, by=organiser)
    _play(round_, IN_PLAY, lot, by=organiser)
    return tournament


def _play(round_: Round, deals: Sequence[int], lot: random.Random, *, by: User) -> None:
    for match, played in zip(round_.matches.with_teams(), deals, strict=True):
        for number in range(1, played + 1):
            record_deal(match, number, a_deal(lot), by=by, client_key=uuid4(), source=Source.IMPORT)


def a_deal(lot: random.Random) -> dict[str, Any]:
    """Return the facts of a deal as tables bring them: mostly made, now and then coinched."""
    facts: dict[str, Any] = {"takers": lot.choice("AB"), "trump": lot.choice(SUITS)}
    if lot.random() < CAPOTS:
        return facts | {"contract": "capot", "sweep": Sweep.TAKERS.value, "points": 162}
    bid = lot.choices(list(BIDS), weights=list(BIDS.values()))[0]
    holder = lot.choices([facts["takers"], "A", "B", ""], weights=[20, 5, 5, 70])[0]
    needed = bid - 20 * (holder == facts["takers"])
    is_made = lot.random() < MADE
    # 161 cannot be, and 162 would be the eight tricks: neither happens here.
    points = lot.randint(needed, min(160, needed + 30)) if is_made else needed - lot.randint(1, 30)
    coinched = lot.random() < (0.05 if is_made else 0.2)
    return facts | {
        "contract": str(bid),
        "stake": (Stake.COINCHE if coinched else Stake.PLAIN).value,
        "points": points,
        "belote_a": int(holder == "A"),
        "belote_b": int(holder == "B"),
    }
