"""A rulebook: the schema's values, the questions a desk asks, the fingerprint, the switches."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from scoring.clauses import CLAUSES
from scoring.coherence import check_coherence
from scoring.contracts import Bid, Mode, NamedContract, Stake, Trump
from scoring.errors import BadRulebook, ImpossibleDeal
from scoring.kept import VARIANTS
from scoring.loader import Place, read
from scoring.schema import (
    Auction,
    Belote,
    Dealing,
    Declarations,
    Faults,
    MadeWhen,
    Method,
    Named,
    OrderStep,
    Play,
    PointsBid,
    Rounding,
    Schema,
    Source,
    Switch,
    TrumpRules,
    Words,
)
from scoring.terms import CellMarks
from scoring.toml_text import toml_text

if TYPE_CHECKING:
    from scoring.cells import Case

_KEYS = tuple(key.name for key in fields(Schema))


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Rulebook(Schema):
    """One club's rules, checked, with the questions that are asked of them.

    Two rulebooks are equal when they were written the same, that is when their
    fingerprints are. The mapping it came from is kept as it was, so that a fingerprint once
    printed stays true whatever later versions of the schema add in memory.
    """

    stored: str
    cases: dict[object, Case] = field(init=False, default_factory=dict)
    _others: dict[frozenset[str], Rulebook] = field(init=False, default_factory=dict)

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, object], *, file: str = "rulebook") -> Rulebook:
        """The rulebook this mapping describes; every fault is refused with its key."""
        rulebook = cls._checked(mapping, file)
        for number, switch in enumerate(rulebook.switches, 1):
            try:
                cls._checked(rulebook._with([switch]), file)
            except BadRulebook as bad:
                key = f"switches.{number}.set"
                expected = f"{bad.params['key']}: {bad.params['expected']}"
                raise Place(file, key).refusal("rulebook_incoherent", expected) from bad
        return rulebook

    @classmethod
    def _checked(cls, mapping: Mapping[str, object], file: str) -> Rulebook:
        values: Schema = read(Schema, mapping, Place(file, ""))
        check_coherence(values, Place(file, ""))
        stored = json.dumps(mapping, sort_keys=True, separators=(",", ":"), default=dict)
        return cls(**{key: getattr(values, key) for key in _KEYS}, stored=stored)

    def to_mapping(self) -> dict[str, Any]:
        """The mapping it was made from, as a copy of one's own."""
        mapping: dict[str, Any] = json.loads(self.stored)
        return mapping

    def to_toml(self) -> str:
        """The TOML file that reads back as this rulebook, with the same fingerprint."""
        return toml_text(_in_order(self.to_mapping()))

    def fingerprint(self) -> str:
        """The sha256 of the canonical mapping, the same on every machine."""
        return hashlib.sha256(self.stored.encode("ascii")).hexdigest()

    @property
    def short_fingerprint(self) -> str:
        """The fingerprint as printed."""
        return in_short(self.fingerprint())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rulebook) and self.stored == other.stored

    def __hash__(self) -> int:
        return hash(self.stored)

    def __repr__(self) -> str:
        return f"<Rulebook {self.name} {self.version} {self.short_fingerprint}>"

    @property
    def is_take(self) -> bool:
        """Whether there are no bids: a side takes, or all pass."""
        return self.auction.method is Method.TAKE

    @property
    def minimum(self) -> int:
        """The smallest bid of points."""
        return self.points_bid.minimum

    @property
    def maximum(self) -> int:
        """The largest bid of points."""
        return self.points_bid.maximum

    @property
    def step(self) -> int:
        """Bids of points are multiples of it."""
        return self.points_bid.step

    @property
    def plays_declarations(self) -> bool:
        """Whether tierces, carrés and the others are declared and marked."""
        return self.declarations.played

    @property
    def stakes(self) -> tuple[Stake, ...]:
        """The stakes a contract may be played for."""
        return tuple(stake for stake in Stake if self.multipliers[stake])

    @property
    def named_contracts(self) -> tuple[NamedContract, ...]:
        """The named contracts that may be bid, the smallest first."""
        return tuple(name for name in NamedContract if self._modes(name))

    def trumps_for(self, bid: Bid) -> tuple[Trump, ...]:
        """The trumps a bid may be made at; none when the bid itself may not be made."""
        modes = self._modes(bid)
        return tuple(trump for trump in Trump if trump.mode in modes)

    @property
    def played_trumps(self) -> tuple[Trump, ...]:
        """The trumps that some contract may have."""
        bids = (*self.named_contracts, *(() if self.is_take else (self.minimum,)))
        allowed = {trump for bid in bids for trump in self.trumps_for(bid)}
        return tuple(trump for trump in Trump if trump in allowed)

    def _modes(self, bid: Bid) -> frozenset[Mode]:
        allowed: Mapping[Mode, bool] = {}
        if isinstance(bid, NamedContract):
            if bid in self.named:
                allowed = self.named[bid].trumps
        elif self.minimum <= bid <= self.maximum and bid % self.step == 0:
            allowed = self.points_bid.trumps
        return frozenset(mode for mode, is_allowed in allowed.items() if is_allowed)

    def pack_total(self, trump: Trump) -> int:
        """All the card points there are, last trick included."""
        return self.trumps[trump.mode].total

    def most_belotes(self, trump: Trump) -> int:
        """How many belotes both sides may hold in all."""
        return self.trumps[trump.mode].most_belotes

    def needed(self, bid: Bid) -> int:
        """The points a contract needs; for a named one, what its need of points would be."""
        value = self.value(bid)
        return (
            value if isinstance(bid, NamedContract) else dict(self.points_bid.needs).get(bid, value)
        )

    def value(self, bid: Bid) -> int:
        """What the term ``contract`` is worth in the marks."""
        return self.named[bid].value if isinstance(bid, NamedContract) else bid

    def belote_help(self, bid: Bid) -> int:
        """What one belote of the takers adds towards the contract."""
        value = self.value(bid)
        return max(
            (least, points) for least, points in [(-1, 0), *self.belote.help] if least <= value
        )[1]

    def switch(self, name: str) -> Switch:
        """The switch of that id."""
        for switch in self.switches:
            if switch.id == name:
                return switch
        raise ImpossibleDeal("unknown_option", field="options", option=name)

    def switched(self, *ids: str) -> Rulebook:
        """The rulebook with the other reading of these switches taken."""
        chosen = frozenset(self.switch(name).id for name in ids) - set(self.applied)
        if not chosen:
            return self
        found = self._others.get(chosen)
        if found is None:
            mapping = self._with([self.switch(name) for name in sorted(chosen)])
            mapping["applied"] = sorted(chosen.union(self.applied))
            found = self._checked(mapping, self.name)
            VARIANTS.put(self._others, chosen, found)
        return found

    def _with(self, switches: Iterable[Switch]) -> dict[str, Any]:
        """The mapping with what these switches set; two may not set one key differently.

        Nor may one set a part of what another sets whole: which comes first would decide.
        """
        mapping = self.to_mapping()
        done: dict[str, object] = {}
        for switch in switches:
            for key, value in switch.set.items():
                around = any(_is_within(key, other) for other in done)
                if around or done.setdefault(key, value) != value:
                    raise ImpossibleDeal(
                        "options_conflict", field="options", option=switch.id, key=key
                    )
                _set(mapping, key, value, self.name)
        return mapping


