"""The API answers whatever is asked as its own description says: `make schemathesis`, short."""

import json

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from tests.attacks.targets import a_target
from tests.tournament.api.test_api import check
from tournament.api.openapi import description
from tournament.models import Tournament

KEYS = st.one_of(
    st.integers(-5, 50).map(str),
    st.integers().map(str),
    st.text(st.characters(exclude_characters="/?#", exclude_categories=["Cs"]), max_size=30),
    st.sampled_from(["1.0", "true", "null", "1e3", "٣", "01", "%2e%2e", "{tournament_id}"]),
)
METHODS = st.sampled_from(["GET", "GET", "GET", "HEAD", "POST", "PUT", "DELETE", "QUERY"])
HEADERS = st.dictionaries(
    st.sampled_from(["Accept", "If-None-Match", "Accept-Language", "Cookie", "X-Forwarded-For"]),
    st.text(st.characters(codec="ascii", exclude_categories=["C"]), max_size=20),
)
PATHS = st.sampled_from(sorted(description()["paths"]))


class Answers(TestCase):
    """Seeded by Hypothesis's own database and order; the contest is shown to everybody."""

    def setUp(self):
        self.contest = a_target("alice").contest
        shown = {"shows_draw": True, "shows_standings": True}
        Tournament.objects.filter(pk=self.contest).update(**shown)

    @settings(max_examples=60, derandomize=True)
    @given(path=PATHS, key=KEYS, is_there=st.booleans(), method=METHODS, headers=HEADERS)
    def test_each_answer_is_one_that_is_described(self, path, key, is_there, method, headers):
        asked = f"/api/v1{path}".replace("{tournament_id}", str(self.contest) if is_there else key)
        browser = Client(enforce_csrf_checks=True)
        said = browser.generic(method, asked, headers=headers)
        if method not in {"GET", "HEAD"}:
            assert said.status_code in {404, 405}
            return
        told = description()["paths"][path]["get"]["responses"]
        # An empty key is another address, which no API has.
        assert str(said.status_code) in told or (not key and said.status_code == 404)
        if method == "GET" and said.status_code in {200, 404} and (is_there or key):
            schema = told[str(said.status_code)]["content"]["application/json"]["schema"]
            assert said.headers["Content-Type"] == "application/json"
            check(json.loads(said.content), schema)


pytestmark = pytest.mark.django_db
