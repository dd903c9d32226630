"""What each came for: things that take several steps in their order, which chance seldom takes."""

from __future__ import annotations

from tests.load.sent_deals import fields_of, typed_deal
from tests.soak.filling import filled
from tests.soak.pages import Form, Page
from tests.soak.people import Person, name_of

EXAMPLES = ("a12c116b=260/50", "ac96=96/66")
"""A deal with its marks, where contracts are bid and where trumps are taken."""
SEVERAL = 8
"""Tables that a telephone looks at for what is seldom there."""
ALONE = ("Aimé Seul", "Blanche Unique", "Côme Isolé")


def organises(person: Person) -> None:
    """Draw or close, mostly; now and then one of the other things that an organiser does."""
    person.lot.choice([*[draws_and_closes] * 4, *ERRANDS])(person)


def draws_and_closes(person: Person) -> None:
    """Draw the next round where that can be done, else close the one in play."""
    form = _with("number", _opened(person, "rounds:draw"))
    if not form:
        form = _sent_to("rounds:close", _opened(person, "rounds:close"))
        if form and person.lot.random() < 0.5:
            person.send(form, form.hidden() | {"despite_missing": "on"})
        return
    again = _with("accept", person.send(form, form.hidden() | {"kind": "lot"}))
    if again:
        person.send(again, again.hidden() | {"kind": "lot", "accept": "on"})


def deletes_and_brings_back(person: Person) -> None:
    """Delete a round by its name, and bring it back at once."""
    page = _opened(person, "rounds:remove")
    if form := _with("round_name", page):
        number = form.path.split("/")[4]
        page = person.send(form, form.hidden() | {"round_name": f"Manche {number}"})
        _press(person, "rounds:restore", page)


def reopens(person: Person) -> None:
    """Open a round again that is closed."""
    _press(person, "rounds:reopen", _opened(person, "rounds:detail"))


def turns_the_clock(person: Person) -> None:
    """Start or stop the clock of a round, or call time."""
    _press(person, "rounds:turn", _opened(person, "rounds:clock"))


def keeps_apart(person: Person) -> None:
    """Keep two teams from meeting, then let two of those meet."""
    page = _opened(person, "teams:apart")
    form = _with("one", page)
    teams = [team for team in form.fields["one"].options if team] if form else []
    if len(teams) > 1:
        one, other = person.lot.sample(teams, 2)
        page = person.send(form, form.hidden() | {"one": one, "other": other})
        _press(person, "teams:meet", page)


def sends_a_team_away_and_has_it_back(person: Person) -> None:
    """Withdraw a team, and bring it back at once."""
    page = _opened(person, "teams:edit")
    if _press(person, "teams:withdraw", page):
        _press(person, "teams:bring_back", person.page)


def proves_an_example(person: Person) -> None:
    """Add an example to a rulebook of the club, and take one out."""
    page = _opened(person, "workshop:examples")
    if form := _with("line", page):
        page = person.send(form, form.hidden() | {"line": person.lot.choice(EXAMPLES)})
        _press(person, "workshop:remove_example", page)


def restores_an_archive(person: Person) -> None:
    """Give the archive of a contest, and restore it once it was shown."""
    page = _opened(person, "archive:give")
    if _press(person, "archive:give", page):
        _press(person, "archive:confirm", person.page)


def registers_who_comes_alone(person: Person) -> None:
    """Register a player without a partner, look at his money, take him off the list again."""
    form = _with("player_1", _opened(person, "teams:alone"))
    if not form:
        return
    typed = filled(form, person.lot) | {"player_1": person.lot.choice(ALONE)}
    page = person.send(form, typed)
    _follow(person, "teams:player_payments", page)
    if person.page:  # He may have had to log in again: a form of before is no good.
        _press(person, "teams:remove_alone", page)


def keeps_a_rulebook(person: Person) -> None:
    """Begin a rulebook of the club, look at one of its topics, publish it, then retire it.

    A club does so once in a season.
    """
    form = _with("title", _opened(person, "workshop:start"))
    if not form or person.season.sent["workshop:retire"]:
        return
    page = person.send(form, filled(form, person.lot))
    topics = _follow(person, "workshop:editor:edit", page)
    _follow(person, "workshop:editor:topic", topics)
    publishing = _follow(person, "workshop:publish", page)
    if _press(person, "workshop:publish", publishing):
        _press(person, "workshop:retire", person.page)


