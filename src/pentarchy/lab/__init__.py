"""Studies: many games between bots, and what came of them."""
