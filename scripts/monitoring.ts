/** Writes the alert rules and the dashboard in deploy/ from the metrics of the App: `node scripts/monitoring.ts`. */
import { writeFileSync } from 'node:fs'
import { stringify } from 'yaml'
import { ALERTS, METRICS } from '../src/render/metrics.ts'
import { MOVING_TAG, REPOSITORY } from '../src/render/workflow-file.ts'

const RUNBOOK = `https://github.com/${REPOSITORY}/blob/${MOVING_TAG}/docs/reference/metrics.md`
const COLUMNS = 2
const [WIDTH, HEIGHT] = [12, 8]

function toRules(): string {
  const rules = ALERTS.map(({ name, expr, severity, summary, ...alert }) => ({
    alert: name,
    expr,
    for: alert.for,
    labels: { severity },
    annotations: { summary, runbook_url: `${RUNBOOK}#${name.toLowerCase()}` },
  }))
  return stringify({ groups: [{ name: 'tdd-gate', rules }] }, { lineWidth: 0 })
}

function toDashboard(): string {
  const panels = Object.entries(METRICS).map(([name, { help, panel }], i) => ({
    id: i + 1,
    type: 'timeseries',
    title: name.replace(/^tdd_gate_/, '').replaceAll('_', ' '),
    description: help,
    datasource: { type: 'prometheus', uid: '${datasource}' },
    gridPos: { x: (i % COLUMNS) * WIDTH, y: Math.floor(i / COLUMNS) * HEIGHT, w: WIDTH, h: HEIGHT },
    fieldConfig: { defaults: { unit: name.endsWith('_seconds') ? 's' : 'short', min: 0 }, overrides: [] },
    targets: [{ refId: 'A', expr: panel }],
  }))
  const templating = { list: [{ name: 'datasource', type: 'datasource', query: 'prometheus' }] }
  const time = { from: 'now-6h', to: 'now' }
  const dashboard = { uid: 'tdd-gate', title: 'tdd-gate', schemaVersion: 39, time, templating, panels }
  return `${JSON.stringify(dashboard, null, 2)}\n`
}

/** By file in deploy/. */
export const MONITORING: Readonly<Record<string, string>> = {
  'prometheus-alerts.yml': toRules(),
  'grafana-dashboard.json': toDashboard(),
}

if (import.meta.main) for (const [file, text] of Object.entries(MONITORING)) writeFileSync(`deploy/${file}`, text)