def invites_and_thinks_better_of_it(person: Person) -> None:
    """Invite somebody to the club, and withdraw an invitation that nobody took."""
    _press(person, "people:invite_in_club", _opened(person, "people:club"))
    _press(person, "people:withdraw_in_club", _opened(person, "people:club"))


ERRANDS = (
    deletes_and_brings_back,
    reopens,
    turns_the_clock,
    keeps_apart,
    sends_a_team_away_and_has_it_back,
    proves_an_example,
    restores_an_archive,
    registers_who_comes_alone,
    keeps_a_rulebook,
    invites_and_thinks_better_of_it,
)


def rules(person: Person) -> None:
    """Rule on a case that asks for nothing but words, else replace the last ruling."""
    names = ("referee:rule", "referee:replace")
    page = _opened(person, person.lot.choice(names)) or _opened(person, names[0])
    form = _with("decision", page)
    if not form:
        return
    said = {"decision": person.lot.choice(["warning", "nothing"]), "facts": "Jeu lent, à 21 h."}
    said["category"] = person.lot.choice([each for each in form.fields["category"].options if each])
    said["explanation"] = "Il est rappelé de jouer sans attendre."
    page = person.send(form, form.hidden() | said | {"step": "impact"})
    form = _with("team", page)
    if form and form.fields["team"].kind == "select":
        # A warning asks whom it is for, once it is chosen.
        said["team"] = person.lot.choice(form.fields["team"].options)
        page = person.send(form, form.hidden() | said | {"step": "impact"})
    again = page and next((each for each in page.forms if ("step", "decide") in each.buttons), None)
    if again:
        why = {"explanation": said["explanation"], "step": "decide"}
        person.send(again, again.hidden() | why)


def types_deals(person: Person) -> None:
    """Type the deal that a sheet asks for, and answer what it asks back.

    Now and then agree to a deal that somebody contested.
    """
    if person.lot.random() < 0.05:
        _press(person, "deals:agree", _opened(person, "deals:settle"))
    form = _with("line", _opened(person, "deals:sheet"))
    if form:
        sent = form.hidden() | {"line": typed_deal(person.lot)[0]}
        if "reason" in form.fields:
            sent["reason"] = "mal lue"
        again = _with("line", person.send(form, sent))
        if again and again.hidden().get("answered") not in {None, "", sent.get("answered")}:
            person.send(again, again.hidden() | {"line": sent["line"]})


def plays_by_phone(person: Person) -> None:
    """Answer the deal that waits at a table, else choose what it plays or type the next one."""
    page = _opened(person, "tables:table")
    if not person.season.sent["tables:options"]:
        # Only before a table's first deal: whoever looks for it looks at several tables.
        for _other in range(SEVERAL):
            if _press(person, "tables:options", page):
                return
            page = _opened(person, "tables:table")
    if _press(person, "tables:answer", page):
        return
    if person.lot.random() < 0.5 and _press(person, "tables:options", page):
        return
    if form := _with("takers", page):
        person.send(form, form.hidden() | fields_of(typed_deal(person.lot)[1]))


def _opened(person: Person, name: str) -> Page | None:
    """Open one of the pages of a name that anybody knows."""
    held = list(person.season.pool.get(name, ()))
    return person.get(person.lot.choice(held)) if held else None


def _follow(person: Person, name: str, page: Page | None) -> Page | None:
    """Open one of the links of a page that go there."""
    links = [link for link in page.links if name_of(link) == name] if page else []
    return person.get(person.lot.choice(links)) if links else None


def _press(person: Person, name: str, page: Page | None) -> bool:
    """Send a page's form that goes there, filled in anyhow; whether there was one."""
    form = _sent_to(name, page)
    if form:
        person.send(form, filled(form, person.lot, archive=person.season.archive))
    return form is not None


def _sent_to(name: str, page: Page | None) -> Form | None:
    forms = page.forms if page else []
    return next((form for form in forms if name_of(form.path) == name), None)


def _with(field: str, page: Page | None) -> Form | None:
    forms = page.forms if page else []
    return next((form for form in forms if field in form.fields), None)
