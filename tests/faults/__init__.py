"""Faults on purpose: clients play while servers die, stop and lose their connections, and a checker looks at it all."""
