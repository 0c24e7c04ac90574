"""What a row of a dataset holds: one decision of one seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from pentarchy.arena.extras import extra

if TYPE_CHECKING:
    from pentarchy.engine.game import Game


class Column(NamedTuple):
    """One column: how many of what there are in each row, and what it means."""

    name: str
    kind: str  # of one item, as NumPy names it; bytes and text are as long as they are
    size: int | None  # of a row's list; None: one item
    meaning: str


def columns_of(game: Game) -> tuple[Column, ...]:
    """The columns of a game's datasets, in order."""
    rules, players = game.spec.rules, game.players
    return (
        Column("game", "int64", None, "number of the game in the schedule, from 0"),
        Column("deal", "int64", None, "games of one deal have the same chance; split training and test data by it"),
        Column("decision", "int32", None, "number of the decision in its game, from 0"),
        Column("seat", "int8", None, "who decides"),
        Column("bot", "text", None, "the bot that decided"),
        Column("state", "uint8", rules.STATE.itemsize, "the state before the decision: all of it, hidden things too"),
        Column(
            "observation", "float32", rules.OBSERVATION, "what the seat may see, as `game.kernel.observe` writes it"
        ),
        Column("mask", "bool", rules.ACTIONS, "which action codes are legal"),
        Column("action", "int32", None, "the action code that was chosen"),
        Column("move", "text", None, "the same in notation"),
        Column("searched", "bool", None, "whether the bot has searched; if not, visits and values are 0"),
        Column("visits", "int32", rules.ACTIONS, "by action code, how often the search has tried it"),
        Column("values", "float32", rules.ACTIONS, "by action code, the reward that it expects, from 0 to 1"),
        Column("points", "int32", players, "of every seat at the end of the game"),
        Column("places", "int8", players, "of every seat at the end of the game, from 1"),
    )


def schema_of(columns: tuple[Column, ...], metadata: dict[bytes, bytes] | None = None) -> Any:
    """The columns as Arrow knows them."""
    arrow = arrow_library()
    return arrow.schema([(column.name, _type(arrow, column)) for column in columns], metadata=metadata)


def arrow_library() -> Any:
    """Arrow, or a ValueError that says how to get it."""
    return extra("pyarrow", "a dataset", "lab")


def parquet_library() -> Any:
    """Arrow's reader and writer of Parquet."""
    return extra("pyarrow.parquet", "a dataset", "lab")


def _type(arrow: Any, column: Column) -> Any:
    if column.kind == "text":
        return arrow.string()
    item = getattr(arrow, "bool_" if column.kind == "bool" else column.kind)()
    return item if column.size is None else arrow.list_(arrow.field("item", item, nullable=False), column.size)
