"""Programs that may sit at tables, and the seats that are offered to them."""

from __future__ import annotations

from alembic import op

from pentarchy.table import schema

revision = "3"
down_revision = "leases"


def upgrade() -> None:
    """Walk the step."""
    for statement in schema.statements(schema.MIGRATIONS[2], "postgresql"):
        op.execute(statement)
