/** Reads Cucumber's `json` formatter, as its implementations and behave write it. */

import { failureKeeper } from '../failure/failures.ts'
import { type Bytes, type ParsedCase, type ParsedReport, ReportError, type ReportFormat } from '../format.ts'
import { documentHead, readJsonDocument } from '../json/document.ts'
import { memberNames } from '../json/head.ts'
import { type Json, toNumber, toObject, toObjects, toText, toTexts } from '../json/json.ts'
import { type CaseOutcome, createCase, type Keep, OUTCOME, toJsonReport } from '../json/report.ts'
import { type CucumberStep, getStepOutcome } from './cucumber-steps.ts'

const NANOSECONDS = 1_000_000
const SECONDS = 1 / 1_000
/** behave numbers the rows of an outline: `squares 1 to 1 -- @1.1 `. */
const ROW = / -- @\d{1,6}\.\d{1,6}(?: .*)?$/

/** Features may start with any of their members. */
const START = /^\[\s*\{\s*"(?:comments|description|elements|id|keyword|line|location|name|status|tags|uri)":/m

export const cucumberJson: ReportFormat = {
  about: 'Cucumber `json`: cucumber-js, cucumber-jvm, cucumber-ruby, behave, godog, Reqnroll',
  source: 'https://github.com/cucumber/cucumber-json-schema',
  limits:
    'rules around a scenario; retries (the last one is reported, or each as a scenario of its own); hooks around the run; features that do not parse; whether the run ended',
  looksLike: (text) => {
    const head = documentHead(text, START)
    if (!/^[\s\ufeff]*\[/.test(head)) return false
    const names = memberNames(head)
    const isFeature = names.includes('elements') || (names.includes('keyword') && names.includes('location'))
    return isFeature && /"(?:keyword|steps)":/.test(head)
  },
  parse: parseCucumber,
}

/** @throws ReportError when the bytes are not a list of features. */
function parseCucumber(bytes: Bytes): ParsedReport {
  const { root, printed } = readJsonDocument(bytes, START)
  if (!Array.isArray(root)) throw new ReportError('holds no list of features')
  const keep = failureKeeper()
  const cases = toObjects(root).flatMap((feature) => getScenarios(feature, keep))
  if (root.length > 0 && !toObjects(root).some(isFeature)) throw new ReportError('holds no feature')
  return toJsonReport('cucumber-json', { cases, emptyFiles: emptyFiles(toObjects(root)), ...printed })
}

const isFeature = (feature: Json) => Array.isArray(feature['elements']) || typeof feature['keyword'] === 'string'

/** The steps of a background precede the scenario that they ran for. */
function getScenarios(feature: Json, keep: Keep): readonly ParsedCase[] {
  const cases: ParsedCase[] = []
  let before: readonly CucumberStep[] = []
  for (const element of toObjects(feature['elements'])) {
    if (element['type'] === 'background') before = getSteps(element).filter(({ status }) => status !== 'untested')
    else {
      cases.push(toCase(feature, element, before, keep))
      before = []
    }
  }
  return cases
}

function toCase(feature: Json, element: Json, before: readonly CucumberStep[], keep: Keep): ParsedCase {
  const isBehave = typeof feature['uri'] !== 'string'
  const name = toText(element['name'])
  return createCase(getScenarioOutcome(element, [...before, ...getSteps(element)], keep), {
    name: isBehave ? name.replace(ROW, '') : name,
    file: getFile(feature),
    suite: [toText(feature['name'])].filter((title) => title !== ''),
    durationMs: getDuration(element, isBehave ? SECONDS : NANOSECONDS),
  })
}

/** behave writes a status for the scenario, which can include steps that it does not report. */
function getScenarioOutcome(element: Json, steps: readonly CucumberStep[], keep: Keep): CaseOutcome {
  const status = toText(element['status']).toLowerCase()
  const isIdle = steps.every((step) => step.status === 'untested')
  if (status === 'skipped' && isIdle) return OUTCOME.skipped
  if (status === 'untested' && isIdle) return OUTCOME.notRun
  const outcome = getStepOutcome(steps, keep)
  const isHidden = outcome.failure === null && status !== '' && !['passed', 'skipped', 'untested'].includes(status)
  return isHidden ? getStepOutcome([{ status, title: toText(element['name']), error: '' }], keep) : outcome
}

/** Hooks of a scenario and of its steps count as steps. */
function getSteps(element: Json): readonly CucumberStep[] {
  const hooks = (of: Json, key: string) => toObjects(of[key]).map((hook) => getStep(hook, key))
  return [
    ...hooks(element, 'before'),
    ...toObjects(element['steps']).flatMap((step) => [
      ...hooks(step, 'before'),
      getStep(step, [toText(step['keyword']).trim(), toText(step['name'])].join(' ').trim()),
      ...hooks(step, 'after'),
    ]),
    ...hooks(element, 'after'),
  ]
}

function getStep(step: Json, title: string): CucumberStep {
  const result = toObject(step['result'])
  const message = result['error_message']
  const error = Array.isArray(message) ? toTexts(message).join('\n') : toText(message)
  return { title, error, status: toText(result['status']).toLowerCase() || 'untested' }
}

function getDuration(element: Json, unit: number): number | null {
  const results = toObjects(element['steps']).map((step) => toNumber(toObject(step['result'])['duration']))
  const known = results.filter((n) => n !== null)
  return known.length === 0 ? null : known.reduce((sum, n) => sum + n, 0) / unit
}

function getFile(feature: Json): string | null {
  const word = toText(feature['uri']) || toText(feature['location']).replace(/:\d+$/, '')
  return word.replace(/^(?:file|classpath):(?:\/\/)?/, '') || null
}

function emptyFiles(features: readonly Json[]): readonly string[] {
  return features
    .filter(({ elements }) => toObjects(elements).length === 0)
    .flatMap((feature) => getFile(feature) ?? [])
}
