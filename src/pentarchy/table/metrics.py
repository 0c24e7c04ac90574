"""What Prometheus may read: numbers that are there anyway, put together when it asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4 as CONTENT_TYPE
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector

from pentarchy.table.tally import tally

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from prometheus_client import Metric

    from pentarchy.table.hub import Hub
    from pentarchy.table.tally import Durations

__all__ = ["CONTENT_TYPE", "Metrics"]


class Metrics(Collector):
    """The numbers of a table."""

    def __init__(self, hub: Callable[[], Hub | None], worker: str = "") -> None:
        self._hub = hub
        self._worker = worker  # one of several, each of which counts for itself
        self._process = ProcessCollector(registry=None)
        self._registry = CollectorRegistry()
        self._registry.register(self)

    def written(self) -> bytes:
        """All of them, as Prometheus reads them."""
        return generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        """Everything; of one of several workers with its name."""
        for metric in (*self._numbers(), *self._process.collect()):
            if self._worker:
                for sample in metric.samples:
                    sample.labels["worker"] = self._worker
            yield metric

    def _numbers(self) -> Iterator[Metric]:
        """What has been counted, and what there is now."""
        hub = self._hub()
        if hub is not None:
            yield GaugeMetricFamily("pentarchy_tables", "tables in memory", len(hub.tables_in_memory))
            yield GaugeMetricFamily("pentarchy_pages", "open pages", len(hub.connections))
            yield GaugeMetricFamily("pentarchy_thoughts_waiting", "thoughts of bots that wait", hub.bot_pool.waiting)
            cluster = hub.bot_pool.cluster
            minds = GaugeMetricFamily(
                "pentarchy_minds", "actors on the Ray cluster, by how far they are", labels=["state"]
            )
            minds.add_metric(["ready"], cluster.ready if cluster else 0)
            minds.add_metric(["compiling"], cluster.coming if cluster else 0)
            yield minds
            yield GaugeMetricFamily("pentarchy_ready", "whether people can play every game", int(hub.is_ready))
        yield CounterMetricFamily("pentarchy_moves", "moves of people and bots", tally.moves)
        thoughts = CounterMetricFamily("pentarchy_thoughts", "thoughts that were begun, by where", labels=["where"])
        for where, count in sorted(tally.thoughts.items()):
            thoughts.add_metric([where], count)
        yield thoughts
        rejected = CounterMetricFamily("pentarchy_rejected", "what was refused, by reason", labels=["reason"])
        for reason, count in sorted(tally.rejected.items()):
            rejected.add_metric([reason], count)
        yield rejected
        answers = CounterMetricFamily("pentarchy_requests", "HTTP requests answered", labels=["method", "status"])
        for (method, status), count in sorted(tally.answers.items()):
            answers.add_metric([method, str(status)], count)
        yield answers
        yield histogram("pentarchy_commit_seconds", "how long storing took, a batch at a time", tally.commits)
        yield histogram("pentarchy_loop_lag_seconds", "how late the event loop was", tally.lag)


def histogram(name: str, words: str, durations: Durations) -> HistogramMetricFamily:
    """Durations as Prometheus reads them."""
    return HistogramMetricFamily(name, words, durations.cumulative(), durations.total)
