"""A deal typed as one line."""

import pytest

from tournament.deals.line import UnreadableLine, read_line

PLAIN = {
    "outcome": "played",
    "takers": "A",
    "contract": "110",
    "trump": "hearts",
    "stake": "plain",
    "points": "126",
    "others": "",
    "sweep": "",
    "belote": "",
}


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("a11c126", {}),
        ("A 11 C 126", {}),
        ("a110c126", {}),
        ("b8p96", {"takers": "B", "contract": "80", "trump": "spades", "points": "96"}),
        ("a24t0", {"contract": "240", "trump": "clubs", "points": "0"}),
        ("a11k126x", None),
        ("a11kx126", {"trump": "diamonds", "stake": "coinche"}),
        ("a11kxx126", {"trump": "diamonds", "stake": "surcoinche"}),
        ("a11c-36", {"points": "", "others": "36"}),
        ("a11c126b", {"belote": "A"}),
        ("b11c126b", {"takers": "B", "belote": "B"}),
        ("a11c126bb", {"belote": "B"}),
        ("a11ta200bba", {"trump": "all_trumps", "points": "200", "belote": "AB"}),
        ("a9sa95", {"contract": "90", "trump": "no_trumps", "points": "95"}),
        (
            "agénéraleszseul",
            {"contract": "generale", "trump": "schmurtz", "points": "", "sweep": "takers_alone"},
        ),
        ("acapottcapot", {"contract": "capot", "trump": "clubs", "points": "", "sweep": "takers"}),
        (
            "acapotbccapotb",
            {"contract": "capot_belote", "points": "", "sweep": "takers", "belote": "A"},
        ),
        ("a8c-capot", {"contract": "80", "points": "", "sweep": "defenders"}),
        ("ac82", {"contract": "", "points": "82"}),
        ("a11c", {"points": ""}),
        ("a85c100", {"contract": "85", "points": "100"}),
    ],
)
def test_a_line_says_what_the_fields_would(typed, said):
    if said is None:
        with pytest.raises(UnreadableLine):
            read_line(typed)
    else:
        assert read_line(typed) == PLAIN | said


def test_everybody_passed():
    assert read_line("Passe") == {"outcome": "passed"}


@pytest.mark.parametrize(
    ("typed", "rest"),
    [("c11a126", "c11a126"), ("a11c126z", "z"), ("a11126", "a11126"), ("", ""), ("a11c1264", "4")],
)
def test_what_cannot_be_read_is_named(typed, rest):
    with pytest.raises(UnreadableLine) as caught:
        read_line(typed)
    assert caught.value.rest == rest
