/**
 * Reports the result to the job. Later steps get outputs, people a summary and annotations, and the log ends with the
 * result.
 */
import { join } from 'node:path'
import type { WorkUnit } from '../../core/model/finding.ts'
import type { RunReport } from '../../render/gate-report/run-report.ts'
import { toUnitJson } from '../../render/gate-report/verify-json.ts'
import { type ErrorJson, toErrorJson, toErrorText } from '../../render/text/error.ts'
import { plain } from '../../render/text/text.ts'
import type { ActionJob } from '../job.ts'
import type { AnnotationText, Ports } from '../ports.ts'
import type { RunState } from '../run-state.ts'
import { actionTexts } from '../texts.ts'
import { formatOutput } from './measured.ts'
import { endSurvivors } from './survivors.ts'

/** Entries of a list in the output `next`; longer lists are cut, because agents read it, not programs. */
const MAX_NEXT_ENTRIES = 100
const MAX_NEXT = 60_000
const MAX_TITLE = 255

export interface JobResult {
  readonly report: RunReport
  readonly hasFailed: boolean
  /** Further errors: the decision stands, but the step fails. */
  readonly problems: readonly ErrorJson['error'][]
}

export async function writeOutputs(
  job: ActionJob,
  ports: Ports,
  runState: RunState,
  { report, hasFailed, problems }: JobResult,
): Promise<void> {
  // From here on no other process writes: the step empties its files first, and then fills them.
  const survivors = runState.inputs?.mode === 'judge' ? 0 : endSurvivors()
  job.emptyFiles()
  for (const [name, value] of Object.entries(getOutputs(runState, report))) job.setOutput(name, value)
  await job.writeSummary(await ports.render.toSummary(report))
  const isOnlyMeasured = runState.inputs?.mode === 'measure' && report.error === null
  const findings = isOnlyMeasured ? [] : ports.render.toAnnotations(report)
  job.annotate(getAnnotations(findings, report, { hasFailed, problems }))
  await job.quote(async (print) => {
    for (const { code, message, suggestion } of problems) print(plain(`error [${code}] ${message} -> ${suggestion}`))
    if (survivors > 0) print(actionTexts.survivors(survivors))
    print(ports.render.toJobLog(report))
  })
}

/** Reports an error in the log and as an annotation, which need no file of the runner. */
export async function reportOnly(job: ActionJob, error: unknown): Promise<false> {
  const { code, message, suggestion } = toErrorJson(error).error
  job.annotate([annotation(code, `${message} ${suggestion}`)])
  await job.quote(async (print) => print(`TDD-GATE RESULT unmeasurable\n${toErrorText(error)}`))
  return false
}

/** Adds the first error as an annotation when no other annotation explains the failure. */
function getAnnotations(
  findings: readonly AnnotationText[],
  report: RunReport,
  { hasFailed, problems }: Omit<JobResult, 'report'>,
): readonly AnnotationText[] {
  const ours = problems.map((problem) => annotation(problem.code, `${problem.message} ${problem.suggestion}`))
  const all = [...ours, ...findings]
  if (!hasFailed || all.some(({ level }) => level === 'error')) return all
  const { error, decision } = report
  if (error !== null) return [annotation(error.code, `${error.message} ${error.suggestion}`), ...all]
  const next = decision?.next ? `${decision.next.title}. ${decision.next.suggestion.text}` : 'See the end of the log.'
  return [annotation(decision?.conclusion ?? 'unmeasurable', next), ...all]
}

function annotation(title: string, message: string): AnnotationText {
  return {
    level: 'error',
    title: plain(`tdd-gate: ${title}`, MAX_TITLE),
    message: plain(message),
    path: null,
    line: null,
  }
}

function getOutputs(
  { folder, inputs, recorded }: RunState,
  { decision, error, trust }: RunReport,
): Readonly<Record<string, string>> {
  const written = folder?.files().map(({ path }) => path) ?? []
  const getPath = (file: string, shown = file) =>
    folder !== null && written.includes(file) ? join(folder.path, shown) : ''
  return {
    conclusion: decision?.conclusion ?? (error === null ? 'in_progress' : 'unmeasurable'),
    phase: decision?.next?.phase ?? decision?.commits.at(-1)?.phase ?? '',
    subtask: decision?.next?.subtask ?? decision?.commits.at(-1)?.subtask ?? '',
    next: getNext(decision?.next ?? null),
    'evidence-path': getPath('evidence/index.json', 'evidence'),
    'report-path': getPath('report.html'),
    level: trust?.level ?? '',
    recording:
      inputs?.mode !== 'measure' || recorded === null
        ? ''
        : formatOutput({
            digest: recorded,
            conclusion: decision?.conclusion ?? (error === null ? 'shard' : 'unmeasurable'),
          }),
  }
}

/** Returns compact JSON of limited size: cuts the ends of lists first, then the lists. */
function getNext(unit: WorkUnit | null): string {
  if (unit === null) return ''
  const json = toUnitJson(unit)
  const cut = (max: number) => JSON.stringify(json, (_, value) => (Array.isArray(value) ? value.slice(0, max) : value))
  return [Infinity, MAX_NEXT_ENTRIES, 1].map(cut).find((text) => text.length <= MAX_NEXT) ?? cut(0)
}
