"""The web table: people and bots play each other in the browser."""
