"""How alembic walks the steps: in one transaction, over the connection that it was given."""

from __future__ import annotations

from alembic import context

from pentarchy.table.migrating import VERSIONS

context.configure(connection=context.config.attributes["connection"], version_table=VERSIONS)
with context.begin_transaction():
    context.run_migrations()
