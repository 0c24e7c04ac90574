"""The arena: tournaments between bots, on threads, processes or a Ray cluster, with ratings and reports."""

from pentarchy.arena import report
from pentarchy.arena.figures import BotReport, PairReport, Report
from pentarchy.arena.run import Stopped, tournament

__all__ = ["BotReport", "PairReport", "Report", "Stopped", "report", "tournament"]
