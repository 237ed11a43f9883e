/** The metrics of the App, in the format of Prometheus. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { AuditEntry } from '../core/model/audit.ts'
import { getRetryAfter } from '../core/model/errors.ts'
import { isRead } from '../github/client.ts'
import type { Route } from '../github/routes.ts'
import { METRICS, type MetricName } from '../render/metrics.ts'
import type { AuditLog } from './queue/audit.ts'
import type { EventQueue, Handler } from './queue/event-queue.ts'

/** From a webhook, of milliseconds, to an evaluation that waits for GitHub. */
const BUCKETS = [0.005, 0.02, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 120]

export interface Metrics {
  readonly render: () => Promise<string>
  /** Measures the handling of events. */
  readonly timed: (handler: Handler) => Handler
  readonly webhookAnswered: (status: number, ms: number) => void
  readonly requestEnded: (route: Route, result: 'answered' | 'limited' | 'unavailable') => void
  readonly budgetLearned: (installation: number, share: number) => void
  /** Counts the verdicts that are stored. */
  readonly counted: (audit: AuditLog) => AuditLog
  /** Reads the queue whenever metrics are rendered. */
  readonly watch: (queue: EventQueue, now: () => number) => void
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const options = (name: MetricName) => {
    const { help, labels } = METRICS[name]
    return { name, help, labelNames: [...labels], registers: [registry] }
  }
  const counter = (name: MetricName) => new Counter(options(name))
  const histogram = (name: MetricName) => new Histogram({ ...options(name), buckets: BUCKETS })
  const events = histogram('tdd_gate_event_seconds')
  const webhooks = histogram('tdd_gate_webhook_seconds')
  const requests = counter('tdd_gate_github_requests_total')
  const budget = new Gauge(options('tdd_gate_github_budget_ratio'))
  const verdicts = createVerdictCounter(counter('tdd_gate_verdicts_total'), counter('tdd_gate_rejections_total'))
  return {
    render: () => registry.metrics(),
    timed: (handler) => timed(handler, (kind, result, ms) => events.observe({ kind, result }, ms / 1000)),
    webhookAnswered: (status, ms) => webhooks.observe({ status: String(status) }, ms / 1000),
    requestEnded: (route, result) => requests.inc({ kind: isRead(route) ? 'read' : 'write', result }),
    budgetLearned: (installation, share) => budget.set({ installation: String(installation) }, share),
    counted: ({ append, ...reads }) => ({
      ...reads,
      append: async (entry, delivery) => {
        const isNew = await append(entry, delivery)
        if (isNew) verdicts(entry)
        return isNew
      },
    }),
    watch: (queue, now) => watchQueue(queue, now, (name, collect) => new Gauge({ ...options(name), collect })),
  }
}

type Observe = (kind: string, result: 'done' | 'postponed' | 'failed', ms: number) => void

function timed(handler: Handler, observe: Observe): Handler {
  return async (job, signal) => {
    const start = performance.now()
    const end = (result: Parameters<Observe>[1]) => observe(job.event.kind, result, performance.now() - start)
    try {
      await handler(job, signal)
      end('done')
    } catch (error) {
      end(getRetryAfter(error) === null ? 'failed' : 'postponed')
      throw error
    }
  }
}

function createVerdictCounter(verdicts: Counter, rejections: Counter): (entry: AuditEntry) => void {
  return (entry) => {
    if (entry.kind !== 'verdict') return
    verdicts.inc({ conclusion: entry.conclusion })
    for (const rule of entry.rules) rejections.inc({ rule })
  }
}

/** Reads once for callers that ask at the same time: all gauges of a scrape. */
function shared<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | null = null
  return () => {
    reading ??= read().finally(() => {
      reading = null
    })
    return reading
  }
}

type AddGauge = (name: MetricName, collect: (this: Gauge) => Promise<void>) => unknown

function watchQueue(queue: EventQueue, now: () => number, addGauge: AddGauge): void {
  // While the store does not answer, the counters of the process must still be read.
  const add = (name: MetricName, read: () => Promise<number>) =>
    addGauge(name, async function collect() {
      await read().then(
        (value) => this.set(value),
        () => this.remove(),
      )
    })
  const stats = shared(queue.stats)
  add('tdd_gate_store_up', () =>
    stats().then(
      () => 1,
      () => 0,
    ),
  )
  add('tdd_gate_events_waiting', async () => (await stats()).waiting)
  add('tdd_gate_events_working', async () => (await stats()).working)
  add('tdd_gate_dead_letters', async () => (await stats()).dead)
  add('tdd_gate_oldest_event_seconds', async () => {
    const oldest = await queue.oldest()
    return oldest === null ? 0 : Math.max(0, now() - oldest) / 1000
  })
}
