import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MONITORING } from '../../scripts/monitoring.ts'
import { ALERTS, METRICS } from '../../src/render/metrics.ts'

const NAME = /\btdd_gate_[a-z_]+?(?=_(?:bucket|count|sum)\b|\b)/g

test.each(Object.entries(MONITORING))('deploy/%s is that of the code: npm run docs', (file, text) => {
  expect(readFileSync(`deploy/${file}`, 'utf8')).toBe(text)
})

test('alerts and panels ask for metrics that exist, and each metric has its panel', () => {
  const names = Object.keys(METRICS)
  const inAlerts = ALERTS.flatMap(({ expr }) => expr.match(NAME) ?? [])
  expect(inAlerts.length).toBeGreaterThanOrEqual(ALERTS.length)
  expect(inAlerts.filter((name) => !names.includes(name))).toEqual([])
  for (const [name, { panel }] of Object.entries(METRICS)) expect(panel.match(NAME)).toEqual([name])
})

test('an alert counts webhooks that are refused because another secret signed them', () => {
  const [alert] = ALERTS.filter(({ expr }) => expr.includes('status="401"'))
  expect(alert?.expr).toMatch(/unless .*status="202"/)
  expect(alert?.steps.join(' ')).toContain('WEBHOOK_SECRET')
})
