//! What Prometheus reads of this process: counters that are raised where something happens, and gauges that are set when
//! they are read (`ops/metrics.rs`).
//!
//! Every label has a fixed set of values (routes as they are written in the router, statuses, kinds): nobody who makes
//! requests can add a series. There is one set of metrics per process, as Prometheus sees it.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

/// The metrics of this process.
pub static METRICS: LazyLock<Metrics> = LazyLock::new(Metrics::new);

/// Upper bounds of the buckets of latencies, seconds: from a page out of memory to the timeout of a handler.
const LATENCIES: [f64; 11] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 15.0];

/// The route of requests that none was found for.
pub const NO_ROUTE: &str = "none";

/// The labels of requests.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub struct RequestLabels {
    route: String,
    status: u16,
}

/// The label of latencies.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub struct RouteLabel {
    route: String,
}

/// A label with a fixed set of values.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub struct KindLabel {
    kind: &'static str,
}

/// The labels of fetches from the web.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
pub struct OutboundLabels {
    reason: &'static str,
    result: &'static str,
}

/// All metrics of a process.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    latency: Family<RouteLabel, Histogram, fn() -> Histogram>,
    /// Requests answered from the page cache alone; not among the requests by route, to cost no more than this.
    pub page_cache_hits: Counter,
    /// Requests of pages that were not fresh in the cache.
    pub page_cache_misses: Counter,
    /// Pages rendered for the cache.
    pub page_renders: Counter,
    /// Pages in the cache.
    pub page_cache_pages: Gauge,
    /// Bytes of the cached pages.
    pub page_cache_bytes: Gauge,
    /// Edits of drafts that were saved.
    pub edits: Counter,
    /// Edits that were refused because the page had changed.
    pub conflicts: Counter,
    limits: Family<KindLabel, Counter>,
    outbound: Family<OutboundLabels, Counter>,
    /// Addresses whose metadata is due to be read.
    pub link_metadata_due: Gauge,
    /// Image files that were decoded: uploads, fetched images, originals of sizes.
    pub images_decoded: Counter,
    /// Time of database reads.
    database: Family<KindLabel, Histogram, fn() -> Histogram>,
    /// Open connections to the database.
    pub database_connections: Gauge,
    /// Those that nobody uses.
    pub database_connections_idle: Gauge,
    /// Whether the database answered when the metrics were read.
    pub database_up: Gauge,
    /// Open event streams.
    pub event_streams: Gauge,
    /// Resident memory of the process, bytes.
    pub memory: Gauge,
    /// Open files of the process.
    pub open_files: Gauge,
}

fn latency_histogram() -> Histogram {
    Histogram::new(LATENCIES)
}

impl Metrics {
    fn new() -> Self {
        let mut it = Self {
            registry: Registry::default(),
            requests: Family::default(),
            latency: Family::new_with_constructor(latency_histogram),
            page_cache_hits: Counter::default(),
            page_cache_misses: Counter::default(),
            page_renders: Counter::default(),
            page_cache_pages: Gauge::default(),
            page_cache_bytes: Gauge::default(),
            edits: Counter::default(),
            conflicts: Counter::default(),
            limits: Family::default(),
            outbound: Family::default(),
            link_metadata_due: Gauge::default(),
            images_decoded: Counter::default(),
            database: Family::new_with_constructor(latency_histogram),
            database_connections: Gauge::default(),
            database_connections_idle: Gauge::default(),
            database_up: Gauge::default(),
            event_streams: Gauge::default(),
            memory: Gauge::default(),
            open_files: Gauge::default(),
        };
        it.registry = it.registered();
        it
    }

    fn registered(&self) -> Registry {
        let mut all = Registry::default();
        all.register("mantel_build", "The version of the server", Info::new([("version", env!("CARGO_PKG_VERSION"))]));
        {
            let own = all.sub_registry_with_prefix("mantel");
            own.register(
                "requests",
                "Requests by route and status, without hits of the page cache",
                self.requests.clone(),
            );
            let latency = "Time until the response began, by route";
            own.register_with_unit("request_duration", latency, Unit::Seconds, self.latency.clone());
            own.register("page_cache_hits", "Requests answered from the page cache", self.page_cache_hits.clone());
            let misses = "Requests of pages that were not fresh in the cache";
            own.register("page_cache_misses", misses, self.page_cache_misses.clone());
            own.register("page_renders", "Pages rendered for the cache", self.page_renders.clone());
            own.register("page_cache_pages", "Pages in the cache", self.page_cache_pages.clone());
            let bytes = "Memory of the cached pages";
            own.register_with_unit("page_cache", bytes, Unit::Bytes, self.page_cache_bytes.clone());
            own.register("edits", "Edits of drafts that were saved", self.edits.clone());
            own.register("conflicts", "Edits refused because the page had changed", self.conflicts.clone());
            own.register("limits_hit", "Requests refused by a limit, by kind", self.limits.clone());
            own.register("outbound", "Fetches from the web by reason and result", self.outbound.clone());
            let due = "Addresses whose metadata is due to be read";
            own.register("link_metadata_due", due, self.link_metadata_due.clone());
            own.register("images_decoded", "Image files decoded", self.images_decoded.clone());
            let time = "Time of reads and of write transactions, waits for a connection included";
            own.register_with_unit("database_duration", time, Unit::Seconds, self.database.clone());
            own.register("database_connections", "Open connections", self.database_connections.clone());
            let idle = "Open connections that nobody uses";
            own.register("database_connections_idle", idle, self.database_connections_idle.clone());
            own.register("database_up", "Whether the database answers (1) or not (0)", self.database_up.clone());
            own.register("event_streams", "Open event streams", self.event_streams.clone());
        }
        let process = all.sub_registry_with_prefix("process");
        process.register_with_unit("resident_memory", "Resident memory", Unit::Bytes, self.memory.clone());
        process.register("open_fds", "Open files", self.open_files.clone());
        all
    }

    /// Counts a request of a route, as the router names it.
    pub fn record_request(&self, route: &str, status: u16, time: Duration) {
        self.requests.get_or_create(&RequestLabels { route: route.to_owned(), status }).inc();
        self.latency.get_or_create(&RouteLabel { route: route.to_owned() }).observe(time.as_secs_f64());
    }

    /// Counts a refusal by a limit of this kind.
    pub fn record_limit(&self, kind: &'static str) {
        self.limits.get_or_create(&KindLabel { kind }).inc();
    }

    /// Counts a fetch from the web.
    pub fn record_fetch(&self, reason: &'static str, result: &'static str) {
        self.outbound.get_or_create(&OutboundLabels { reason, result }).inc();
    }

    /// Records the time of a database operation: `read` or `write`.
    pub fn record_database(&self, kind: &'static str, time: Duration) {
        self.database.get_or_create(&KindLabel { kind }).observe(time.as_secs_f64());
    }

    /// Everything as text, in the format of OpenMetrics.
    pub fn text(&self) -> String {
        let mut text = String::new();
        if let Err(why) = prometheus_client::encoding::text::encode(&mut text, &self.registry) {
            tracing::error!(error = %why, "the metrics can't be written");
        }
        text
    }
}

/// Sets a counter that is kept elsewhere.
pub fn set_counter(counter: &Counter<u64, AtomicU64>, value: u64) {
    counter.inner().store(value, Ordering::Relaxed);
}

/// Sets a gauge.
pub fn set_gauge(gauge: &Gauge<i64, AtomicI64>, value: usize) {
    gauge.set(i64::try_from(value).unwrap_or(i64::MAX));
}
