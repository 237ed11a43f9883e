/** Lists tools under the names and inputs that agents know from Task Master: each one is another name of an operation. */
import * as z from 'zod'
import { completedByCommit, twoSubjects, unknownUnit, wrongParameter } from '../../core/errors/usage.ts'
import { STATED_PHASES } from '../../core/evaluate/phase.ts'
import { chosenFiles } from '../catalog/inputs.ts'
import { type Claims, checkTotal, claimsSchema, coverageClaim } from '../claims.ts'

interface Alias {
  readonly operation: string
  /** Every parameter of the documents, and no other one. */
  readonly input: z.ZodObject
  /** True: what the caller stopped goes on before. */
  readonly isResume?: true
}

const MAX_TEXT = 4_096
const text = z.string().min(1).max(MAX_TEXT).exactOptional()
const count = z.int().min(0).exactOptional()
const PHASES = STATED_PHASES.filter((one) => one !== 'start')
const whole = z.int().min(1).exactOptional()
const files = z.array(z.string()).exactOptional()
const phase = z.enum(PHASES).exactOptional()

const Root = z.strictObject({ projectRoot: text, runId: text })
const Numbers = z.strictObject(claimsSchema.shape).exactOptional().describe('compared with what is measured')
const Start = Root.omit({ runId: true }).extend({
  taskId: z.coerce.string().min(1).describe('a document, or an id'),
  tag: text,
  dryRun: z.boolean().exactOptional(),
  maxAttempts: whole,
  force: z.boolean().exactOptional().describe('begin beside the branch of an earlier start'),
  options: z.strictObject({ branch: text, maxAttempts: whole }).exactOptional(),
})
const Phase = Root.extend({ phase, subtaskId: text, testResults: Numbers, coverage: coverageClaim, files: chosenFiles })
const Commit = Root.extend({
  subtaskId: text,
  message: text.describe('the subject'),
  customMessage: text,
  files: chosenFiles,
})
const Unit = Root.extend({
  workUnitId: text,
  result: z
    .strictObject({
      phase: z.string().exactOptional(),
      testsPassed: count,
      testsFailed: count,
      success: z.boolean().exactOptional(),
      testsCreated: files,
      filesModified: files,
      attempts: count,
      commitSha: z.string().exactOptional(),
      error: z.string().exactOptional(),
      logs: z.string().exactOptional(),
    })
    .exactOptional()
    .describe('compared with what is measured'),
})

export const ALIASES: Readonly<Record<string, Alias>> = {
  autopilot_start: { operation: 'start', input: Start },
  autopilot_resume: { operation: 'next', input: Root, isResume: true },
  autopilot_next: { operation: 'next', input: Root },
  autopilot_status: { operation: 'status', input: Root },
  autopilot_complete_phase: { operation: 'complete', input: Phase },
  autopilot_commit: { operation: 'commit', input: Commit },
  autopilot_finalize: { operation: 'verify', input: Root },
  autopilot_abort: { operation: 'abort', input: Root },
  autopilot_next_work_unit: { operation: 'next', input: Root },
  autopilot_complete_work_unit: { operation: 'complete', input: Unit },
  autopilot_get_state: { operation: 'status', input: Root },
  autopilot_pause: { operation: 'pause', input: Root },
}

/** What an alias was called with, in the terms of its operation. */
interface AliasCall {
  readonly input: Readonly<Record<string, unknown>>
  /** Numbers that are compared with the measured ones; null without any. */
  readonly claims: Claims | null
  /** Parameters that say what the gate measures itself: the answer names them. */
  readonly unread: readonly string[]
}

/** Of the result of a work unit. */
const MEASURED = ['success', 'testsCreated', 'filesModified', 'attempts', 'commitSha', 'error', 'logs'] as const

/** All parameters of all aliases. An alias has some of them. */
type Said = Partial<z.output<typeof Start> & z.output<typeof Phase> & z.output<typeof Commit> & z.output<typeof Unit>>

/**
 * Reads what an alias was called with.
 * @throws GateError `bad-usage` for a parameter that it does not take, or that means nothing here
 */
export function fromAlias(name: string, received: Readonly<Record<string, unknown>>): AliasCall {
  const { input } = ALIASES[name] ?? { input: Root }
  const { data, error } = input.safeParse(received)
  if (data === undefined) throw wrongParameter(name, toPlace(error.issues[0]), Object.keys(input.shape))
  const said = data as Said
  const unread = MEASURED.filter((key) => said.result?.[key] !== undefined).map((key) => `result.${key}`)
  return { input: dropAbsent(toInput(said)), claims: toClaims(said), unread }
}

function toPlace(issue: z.core.$ZodIssue | undefined): string {
  const { path = [], message = '' } = issue ?? {}
  return path.length === 0 ? message : `\`${path.join('.')}\`: ${message}`
}

function toInput(said: Said): Readonly<Record<string, unknown>> {
  const { projectRoot: repo, runId, taskId, tag, dryRun, message, customMessage, workUnitId, result } = said
  if (message !== undefined && customMessage !== undefined) throw twoSubjects()
  const { branch, maxAttempts } = said.options ?? {}
  const unit = workUnitId === undefined ? null : parseUnit(workUnitId)
  return {
    repo,
    runId,
    dryRun,
    task: taskId === undefined || tag === undefined ? taskId : `${tag}:${taskId}`,
    branch,
    maxAttempts: said.maxAttempts ?? maxAttempts,
    fresh: said.force,
    message: message ?? customMessage,
    phase: said.phase ?? unit?.phase ?? (result?.phase === undefined ? undefined : toUnitPhase(result.phase)),
    subtask: said.subtaskId ?? unit?.subtask,
    files: said.files,
  }
}

const UNIT = [/^(?<subtask>.+):(?<phase>\w+):\d+$/, /^workUnit-(?<subtask>.+)-(?<phase>[A-Za-z]+)$/]

/** The id of a step says which phase of which subtask is completed: `7.1:red:1`, or `workUnit-7.1-RED`. */
function parseUnit(id: string): { readonly phase: string; readonly subtask: string | undefined } {
  const { phase = '', subtask = '' } =
    UNIT.map((form) => form.exec(id)?.groups).find((groups) => groups !== undefined) ?? {}
  if (subtask === '') throw unknownUnit(id)
  return { phase: toUnitPhase(phase), subtask: subtask === '-' ? undefined : subtask }
}

function toUnitPhase(said: string): string {
  const phase = PHASES.find((one) => one === said.toLowerCase())
  if (phase === undefined) throw said.toLowerCase() === 'commit' ? completedByCommit() : unknownUnit(said)
  return phase
}

/** @throws GateError `bad-usage` where the claimed numbers contradict each other */
function toClaims({ testResults, result, coverage }: Said): Claims | null {
  const claims = testResults ?? { passed: result?.testsPassed, failed: result?.testsFailed }
  const given = dropAbsent({ ...claims, coverage: coverage ?? testResults?.coverage }) as Claims
  checkTotal(given)
  return Object.keys(given).length === 0 ? null : given
}

function dropAbsent(values: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
