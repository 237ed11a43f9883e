/** The metrics of the App, and the alerts on them: the App, the docs, the rules and the dashboard read these tables. */

interface Definition {
  readonly kind: 'gauge' | 'histogram' | 'counter'
  readonly labels: readonly string[]
  readonly help: string
  /** What the dashboard shows of it, in PromQL. */
  readonly panel: string
}

/** Every metric of the App; those of Node and the process stand beside them. */
export const METRICS = {
  tdd_gate_store_up: {
    kind: 'gauge',
    labels: [],
    help: 'Whether the store answered this reading: 1 or 0. While it is 0, the figures of the queue are absent.',
    panel: 'min(tdd_gate_store_up)',
  },
  tdd_gate_events_waiting: {
    kind: 'gauge',
    labels: [],
    help: 'Events that wait for a worker. Processes that share a database report the same number.',
    panel: 'max(tdd_gate_events_waiting)',
  },
  tdd_gate_events_working: {
    kind: 'gauge',
    labels: [],
    help: 'Events in progress, in all processes that share the store.',
    panel: 'max(tdd_gate_events_working)',
  },
  tdd_gate_dead_letters: {
    kind: 'gauge',
    labels: [],
    help: 'Events that failed on every attempt.',
    panel: 'max(tdd_gate_dead_letters)',
  },
  tdd_gate_oldest_event_seconds: {
    kind: 'gauge',
    labels: [],
    help: 'Age of the oldest event that is not done; 0 without any.',
    panel: 'max(tdd_gate_oldest_event_seconds)',
  },
  tdd_gate_event_seconds: {
    kind: 'histogram',
    labels: ['kind', 'result'],
    help: 'Time to handle an event. `result`: `done`, `failed`, or `postponed` by a limit or an outage of GitHub.',
    panel: 'histogram_quantile(0.95, sum by (le, kind) (rate(tdd_gate_event_seconds_bucket[5m])))',
  },
  tdd_gate_webhook_seconds: {
    kind: 'histogram',
    labels: ['status'],
    help: 'Time to answer a webhook, by status of the answer.',
    panel: 'histogram_quantile(0.99, sum by (le) (rate(tdd_gate_webhook_seconds_bucket[5m])))',
  },
  tdd_gate_github_requests_total: {
    kind: 'counter',
    labels: ['kind', 'result'],
    help: 'Requests to GitHub. `kind`: `read` or `write`. `result`: `answered`, `limited` or `unavailable`.',
    panel: 'sum by (kind, result) (rate(tdd_gate_github_requests_total[5m]))',
  },
  tdd_gate_github_budget_ratio: {
    kind: 'gauge',
    labels: ['installation'],
    help: 'Share of the hourly limit of GitHub that was left at the last answer.',
    panel: 'bottomk(10, min by (installation) (tdd_gate_github_budget_ratio))',
  },
  tdd_gate_verdicts_total: {
    kind: 'counter',
    labels: ['conclusion'],
    help: 'Verdicts that differ from the one before.',
    panel: 'sum by (conclusion) (rate(tdd_gate_verdicts_total[1h]))',
  },
  tdd_gate_rejections_total: {
    kind: 'counter',
    labels: ['rule'],
    help: 'Verdicts with a rejected commit, by broken rule.',
    panel: 'sum by (rule) (rate(tdd_gate_rejections_total[1h]))',
  },
} as const satisfies Record<string, Definition>

export type MetricName = keyof typeof METRICS

interface Alert {
  readonly name: string
  /** PromQL. */
  readonly expr: string
  readonly for: string
  readonly severity: 'page' | 'ticket'
  readonly summary: string
  /** What the operator does, in order. */
  readonly steps: readonly string[]
}

