/** Reads SubUnit v2, the byte stream of Python's subunit, testtools and stestr. */
import { MAX_STACK } from '../../core/model/test-run.ts'
import { failureKeeper } from '../failure/failures.ts'
import { type Bytes, type ParsedCase, type ParsedReport, ReportError, type ReportFormat } from '../format.ts'
import { testCounter } from '../json/lines.ts'
import {
  type CaseOutcome,
  createCase,
  createHookFailure,
  createLoadError,
  type Keep,
  OUTCOME,
  toJsonReport,
} from '../json/report.ts'
import { getPackets, type Packet, type PacketsEnd } from './subunit-packets.ts'

export const subunit: ReportFormat = {
  about: 'SubUnit v2: Python `python -m subunit.run`, testtools, stestr, nose2 and others that stream it',
  source: 'https://github.com/testing-cabal/subunit',
  limits:
    'whether a failure is an error, except from its traceback; retries (each run of a test is reported); whether more tests were to follow, without a list at the beginning',
  // The signature is not a valid character; the next byte contains the version.
  looksLike: (head) => /^\ufffd[ -/]/.test(head),
  parse: parseSubunit,
}

/** One run of one test. */
interface Execution {
  readonly id: string
  status: number
  startMs: number | null
  endMs: number | null
  /** The attachments, mainly a traceback. */
  traceback: string
}

const EXISTS = 1
const IN_PROGRESS = 2
/** Python: modules and a class precede the name; text in brackets belongs to the name. */
const DOTTED = /^((?:[\w$]+\.)*[\w$]+)\.([\w$]+(?:[([][\s\S]*)?)$/
const FIXTURE = /^(?:setUp|tearDown)(?:Class|Module) \((.+)\)$/
const NOT_LOADED = /^(?:unittest\.loader\._FailedTest|testtools\.testsuite\.\w+)\.([\w.]+)$/
const RAISED = /^([A-Za-z_][\w.]{0,200}(?:Error|Exception|Failure|Exit|Interrupt|Warning|Timeout)): ?([\s\S]*)$/
const TRACEBACK = 'Traceback (most recent call last):'

/** @throws ReportError when it contains no packet. */
function parseSubunit(bytes: Bytes): ParsedReport {
  const end: PacketsEnd = { brokenBy: null, hasText: false }
  const executions = new Map<string, Execution>()
  const all: Execution[] = []
  const count = testCounter()
  let packets = 0
  for (const packet of getPackets(bytes, end)) {
    packets += 1
    if (packet.id !== null) note(packet, packet.id, { executions, all, count })
  }
  if (packets === 0 && end.brokenBy === null) throw new ReportError('holds no packet of SubUnit v2')
  return toReport(all, end)
}

function note(
  packet: Packet,
  id: string,
  { executions, all, count }: { executions: Map<string, Execution>; all: Execution[]; count: () => void },
): void {
  const key = `${packet.route}\n${id}`
  let test = executions.get(key)
  if (test === undefined || (test.status > IN_PROGRESS && packet.status !== 0)) {
    count()
    test = { id, status: 0, startMs: null, endMs: null, traceback: '' }
    executions.set(key, test)
    all.push(test)
  }
  if (packet.status !== 0) test.status = packet.status
  if (packet.status === IN_PROGRESS) test.startMs = packet.atMs
  else if (packet.status > IN_PROGRESS) test.endMs = packet.atMs
  const { file } = packet
  // Testtools numbers further tracebacks of one test: the first says why it failed.
  if (file?.name === 'traceback' && test.traceback.length < 2 * MAX_STACK)
    test.traceback += new TextDecoder().decode(file.content)
}

function toReport(all: readonly Execution[], end: PacketsEnd): ParsedReport {
  const keep = failureKeeper()
  const failed = all.filter(({ status }) => status > IN_PROGRESS && !isGood(status))
  const fixtures = failed.filter(({ id }) => FIXTURE.test(id))
  const loads = failed.filter(({ id }) => NOT_LOADED.test(id))
  const others = new Set([...fixtures, ...loads])
  const stopped = fixtures.map(({ id }) => `${FIXTURE.exec(id)?.[1]}.`)
  const isExplained = ({ id, status }: Execution) => status !== EXISTS || stopped.some((start) => id.startsWith(start))
  const tests = all.filter((test) => test.status !== 0 && !others.has(test))
  return toJsonReport('subunit', {
    cases: tests.map((test) => toCase(test, keep)),
    loadErrors: loads.map(({ id, traceback }) => createLoadError(getFile(NOT_LOADED.exec(id)?.[1] ?? ''), traceback)),
    hookFailures: fixtures.map(({ id, traceback }) =>
      createHookFailure(null, [FIXTURE.exec(id)?.[1] ?? ''], getLastLines(traceback)),
    ),
    runErrors: end.brokenBy === null ? [] : [end.brokenBy],
    isComplete: end.brokenBy === null && tests.every(isExplained),
    warnings: end.hasText ? ['text between the packets is no part of the report'] : [],
  })
}

const isGood = (status: number) => status === 3 || status === 5 || status === 7

function toCase(test: Execution, keep: Keep): ParsedCase {
  const [, parent, name] = DOTTED.exec(test.id) ?? []
  const durationMs = test.startMs === null || test.endMs === null ? null : Math.max(0, test.endMs - test.startMs)
  const outcome = toOutcome(test, keep)
  if (parent === undefined || name === undefined) return createCase(outcome, { name: test.id, durationMs })
  return createCase(outcome, { name, suite: [parent], className: parent, durationMs })
}

function toOutcome({ status, traceback }: Execution, keep: Keep): CaseOutcome {
  switch (status) {
    case EXISTS:
      return OUTCOME.notRun
    case IN_PROGRESS:
      return keep.died()
    case 3:
      return OUTCOME.passed
    case 4:
      return keep.unexpectedSuccess('the test was expected to fail, and passed')
    case 5:
      return OUTCOME.skipped
    case 7:
      return OUTCOME.expectedFailure
    default:
      return keep.failing(getFailureText(traceback))
  }
}

/** The exception starts a line, after its last frame. */
function getLastLines(traceback: string): string {
  const start = traceback.lastIndexOf(TRACEBACK)
  const lines = (start < 0 ? traceback : traceback.slice(start + TRACEBACK.length + 1)).split('\n')
  const first = start < 0 ? 0 : lines.findIndex((line) => /^\S/.test(line))
  return lines.slice(Math.max(first, 0)).join('\n').trim()
}

function getFailureText(traceback: string) {
  const lastLines = getLastLines(traceback)
  const [, type, message] = RAISED.exec(lastLines) ?? []
  return { type: type ?? null, message: message || lastLines, detail: traceback, element: 'failure' as const }
}

const getFile = (module: string) => `${module.replaceAll('.', '/')}.py`
