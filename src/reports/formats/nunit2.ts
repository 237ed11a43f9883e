/** Reads NUnit 2, also of the NUnit reporters of Jasmine and others. */
import { claimed, type DotnetVerdict, finish, newDraft, sumOf, UNKNOWN } from '../dotnet/draft.ts'
import type { Bytes, ParsedReport, ReportFormat } from '../format.ts'
import { getVariant } from '../junit/names.ts'
import { isScriptSuite, type NunitPlace, type NunitSuite, type NunitVersion, readNunit } from '../nunit/read.ts'
import { getRoot } from '../xml/report.ts'
import { own } from '../xml/text.ts'
import type { Attributes } from '../xml/xml.ts'

const VERSION: NunitVersion = { root: 'test-results', verdictOf: getVerdict, placeOf: getPlace, nameOf: getName }
/** Suites whose names form the full name of a fixture. */
const NAMESPACES = new Set(['Namespace', 'SetUpFixture'])

const VERDICTS: ReadonlyMap<string, DotnetVerdict> = new Map([
  ['Success', { is: 'passed' }],
  ['Failure', { is: 'failed', element: 'failure' }],
  ['Error', { is: 'failed', element: 'error' }],
  ['Cancelled', { is: 'failed', kind: 'crash', element: 'error' }],
  ['NotRunnable', { is: 'failed', kind: 'error', element: 'error' }],
  ['Ignored', { is: 'skipped' }],
  ['Skipped', { is: 'skipped' }],
  ['Inconclusive', { is: 'skipped', odd: 'inconclusive' }],
])

export const nunit2: ReportFormat = {
  about: 'XML of NUnit 2: nunit-console, jasmine-reporters, jest-nunit-reporter, karma-nunit2-reporter and others',
  source: 'NUnit 2.6, Results.xsd',
  limits:
    'from Jest: skipped tests, whether a failure is a todo, and why a file did not load; from Karma: errors outside tests',
  looksLike: (head) => getRoot(head)?.name === VERSION.root,
  parse: parseNunit2,
}

/** @throws ReportError when it is not an NUnit 2 report, or a limit is passed. */
function parseNunit2(bytes: Bytes): ParsedReport {
  const draft = newDraft()
  const { end, root } = readNunit(bytes, VERSION, draft)
  const failing = ['failures', 'errors', 'invalid'].map((key) => claimed(root?.get(key)))
  // Some writers exclude tests that did not run, so the total may be lower than the number of tests, never higher.
  const tests = claimed(root?.get('total'))
  return finish(draft, 'nunit2', end, { tests, failing: sumOf(...failing), hasFailed: false })
}

/** Before version 2.5, and in most copies of the format, there are only `executed` and `success`. */
function getVerdict(test: Attributes): DotnetVerdict {
  const result = test.get('result')
  const success = test.get('success')?.toLowerCase()
  const isUnrun = test.get('executed')?.toLowerCase() === 'false'
  if (result !== undefined) {
    const verdict = VERDICTS.get(result) ?? UNKNOWN
    if (verdict.is === 'passed' && success === 'false') return UNKNOWN
    // karma-nunit2-reporter reports skipped tests as successful.
    return verdict.is === 'passed' && isUnrun ? { is: 'skipped' } : verdict
  }
  if (isUnrun) return { is: 'skipped' }
  if (success === 'true') return { is: 'passed' }
  return success === 'false' ? { is: 'failed', element: 'failure' } : UNKNOWN
}

function getPlace(test: Attributes, suite: NunitSuite | null): NunitPlace {
  const name = test.get('name') ?? ''
  const script = scriptPlace(test.get('description') ?? '', name, suite)
  if (script !== null) return script
  const around = chain(suite)
  const fixture = around.findLast(({ attributes }) => attributes.get('type') === 'TestFixture')
  const titles = around.filter(({ attributes }) => !attributes.has('type')).map(getTitle)
  return { className: fixture === undefined ? '' : getName(fixture), titles, name }
}

/** Reporters of Jest and Karma write one suite per file or browser, without an assembly. */
function scriptPlace(description: string, name: string, suite: NunitSuite | null): NunitPlace | null {
  if (suite === null || suite.parent !== null) return null
  const outer = getTitle(suite)
  const place = { className: '', name, isScript: true }
  if (isScriptSuite(suite)) return { ...place, titles: [], file: own(outer) }
  const group = outer === '' || !description.startsWith(`${outer}.`) ? null : description.slice(outer.length + 1)
  return group === null ? null : { ...place, titles: group === '' ? [] : [own(group)], variant: getVariant(own(outer)) }
}

/** Namespaces and the suite itself, joined by dots. */
function getName(suite: NunitSuite): string {
  const outer = chain(suite.parent).filter(({ attributes }) => NAMESPACES.has(attributes.get('type') ?? ''))
  return [...outer, suite].map(getTitle).join('.')
}

const getTitle = ({ attributes }: NunitSuite): string => attributes.get('name') ?? ''

/** Returns a suite and its parents, outermost first. */
function chain(suite: NunitSuite | null): readonly NunitSuite[] {
  const around: NunitSuite[] = []
  for (let at = suite; at !== null; at = at.parent) around.unshift(at)
  return around
}
