"""The steps of `schema.py` as alembic walks them through a PostgreSQL database."""
