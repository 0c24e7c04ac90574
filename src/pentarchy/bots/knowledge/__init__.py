"""What bots know about each game: one small file per game, compiled like the rules."""
