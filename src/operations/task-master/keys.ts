/** Says an answer in the keys that agents know from Task Master, each fact once. It decides nothing: all values are in our answer. */
import * as z from 'zod'
import { countFailing } from '../../core/model/test-run.ts'
import {
  type AroundAnswer,
  COMMITTING,
  END,
  Item,
  StepProgress,
  Subtask,
  toNextAnswer,
  toRun,
  toStatusAnswer,
  WORKFLOW_PHASES,
} from './step-keys.ts'

const Tests = z.looseObject({ passed: z.int(), failed: z.int(), errored: z.int(), loadErrors: z.int() })
const Finding = z.looseObject({ level: z.string(), message: z.string(), suggestion: z.string() })
/** The keys that are read here, by the answers that have them: of `start`, of `complete` and `commit`. */
const Started = z.looseObject({
  plan: Item.extend({ subtasks: z.array(Item) }).nullish(),
  branch: z.string(),
  commit: z.string().nullable(),
  canProceed: z.boolean().default(true),
  maxAttempts: z.int().optional(),
})
const Judged = z.looseObject({
  phase: z.string().default(''),
  subtask: z.string().nullish(),
  isReady: z.boolean(),
  keptRed: z.string().nullish(),
  tests: Tests.nullable(),
  findings: z.array(Finding),
  progress: StepProgress.exactOptional(),
  openSubtask: Subtask.nullish(),
  commit: z.string().nullish(),
})
type Judged = z.output<typeof Judged>

const BEFORE: Readonly<Record<string, string>> = { red: 'generate_test', green: 'implement_code' }
const AFTER_RED = { currentPhase: 'GREEN', nextAction: 'implement_code' } as const
/** Returns the answer of an operation in the keys that agents know; null for operations that Task Master does not have. */
export function toKnownAnswer(name: string, json: object, around: AroundAnswer): object | null {
  switch (name) {
    case 'start':
      return { ...json, ...toStarted(Started.parse(json), around) }
    case 'next':
      return toNextAnswer(json, around)
    case 'status':
      return toStatusAnswer(json, around)
    case 'complete':
      return { ...withoutDone(json), ...toCompleted(Judged.parse(json)), ...toRun(around) }
    case 'commit':
      return { ...withoutDone(json), ...toCommitted(Judged.parse(json), around), ...toRun(around) }
    default:
      return null
  }
}

function toStarted(
  { plan, branch, commit, canProceed, maxAttempts }: z.output<typeof Started>,
  around: AroundAnswer,
): object {
  const [first] = plan?.subtasks ?? []
  const total = plan?.subtasks.length ?? 0
  const task = plan?.id ?? 'of this branch'
  return {
    success: canProceed,
    message: commit === null ? `Planned task ${task}; wrote nothing` : `Workflow started for task ${task}`,
    taskId: plan?.id ?? null,
    branchName: branch,
    ...toRun(around),
    phase: commit === null ? WORKFLOW_PHASES.before : WORKFLOW_PHASES.loop,
    tddPhase: 'RED',
    progress: { completed: 0, total, current: Math.min(1, total), percentage: 0 },
    currentSubtask: first
      ? {
          id: first.id,
          title: first.title,
          status: 'in-progress',
          attempts: 0,
          ...(maxAttempts === undefined ? {} : { maxAttempts }),
        }
      : null,
    nextAction: 'generate_test',
  }
}

/** What is accepted needs no failures, and no commands where its next action takes all: a plain `commit` does. */
function withoutDone(json: object): object {
  const { driverFailures, commands, openSubtask: _, ...rest } = json as Readonly<Record<string, unknown>>
  if (rest['isReady'] !== true) return { ...rest, driverFailures, commands }
  const { leftOut, keptRed, commit } = LeftOut.parse(rest)
  return leftOut.length > 0 && !keptRed && commit === undefined ? { ...rest, commands } : rest
}

const LeftOut = z.looseObject({
  leftOut: z.array(z.string()).default([]),
  keptRed: z.string().nullish(),
  commit: z.string().nullish(),
})

function toCompleted({ phase, isReady, keptRed, tests, findings }: Judged): object {
  const phaseName = phase.toUpperCase()
  if (isReady)
    return {
      success: true,
      validated: true,
      message: `Completed ${phaseName} phase`,
      previousPhase: phaseName,
      ...(keptRed ? AFTER_RED : { currentPhase: COMMITTING.phase, nextAction: COMMITTING.action }),
    }
  const broken = findings.find(({ level }) => level === 'error') ?? findings[0]
  const error = `${phaseName} phase validation failed`
  return {
    success: false,
    validated: false,
    error,
    message: error,
    reason: broken?.message ?? 'The tests of this step still fail.',
    actual: tests && { passed: tests.passed, failed: countFailing(tests) },
    suggestion: broken?.suggestion ?? 'Make the tests pass.',
    nextAction: BEFORE[phase] ?? null,
  }
}

function toCommitted(answer: Judged, { message }: AroundAnswer): object {
  const { commit, progress, phase, subtask, openSubtask } = answer
  if (commit === null || commit === undefined) return toCompleted(answer)
  const isComplete = progress !== undefined && progress.total > 0 && progress.completed === progress.total
  const following = phase === 'red' ? 'implement_code' : 'generate_test'
  const isDone = phase !== 'red' && typeof subtask === 'string' && progress?.current !== subtask
  const { id, title, status, attempts } = openSubtask ?? {}
  return {
    success: true,
    message,
    commitSha: commit,
    commit: { hash: commit, message },
    subtaskCompleted: isDone ? subtask : null,
    currentSubtask: id === undefined ? null : { id, title, status, attempts },
    isComplete,
    nextAction: isComplete ? END : following,
  }
}
