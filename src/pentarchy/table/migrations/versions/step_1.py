"""Players, tables and all that happens at them."""

from __future__ import annotations

from alembic import op

from pentarchy.table import schema

revision = "1"
down_revision = None


def upgrade() -> None:
    """Walk the step."""
    for statement in schema.statements(schema.MIGRATIONS[0], "postgresql"):
        op.execute(statement)
