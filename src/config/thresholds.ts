/**
 * Reads coverage thresholds: one number for all metrics, or singular or plural names of metrics; `off` disables one.
 */
import { DEFAULT_POLICY, type Policy } from '../core/model/policy.ts'

type Percent = number | false | 'off' | null | undefined
type Thresholds = Policy['coverage']
type Written = Percent | Readonly<Record<string, Percent>>

const SINGULAR = {
  lines: 'line',
  branches: 'branch',
  functions: 'function',
  statements: 'statement',
  patch: 'patch',
} as const
const METRICS = Object.keys(SINGULAR) as (keyof Thresholds)[]

export const hasThresholds = (written: Written): boolean => written !== undefined && written !== null

export function toThresholds(written: Written): Thresholds {
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

/** Returns what the nearer file says of each metric, and the other file of the rest. */
export function mergeThresholds(nearer: Written, other: Written): Written {
  if (nearer === undefined || nearer === null) return other
  if (typeof nearer !== 'object' || other === undefined || other === null) return nearer
  const rest = Object.entries(toThresholds(other)).map(([metric, percent]) => [metric, percent ?? false])
  const own = METRICS.flatMap((metric) => {
    const { [SINGULAR[metric]]: singular, [metric]: percent = singular } = nearer
    return percent === undefined ? [] : [[metric, percent]]
  })
  return Object.fromEntries([...rest, ...own])
}