export const ALERTS: readonly Alert[] = [
  {
    name: 'TddGateDown',
    expr: 'absent(tdd_gate_store_up)',
    for: '5m',
    severity: 'page',
    summary: 'No process of the App reports metrics.',
    steps: [
      'Ask `/healthz`. Without an answer, read the last lines of the log. An error of the start names its variable and the command that sets it.',
      'If `/healthz` answers, compare `TDD_GATE_METRICS_TOKEN` with the token of Prometheus.',
      'Start the App. It sweeps at once, and asks GitHub for the deliveries that failed.',
    ],
  },
  {
    name: 'TddGateStoreDown',
    expr: 'min(tdd_gate_store_up) == 0',
    for: '5m',
    severity: 'page',
    summary: 'The file or the database of the App does not answer: no webhook is stored and no event is handled.',
    steps: [
      'Look for `database connection failing` or `event queue failing` in the log: each names the cause.',
      'Start the database, or free the disk. The App continues by itself, and its next sweep finds what it missed.',
    ],
  },
  {
    name: 'TddGateEventsOld',
    expr: 'max(tdd_gate_oldest_event_seconds) > 600',
    for: '5m',
    severity: 'page',
    summary: 'An event has waited for more than ten minutes: pull requests have old checks.',
    steps: [
      'Ask `/readyz`: it says whether GitHub answers and whether the store can be written.',
      'Look at `tdd_gate_github_requests_total`: with `limited` or `unavailable`, the App waits for GitHub and continues by itself.',
      'Otherwise start more processes, or raise `TDD_GATE_WORKERS`.',
    ],
  },
  {
    name: 'TddGateDeadLetters',
    expr: 'max(tdd_gate_dead_letters) > 0',
    for: '0m',
    severity: 'ticket',
    summary: 'An event failed on every attempt.',
    steps: [
      'List them with their reasons: `admin dead`, see [ask the store](../how-to/operate-app.md#ask-the-store).',
      'After the fix, `admin retry <id>` handles them again. Delete those that are no longer needed: `admin drop <id>`.',
    ],
  },
  {
    name: 'TddGateWebhooksRefused',
    expr: 'sum(rate(tdd_gate_webhook_seconds_count{status=~"5.."}[5m])) > 0',
    for: '5m',
    severity: 'page',
    summary: 'The App cannot store webhooks.',
    steps: [
      'Look for `webhook not stored` in the log. A full disk or a database that does not answer is the usual cause.',
      'After the fix nothing else is needed: the next sweep asks GitHub for the failed deliveries. A restart sweeps at once.',
    ],
  },
  {
    name: 'TddGateWebhooksUnsigned',
    // Strangers may send such requests too, so they count only where GitHub's own do not arrive.
    expr: 'sum(increase(tdd_gate_webhook_seconds_count{status="401"}[30m])) > 2 unless sum(increase(tdd_gate_webhook_seconds_count{status="202"}[30m])) > 0',
    for: '5m',
    severity: 'page',
    summary: 'The App refuses every webhook: `WEBHOOK_SECRET` does not sign them.',
    steps: [
      'Look for `webhook refused` in the log: it names the likely cause.',
      "Set `WEBHOOK_SECRET` to the webhook secret in the App's settings at GitHub, and start the App. Its sweep asks GitHub for the failed deliveries.",
    ],
  },
  {
    name: 'TddGateWebhooksSlow',
    expr: 'histogram_quantile(0.99, sum by (le) (rate(tdd_gate_webhook_seconds_bucket[5m]))) > 5',
    for: '10m',
    severity: 'ticket',
    summary: 'Webhooks are answered slowly; GitHub gives up after ten seconds.',
    steps: [
      'Compare the latency of the disk or of the database with other days.',
      'Start more processes, where a database is shared.',
    ],
  },
  {
    name: 'TddGateBudgetLow',
    expr: 'min by (installation) (tdd_gate_github_budget_ratio) < 0.1',
    for: '15m',
    severity: 'ticket',
    summary: 'An installation has used nine tenths of its hourly limit. The rest is for commands of people.',
    steps: [
      'Raise `TDD_GATE_SWEEP_MINUTES`: a sweep takes up to ten requests for each open pull request.',
      'Look for another program that uses the same installation.',
    ],
  },
]
