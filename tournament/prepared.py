"""Questions that every request asks of the database, put into SQL once.

Django writes the SQL of a query anew each time it is asked, which takes four times as long as
SQLite's answer to it. A question prepared here is written by Django once for each connection,
with a blank for each value, and then only filled in::

    BY_CODE = Prepared(lambda: TableCode.objects.filter(code=Given("code")))
    found = BY_CODE.first(code="K7PM2XQD")

What comes back is what the queryset would give: model instances with what they were joined
to, or tuples of ``values_list``; no annotated instances, dictionaries or flat lists. What it
would fetch by further queries is not fetched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db import connections, router
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Expression, Field, Model, QuerySet
from django.db.models.query import ModelIterable, ValuesListIterable, get_related_populators
from django.db.models.sql.compiler import SQLCompiler
from django.db.transaction import TransactionManagementError

Row = TypeVar("Row")

MOST = 2**63 - 1
"""No column holds a greater number."""


class Given(Expression):
    """A blank in a prepared question; ``kind`` is the field that writes its value for SQL.

    A number or a text needs none.
    """

    def __init__(self, name: str, kind: Field[Any, Any] | None = None) -> None:
        super().__init__(output_field=kind)
        self.name = name
        self.kind = kind

    def as_sql(self, _compiler: SQLCompiler, _connection: object) -> tuple[str, list[Any]]:
        """Leave the blank where the value goes."""
        return "%s", [self]

    def _resolve_output_field(self) -> Field[Any, Any] | None:
        return self.kind

    def fill(self, given: dict[str, Any], asked: BaseDatabaseWrapper) -> Any:  # noqa: ANN401
        """Return the value for this blank, as the database that is asked takes it."""
        value = given[self.name]
        if value is None:
            raise ValueError(f"{self.name}: nothing equals NULL, ask for __isnull instead")
        return self.kind.get_db_prep_value(value, asked) if self.kind else value


class Prepared(Generic[Row]):
    """A question with blanks, asked of the database, or of its replica where there is one.

    ``write`` returns its queryset, with a ``Given`` for each value. It may not depend on
    anything else: not on the language, nor on the time.
    """

    def __init__(self, write: Callable[[], QuerySet[Any, Row]]) -> None:
        self._write = write
        self._model: type[Model] | None = None

    def ask(self, **given: Any) -> list[Row]:
        """Return every row, the blanks filled by name."""
        # By connection, each of which is one thread's: what reads its rows belongs to it.
        connection = connections[self._database()]
        questions: dict[Prepared[Any], _Written]
        questions = connection.__dict__.setdefault("_prepared", {})
        written = questions.get(self)
        if written is None:
            written = questions[self] = _Written.of(self._write(), connection)
        if written.locks and not connection.in_atomic_block:
            raise TransactionManagementError("A row is kept to the end of a transaction only.")
        return list(written.rows(given, connection))

    def first(self, **given: Any) -> Row | None:
        """Return the first row, or None; the question itself says how many are read."""
        return next(iter(self.ask(**given)), None)

    def _database(self) -> str:
        if self._model is None:
            self._model = self._write().model
        return router.db_for_read(self._model)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Written:
    """A question as SQL, and how Django reads its rows."""

    sql: str
    values: tuple[Any, ...]
    compiler: SQLCompiler
    converters: dict[int, Any]
    model: type[Model] | None
    first: int
    names: list[str]
    joined: list[Any]
    locks: bool

    @classmethod
    def of(cls, asked: QuerySet[Any, Any], connection: BaseDatabaseWrapper) -> _Written:
        if asked._iterable_class not in {ModelIterable, ValuesListIterable} or (
            asked.query.annotations and not asked._fields
        ):
            raise TypeError("A prepared question gives instances or tuples, and nothing added.")
        compiler = asked.query.get_compiler(connection=connection)
        sql, values = compiler.as_sql()
        # A ``values_list`` makes no instance.
        select, found = compiler.select, None if asked._fields else compiler.klass_info
        columns = found["select_fields"] if found else [0]
        own = select[columns[0] : columns[-1] + 1]
        return cls(
            sql=sql,
            values=tuple(values),
            compiler=compiler,
            converters=compiler.get_converters([column for column, _sql, _alias in select]),
            model=found["model"] if found else None,
            first=columns[0],
            names=[column.target.attname for column, _sql, _alias in own] if found else [],
            locks=asked.query.select_for_update,
            joined=get_related_populators(found, select, connection.alias) if found else [],
        )

    def rows(self, given: dict[str, Any], connection: BaseDatabaseWrapper) -> Iterable[Any]:
        values = [
            value.fill(given, connection) if isinstance(value, Given) else value
            for value in self.values
        ]
        if any(map(_is_nowhere, values)):
            return ()
        with connection.cursor() as cursor:
            cursor.execute(self.sql, values)
            rows: Iterable[Any] = cursor.fetchall()
        if self.converters:
            rows = self.compiler.apply_converters(rows, self.converters)
        if self.model is None:
            return map(tuple, rows)
        return (self._instance(row, connection.alias) for row in rows)

    def _instance(self, row: tuple[Any, ...], alias: str) -> Model:
        own = row[self.first : self.first + len(self.names)]
        found = self.model.from_db(alias, self.names, own)
        for each in self.joined:
            each.populate(row, found)
        return found


def _is_nowhere(value: object) -> bool:
    """Whether no column can hold a value: it is found nowhere, where a database would fail."""
    if isinstance(value, str):
        return "\0" in value
    return isinstance(value, int) and abs(value) > MOST


def keep(instance: Model, name: str, rows: list[Any]) -> None:
    """Keep rows that were read apart as an instance's related ones, as a prefetch would."""
    kept = getattr(instance, name).all()
    kept._result_cache, kept._prefetch_done = rows, True
    if not hasattr(instance, "_prefetched_objects_cache"):
        instance._prefetched_objects_cache = {}
    instance._prefetched_objects_cache[name] = kept
