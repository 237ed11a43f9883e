/** Reads NUnit 3, also of Unity. https://docs.nunit.org/articles/nunit/technical-notes/usage/Test-Result-XML-Format.html */
import { claimed, type DotnetVerdict, finish, newDraft, UNKNOWN } from '../dotnet/draft.ts'
import { type Bytes, type ParsedReport, ReportError, type ReportFormat } from '../format.ts'
import { hasFailed, type NunitPlace, type NunitSuite, type NunitVersion, readNunit } from '../nunit/read.ts'
import { reportTexts } from '../texts.ts'
import { getRoot } from '../xml/report.ts'
import type { Attributes } from '../xml/xml.ts'

const VERSION: NunitVersion = { root: 'test-run', verdictOf: getVerdict, placeOf: getPlace, nameOf: getName }
const ERROR: DotnetVerdict = { is: 'failed', kind: 'error', element: 'error' }

export const nunit3: ReportFormat = {
  about: 'XML of NUnit 3 and 4: nunit3-console, NUnitLite, Unity',
  source: 'https://docs.nunit.org/articles/nunit/technical-notes/usage/Test-Result-XML-Format.html',
  looksLike: (head) => getRoot(head)?.name === VERSION.root,
  parse: parseNunit3,
}

/** @throws ReportError when it is not an NUnit 3 report, or a limit is passed. */
function parseNunit3(bytes: Bytes): ParsedReport {
  const draft = newDraft()
  const { end, root, unknown } = readNunit(bytes, VERSION, draft)
  const isEmpty = draft.cases.length === 0 && (root === null || !hasFailed(root)) && end.brokenBy === null
  if (unknown !== null && isEmpty) throw new ReportError(reportTexts.otherFormat('test-case', unknown))
  return finish(draft, 'nunit3', end, {
    tests: claimed(root?.get('total')),
    failing: claimed(root?.get('failed')),
    hasFailed: root !== null && hasFailed(root),
  })
}

/** Unity adds the location to the result: `Failed(Child)`. */
function getVerdict(test: Attributes): DotnetVerdict {
  if (test.get('runstate') === 'NotRunnable') return ERROR
  switch (test.get('result')?.replace(/\(.*/, '')) {
    case 'Passed':
      return { is: 'passed' }
    case 'Failed':
      return failedBy(test.get('label'))
    case 'Skipped':
      return { is: 'skipped' }
    case 'Inconclusive':
      return { is: 'skipped', odd: 'inconclusive' }
    case 'Warning':
      return { is: 'skipped', odd: 'with a warning' }
    default:
      return UNKNOWN
  }
}

function failedBy(label: string | undefined): DotnetVerdict {
  if (label === 'Invalid') return ERROR
  if (label === 'Cancelled') return { is: 'failed', kind: 'crash', element: 'error' }
  return { is: 'failed', element: label === 'Error' ? 'error' : 'failure' }
}

function getPlace(test: Attributes, suite: NunitSuite | null): NunitPlace {
  const name = test.get('name') ?? test.get('fullname') ?? ''
  return { className: getFixture(suite) ?? test.get('classname') ?? around(test, name), titles: [], name }
}

/** The full name distinguishes parametrised fixtures of the same class. */
function getFixture(suite: NunitSuite | null): string | undefined {
  for (let at = suite; at !== null; at = at.parent)
    if (at.attributes.get('type') === 'TestFixture') return at.attributes.get('fullname')
  return undefined
}

function around(test: Attributes, name: string): string {
  const full = test.get('fullname') ?? ''
  return full.endsWith(`.${name}`) ? full.slice(0, -name.length - 1) : ''
}

function getName({ attributes }: NunitSuite): string {
  const name = attributes.get('name') ?? ''
  return attributes.get('type') === 'Assembly' ? name : (attributes.get('fullname') ?? name)
}
