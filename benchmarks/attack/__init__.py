"""Attacks on the table as strangers would make them, while honest people play: who is held up, and for how long?

    python -m benchmarks.attack [--only NAME …] [--seconds 10] [--json FILE]

Each attack gets a server process of its own with ordinary limits. Honest people come from 127.0.0.2: two play each
other, one plays a novice bot, and somebody asks /health on a new connection twenty times a second. They do so for a
while undisturbed, then as long under the attack, which comes from 127.0.0.3 and its neighbours in a process of lower
priority, since an attacker's processor is not ours. Nothing leaves this machine, and everything ends by itself.
"""