def _in_order(table: dict[str, Any]) -> dict[str, Any]:
    """The same table with its keys as a rulebook is read, whatever kept it in between."""

    def place(key: str) -> tuple[int, str]:
        return _PLACES.get(key, len(_PLACES)), key

    return {
        key: _in_order(table[key]) if isinstance(table[key], dict) else table[key]
        for key in sorted(table, key=place)
    }


_TABLES = (Schema, Source, Words, PointsBid, Named, Auction, Dealing, Play, TrumpRules)
_MORE_TABLES = (Belote, Declarations, MadeWhen, Rounding, Faults, OrderStep, Switch, CellMarks)
_NAMES = [key.name for table in (*_TABLES, *_MORE_TABLES) for key in fields(table)]
_PLACES = {name: n for n, name in enumerate(dict.fromkeys([*Mode, *Stake, *_NAMES, *CLAUSES]))}
"""Where each key stands when a rulebook is written out."""


def _is_within(one: str, other: str) -> bool:
    """Whether one of two keys is a part of what the other sets."""
    return one.startswith(f"{other}.") or other.startswith(f"{one}.")


def _set(mapping: dict[str, Any], key: str, value: object, file: str) -> None:
    *path, last = key.split(".")
    table: Any = mapping
    for name in path:
        table = table.get(name) if isinstance(table, dict) else None
    if not isinstance(table, dict):
        raise Place(file, key).refusal("rulebook_unknown_key", "a key of the rulebook")
    # A copy: what another switch sets within it is not this one's.
    table[last] = deepcopy(value)


def in_short(fingerprint: str) -> str:
    """Return the first eight signs of a fingerprint, as printed: ``3f9a-17c2``."""
    return f"{fingerprint[:4]}-{fingerprint[4:8]}"
