/** Reads Cucumber's messages, one envelope per line: https://github.com/cucumber/messages */
import type { HookFailure, LoadError } from '../../core/model/test-run.ts'
import { failureKeeper } from '../failure/failures.ts'
import { type Bytes, type ParsedReport, ReportError, type ReportFormat } from '../format.ts'
import { type Json, toCount, toObject, toObjects, toText } from '../json/json.ts'
import { getObject, jsonLines, type Strangers, strangers, testCounter } from '../json/lines.ts'
import { createHookFailure, createLoadError, toJsonReport } from '../json/report.ts'
import { type Attempt, getSuites, type Scenario, toScenarioCase } from './cucumber-scenario.ts'

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
