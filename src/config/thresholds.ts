/**
 * Reads coverage thresholds: one number for all metrics, or singular or plural names of metrics; `off` disables one.
 */
import { DEFAULT_POLICY, type Policy } from '../core/model/policy.ts'

type Percent = number | false | 'off' | null | undefined
type Thresholds = Policy['coverage']

const SINGULAR = {
  lines: 'line',
  branches: 'branch',
  functions: 'function',
  statements: 'statement',
  patch: 'patch',
} as const
const METRICS = Object.keys(SINGULAR) as (keyof Thresholds)[]

export function toThresholds(written: Percent | Readonly<Record<string, Percent>>): Thresholds {
  const getThreshold = (metric: keyof Thresholds): number | null => {
    if (written === undefined || written === null) return DEFAULT_POLICY.coverage[metric]
    if (typeof written !== 'object') return toNumber(written)
    const own = written[metric] !== undefined ? written[metric] : written[SINGULAR[metric]]
    return own === undefined ? DEFAULT_POLICY.coverage[metric] : toNumber(own)
  }
  return Object.fromEntries(METRICS.map((metric) => [metric, getThreshold(metric)])) as Thresholds
}

function toNumber(percent: Percent): number | null {
  return typeof percent === 'number' ? percent : null
}
