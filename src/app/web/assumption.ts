/** Reads what a reader assumes from the query of the page, and decides with it. */
import { MEASURED_RULES, toDecidingPolicy } from '../../config/organisation.ts'
import { CONFIG_PATH, parseConfig } from '../../config/parse.ts'
import { type Assumption, simulate } from '../../core/evaluate/simulate.ts'
import { GateError } from '../../core/model/errors.ts'
import type { Facts } from '../../core/model/facts.ts'
import type { Level, Policy } from '../../core/model/policy.ts'
import { RULE_LEVELS } from '../../core/rules/index.ts'
import type { WhatIfAnswer } from '../../render/web/what-if-page.ts'
import { whatIfTexts } from './texts.ts'

interface NotedAssumption extends Assumption {
  /** One for each part that was ignored, and for a level by which jobs measure. */
  readonly notes: readonly string[]
}

/** A change of the policy, or the note why there is none; null: the reader left it empty. */
type Assumed = ((policy: Policy) => Policy) | string | null

const LEVELS: readonly Level[] = ['off', 'warn', 'error']
const MAX_PERCENT = 100
/** Node refuses longer addresses. */
const MAX_FILE = 4000

/** The time to decide grows with the square of their number, and webhooks wait for it. */
const MAX_COMMITS = 200

export function toAnswer(query: URLSearchParams, facts: Facts | null | 'busy'): WhatIfAnswer {
  if (facts === null) return { notes: [whatIfTexts.noEvidence], simulation: null }
  if (facts === 'busy') return { notes: [whatIfTexts.busy], simulation: null }
  if (facts.commits.length > MAX_COMMITS) return { notes: [whatIfTexts.tooMany(MAX_COMMITS)], simulation: null }
  const { notes, ...assumed } = readAssumption(query, facts)
  return { notes, simulation: simulate(facts, assumed) }
}

/** A level or threshold replaces that of the pasted file. */
export function readAssumption(query: URLSearchParams, { policy, head, commits }: Facts): NotedAssumption {
  const get = (name: string) => query.get(name)?.trim() ?? ''
  const [rule, commit] = [get('rule'), get('commit')]
  const parts = [
    readFile(get('file'), policy),
    readLevel(rule, get('level')),
    readThreshold(get('metric'), get('percent'), policy),
  ]
  const isUnknown = commit !== '' && !commits.some(({ sha }) => sha === commit)
  return {
    policy: parts.reduce((before, part) => (typeof part === 'function' ? part(before) : before), policy),
    head: commit === '' || isUnknown ? head : commit,
    notes: [
      ...parts.filter((part) => typeof part === 'string'),
      ...(isUnknown ? [whatIfTexts.noCommit] : []),
      ...(MEASURED_RULES.includes(rule) ? [whatIfTexts.isMeasured(rule)] : []),
    ],
  }
}

function readFile(text: string, measured: Policy): Assumed {
  if (text === '') return null
  if (text.length > MAX_FILE) return whatIfTexts.tooLong(MAX_FILE)
  try {
    const { policy } = parseConfig(text, { file: CONFIG_PATH, ruleCodes: Object.keys(RULE_LEVELS) })
    return () => toDecidingPolicy(policy, measured)
  } catch (error) {
    if (error instanceof GateError) return error.message
    throw error
  }
}

function readLevel(rule: string, level: string): Assumed {
  if (rule === '' || level === '') return null
  const wanted = LEVELS.find((known) => known === level)
  if (!Object.hasOwn(RULE_LEVELS, rule) || wanted === undefined) return whatIfTexts.noRule
  return (policy) => ({ ...policy, rules: { ...policy.rules, [rule]: wanted } })
}

function readThreshold(metric: string, percent: string, { coverage }: Policy): Assumed {
  if (metric === '' || percent === '') return null
  const value = /^\d{1,3}$/.test(percent) ? Number(percent) : Number.NaN
  if (!Object.hasOwn(coverage, metric) || !(value <= MAX_PERCENT)) return whatIfTexts.noThreshold
  return (policy) => ({ ...policy, coverage: { ...policy.coverage, [metric]: value } })
}
