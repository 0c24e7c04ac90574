"""Lists that need not be sorted, finished games packed, bans."""

from __future__ import annotations

from alembic import op

from pentarchy.table import schema

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Walk the step."""
    for statement in schema.statements(schema.MIGRATIONS[1], "postgresql"):
        op.execute(statement)
