/** Reads Cucumber's messages, one envelope per line: https://github.com/cucumber/messages */
import type { HookFailure, LoadError } from '../../core/model/test-run.ts'
import { failureKeeper } from '../failure/failures.ts'
import { type Bytes, type ParsedCase, type ParsedReport, ReportError, type ReportFormat } from '../format.ts'
import { type Json, toCount, toNumber, toObject, toObjects, toText, toTexts } from '../json/json.ts'
import { getObject, jsonLines, type Strangers, strangers, testCounter } from '../json/lines.ts'
import {
  type CaseOutcome,
  createCase,
  createHookFailure,
  createLoadError,
  type Keep,
  type Keeper,
  OUTCOME,
  toJsonReport,
  tried,
} from '../json/report.ts'
import { getStepOutcome } from './cucumber-steps.ts'

const START =
  /^\{"(?:meta":\{[^\n]{0,2000}"protocolVersion":|(?:source|gherkinDocument|pickle|stepDefinition|parseError|testRunStarted)":\{)/m
const OPENING =
  /\{"(?:meta|source|gherkinDocument|pickle|stepDefinition|hook|parseError|attachment|undefinedParameterType|testRunStarted|testCase|testCaseStarted|testStepStarted|testStepFinished|testCaseFinished|testRunHookStarted|testRunHookFinished|testRunFinished)":\{/g

export const cucumberMessages: ReportFormat = {
  about: 'Cucumber `message`: with rules, tries, hooks around the run and features that do not parse',
  source: 'https://github.com/cucumber/messages',
  limits: 'whether a scenario without steps is only planned',
  looksLike: (head) => START.test(head) && !/^\s*\[/.test(head),
  parse: parseMessages,
}

interface Stream {
  /** Scenario and row of an outline, by id: the suites around them. */
  readonly suites: Map<string, readonly string[]>
  readonly pickles: Map<string, Json>
  readonly scenarios: Map<string, Scenario>
  readonly attempts: Map<string, Attempt>
  readonly loadErrors: LoadError[]
  readonly hookFailures: HookFailure[]
  end: Json | null
  isSeen: boolean
}

/** @throws ReportError when no line is an envelope. */
function parseMessages(bytes: Bytes): ParsedReport {
  const count = testCounter()
  const stream: Stream = {
    suites: new Map(),
    pickles: new Map(),
    scenarios: new Map(),
    attempts: new Map(),
    loadErrors: [],
    hookFailures: [],
    end: null,
    isSeen: false,
  }
  const printed = strangers()
  for (const line of jsonLines(bytes, OPENING)) {
    const envelope = getObject(line)
    const [kind, body] = envelope === null ? [] : (Object.entries(envelope)[0] ?? [])
    const read = kind !== undefined && Object.hasOwn(READERS, kind) ? READERS[kind] : undefined
    if (envelope === null) printed.add(line)
    else if (read !== undefined) read(stream, toObject(body), count)
  }
  if (!stream.isSeen) throw new ReportError('holds no message of cucumber')
  return toReport(stream, printed)
}

/** The parts that are read of each envelope. Other envelopes, such as attachments, are skipped. */
const READERS: Readonly<Record<string, (stream: Stream, body: Json, count: () => void) => void>> = {
  meta: (stream) => {
    stream.isSeen = true
  },
  gherkinDocument: ({ suites }, body) => {
    for (const [id, path] of getSuites(toObject(body['feature']))) suites.set(id, path)
  },
  pickle: ({ pickles }, body) => {
    pickles.set(toText(body['id']), body)
  },
  parseError: ({ loadErrors }, body) => {
    const file = toText(toObject(body['source'])['uri']) || null
    loadErrors.push(createLoadError(file, toText(body['message'])))
  },
  testCase: ({ scenarios, pickles }, body, count) => {
    count()
    scenarios.set(toText(body['id']), newScenario(body, pickles.get(toText(body['pickleId'])) ?? {}))
  },
  testRunStarted: (stream) => {
    stream.isSeen = true
  },
  testCaseStarted: (stream, body) => {
    stream.isSeen = true
    const attempt: Attempt = { steps: [], number: toCount(body['attempt']), isEnded: false }
    stream.attempts.set(toText(body['id']), attempt)
    stream.scenarios.get(toText(body['testCaseId']))?.attempts.push(attempt)
  },
  testStepFinished: ({ attempts }, body) => {
    const id = toText(body['testStepId'])
    attempts.get(toText(body['testCaseStartedId']))?.steps.push({ id, result: toObject(body['testStepResult']) })
  },
  testCaseFinished: ({ attempts }, body) => {
    const attempt = attempts.get(toText(body['testCaseStartedId']))
    if (attempt !== undefined) attempt.isEnded = true
  },
  testRunHookFinished: ({ hookFailures }, body) => {
    const result = toObject(body['result'])
    if (result['status'] === 'PASSED' || result['status'] === 'SKIPPED') return
    hookFailures.push(createHookFailure(null, [], toText(result['message']) || 'a hook around the run failed'))
  },
  testRunFinished: (stream, body) => {
    stream.end = body
  },
}

function newScenario(body: Json, pickle: Json): Scenario {
  const steps = new Map(toObjects(pickle['steps']).map((step) => [toText(step['id']), toText(step['text'])]))
  const title = (step: Json) => steps.get(toText(step['pickleStepId'])) ?? 'a hook'
  const titles = new Map(toObjects(body['testSteps']).map((step) => [toText(step['id']), title(step)]))
  return { pickle, titles, attempts: [] }
}

function toReport(stream: Stream, printed: Strangers): ParsedReport {
  const keep = failureKeeper()
  const { scenarios, suites, loadErrors, hookFailures, end } = stream
  const cases = [...scenarios.values()].map((scenario) => toScenarioCase(scenario, suites, keep))
  const message = toText(end?.['message']) || toText(toObject(end?.['exception'])['message'])
  // Pending steps fail a strict run. Failures without a message fail it too, so the result is the same.
  const isFailed = end?.['success'] === false
  const runErrors = message === '' ? [] : [createHookFailure(null, [], message).message]
  return toJsonReport(
    'cucumber-messages',
    { cases, loadErrors, hookFailures, runErrors, isComplete: end !== null && printed.isWhole(), ...printed.summary() },
    { isFailed },
  )
}

interface Attempt {
  readonly steps: { readonly id: string; readonly result: Json }[]
  /** Counted from 0. */
  readonly number: number
  isEnded: boolean
}
interface Scenario {
  readonly pickle: Json
  /** The text of each step, by its id in this scenario. */
  readonly titles: ReadonlyMap<string, string>
  readonly attempts: Attempt[]
}

/** Returns the feature and rule of every scenario of a document, by the scenario's id. */
function getSuites(feature: Json): ReadonlyMap<string, readonly string[]> {
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

function toScenarioCase(scenario: Scenario, suites: ReadonlyMap<string, readonly string[]>, keep: Keeper): ParsedCase {
  const { pickle, attempts } = scenario
  const inOrder = attempts.toSorted((a, b) => a.number - b.number)
  const last = inOrder.at(-1) ?? null
  const retries = Math.max(0, attempts.length - 1)
  return createCase(last === null ? OUTCOME.notRun : tried(getAttemptOutcome(last, scenario, keep), retries), {
    name: toText(pickle['name']),
    file: toText(pickle['uri']) || null,
    suite: toTexts(pickle['astNodeIds']).flatMap((id) => suites.get(id) ?? []),
    durationMs: last === null ? null : last.steps.reduce((sum, { result }) => sum + toMilliseconds(result), 0),
    retries,
    attempts: keep.attempts(inOrder.slice(0, -1), (one, make) => getAttemptOutcome(one, scenario, make).failure),
  })
}

function getAttemptOutcome(attempt: Attempt, { titles }: Scenario, keep: Keep): CaseOutcome {
  const steps = attempt.steps.map(({ id, result }) => ({
    status: toText(result['status']).toLowerCase(),
    title: titles.get(id) ?? '',
    error: toText(result['message']),
  }))
  const outcome = getStepOutcome(steps, keep)
  return outcome.failure !== null || (attempt.isEnded && steps.length >= titles.size) ? outcome : keep.died()
}

function toMilliseconds(result: Json): number {
  const duration = toObject(result['duration'])
  return (toNumber(duration['seconds']) ?? 0) * 1_000 + (toNumber(duration['nanos']) ?? 0) / 1_000_000
}
