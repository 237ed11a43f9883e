/** Converts one scenario of Cucumber's messages with its attempts, features and rules. */

import type { ParsedCase } from '../format.ts'
import { type Json, toNumber, toObject, toObjects, toText, toTexts } from '../json/json.ts'
import { createCase, died, type JsonOutcome, type Keep, type Keeper, NOT_RUN, tried } from '../json/report.ts'
import { getStepOutcome } from './cucumber-steps.ts'

export interface Attempt {
  readonly steps: { readonly id: string; readonly result: Json }[]
  /** Counted from 0. */
  readonly number: number
  isEnded: boolean
}
export interface Scenario {
  readonly pickle: Json
  /** The text of each step, by its id in this scenario. */
  readonly titles: ReadonlyMap<string, string>
  readonly attempts: Attempt[]
}

/** Returns the feature and rule of every scenario of a document, by the scenario's id. */
export function getSuites(feature: Json): ReadonlyMap<string, readonly string[]> {
  const suites = new Map<string, readonly string[]>()
  const walk = (node: Json, path: readonly string[]) => {
    for (const child of toObjects(node['children'])) {
      const rule = toObject(child['rule'])
      const id = toText(toObject(child['scenario'])['id'])
      if (id !== '') suites.set(id, path)
      if (Object.hasOwn(child, 'rule'))
        walk(
          rule,
          [...path, toText(rule['name'])].filter((title) => title !== ''),
        )
    }
  }
  walk(
    feature,
    [toText(feature['name'])].filter((title) => title !== ''),
  )
  return suites
}

export function toScenarioCase(
  scenario: Scenario,
  suites: ReadonlyMap<string, readonly string[]>,
  keep: Keeper,
): ParsedCase {
  const { pickle, attempts } = scenario
  const inOrder = attempts.toSorted((a, b) => a.number - b.number)
  const last = inOrder.at(-1) ?? null
  const retries = Math.max(0, attempts.length - 1)
  return createCase(last === null ? NOT_RUN : tried(getAttemptOutcome(last, scenario, keep), retries), {
    name: toText(pickle['name']),
    file: toText(pickle['uri']) || null,
    suite: toTexts(pickle['astNodeIds']).flatMap((id) => suites.get(id) ?? []),
    durationMs: last === null ? null : last.steps.reduce((sum, { result }) => sum + toMilliseconds(result), 0),
    retries,
    attempts: keep.attempts(inOrder.slice(0, -1), (one, make) => getAttemptOutcome(one, scenario, make).failure),
  })
}

function getAttemptOutcome(attempt: Attempt, { titles }: Scenario, keep: Keep): JsonOutcome {
  const steps = attempt.steps.map(({ id, result }) => ({
    status: toText(result['status']).toLowerCase(),
    title: titles.get(id) ?? '',
    error: toText(result['message']),
  }))
  const outcome = getStepOutcome(steps, keep)
  return outcome.failure !== null || (attempt.isEnded && steps.length >= titles.size) ? outcome : died(keep)
}

function toMilliseconds(result: Json): number {
  const duration = toObject(result['duration'])
  return (toNumber(duration['seconds']) ?? 0) * 1_000 + (toNumber(duration['nanos']) ?? 0) / 1_000_000
}
