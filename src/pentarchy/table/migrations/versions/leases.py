"""Which process drives a table."""

from __future__ import annotations

from alembic import op

from pentarchy.table import schema

revision = "leases"
down_revision = "2"


def upgrade() -> None:
    """Walk the step."""
    for statement in schema.statements(schema.LEASES, "postgresql"):
        op.execute(statement)
