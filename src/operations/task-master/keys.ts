/** Adds to an answer the keys that agents know from Task Master. It decides nothing: all values are in our answer. */
import * as z from 'zod'
import { badUsage, notAnOption } from '../../core/errors/usage.ts'
import { getCurrentBranch } from '../../git/write.ts'
import type { Definition, Operation } from '../operation.ts'
import { isTreeAccepted } from '../runs/refusal.ts'
import type { Hooks } from '../verify/progress.ts'

const Item = z.looseObject({ id: z.string(), title: z.string() })
const Subtask = Item.extend({ status: z.string(), attempts: z.int() })
const Unit = z.looseObject({
  action: z.string(),
  phase: z.string(),
  title: z.string(),
  instructions: z.string(),
  limits: z.looseObject({ maxAttempts: z.int() }),
  expectedFiles: z.array(z.string()),
  canProceed: z.boolean(),
  errors: z.array(z.string()),
})
const Tests = z.looseObject({ passed: z.int(), failed: z.int(), errored: z.int(), loadErrors: z.int() })
const Finding = z.looseObject({ level: z.string(), message: z.string(), suggestion: z.string() })
const Progress = z.looseObject({ completed: z.int(), total: z.int(), current: z.string().nullable() })

/** The keys that are read here, by the answers that have them: of `start`, of `next` and `status`, of `complete` and `commit`. */
const Started = z.looseObject({ plan: Item.extend({ subtasks: z.array(Item) }).nullish(), branch: z.string() })
const Step = z.looseObject({
  task: Item.nullable(),
  subtasks: z.array(Subtask),
  next: Unit.nullable(),
  progress: Progress,
})
const Judged = z.looseObject({
  phase: z.string().default(''),
  isReady: z.boolean(),
  tests: Tests.nullable(),
  findings: z.array(Finding),
  progress: Progress.exactOptional(),
  commit: z.string().nullish(),
})
type Judged = z.output<typeof Judged>

/** What our answer does not hold. */
interface AroundAnswer {
  readonly branch: string | null
  /** True when `complete` accepted the working tree as it is now. */
  readonly isAccepted: boolean
  /** The message of the new commit. */
  readonly message: string
}

const ACTIONS: Readonly<Record<string, string>> = {
  'write-failing-test': 'generate_test',
  'make-tests-pass': 'implement_code',
}
const BEFORE: Readonly<Record<string, string>> = { red: 'generate_test', green: 'implement_code' }
const COMMIT = { action: 'commit_changes', phase: 'COMMIT' } as const
const [LOOP, END] = ['SUBTASK_LOOP', 'COMPLETE'] as const

/** Returns the further keys of an operation's answer; none for operations that Task Master does not have. */
export function toKnownKeys(name: string, json: object, around: AroundAnswer): object {
  switch (name) {
    case 'start':
      return toStarted(Started.parse(json))
    case 'next':
    case 'status':
      return { ...toStep(Step.parse(json), around), ...(name === 'next' ? toStop(Step.parse(json)) : {}) }
    case 'complete':
      return toCompleted(Judged.parse(json))
    case 'commit':
      return toCommitted(Judged.parse(json), around)
    default:
      return {}
  }
}

function toStarted({ plan, branch }: z.output<typeof Started>): object {
  const [first] = plan?.subtasks ?? []
  return {
    success: true,
    taskId: plan?.id ?? null,
    branchName: branch,
    phase: LOOP,
    tddPhase: 'RED',
    progress: { completed: 0, total: plan?.subtasks.length ?? 0, percentage: 0 },
    currentSubtask: first ? { id: first.id, title: first.title, status: 'in-progress', attempts: 0 } : null,
    nextAction: 'generate_test',
  }
}

/** The question for the next step resumes nothing: of a stopped task it says who can. */
function toStop({ next }: z.output<typeof Step>): object {
  return next?.action === 'wait' ? { success: false, error: next.title, suggestion: next.instructions } : {}
}

function toStep(
  { next: open, task, subtasks, progress }: z.output<typeof Step>,
  { branch, isAccepted }: AroundAnswer,
): object {
  const known = open === null ? null : (ACTIONS[open.action] ?? open.action)
  const action = open !== null && isAccepted ? COMMIT.action : known
  const found = subtasks.find(({ id }) => id === progress.current)
  const { id, title, status, attempts } = found ?? {}
  return {
    success: true,
    taskId: task?.id ?? null,
    branchName: branch,
    phase: open === null ? END : LOOP,
    tddPhase: open === null ? null : isAccepted ? COMMIT.phase : open.phase.toUpperCase(),
    action,
    actionDescription: open?.title ?? 'Nothing is left to do',
    nextAction: action,
    currentSubtask: found ? { id, title, status, attempts, maxAttempts: open?.limits.maxAttempts ?? 0 } : null,
    expectedFiles: open?.expectedFiles ?? [],
    canProceed: open?.canProceed ?? false,
    errors: open?.errors ?? [],
  }
}

function toCompleted({ phase, isReady, tests, findings }: Judged): object {
  const phaseName = phase.toUpperCase()
  if (isReady)
    return {
      success: true,
      message: `Completed ${phaseName} phase`,
      previousPhase: phaseName,
      currentPhase: COMMIT.phase,
      nextAction: COMMIT.action,
    }
  const broken = findings.find(({ level }) => level === 'error') ?? findings[0]
  return {
    success: false,
    error: `${phaseName} phase validation failed`,
    reason: broken?.message ?? 'The tests of this step still fail.',
    actual: tests ? { passed: tests.passed, failed: tests.failed + tests.errored + tests.loadErrors } : null,
    suggestion: broken?.suggestion ?? 'Make the tests pass.',
    nextAction: BEFORE[phase] ?? null,
  }
}

function toCommitted(answer: Judged, { message }: AroundAnswer): object {
  const { commit, progress, phase } = answer
  if (commit === null || commit === undefined) return toCompleted(answer)
  const isComplete = progress !== undefined && progress.total > 0 && progress.completed === progress.total
  const following = phase === 'red' ? 'implement_code' : 'generate_test'
  return {
    success: true,
    commit: { hash: commit, message },
    isComplete,
    nextAction: isComplete ? null : following,
  }
}

/** Returns the operation with the further keys in its answer. */
export function withKnownKeys(name: string, definition: Definition): Definition {
  return {
    ...definition,
    output: z.looseObject({ schemaVersion: z.literal(1) }),
    run: async (input, hooks) => {
      const answer = await definition.run(input, hooks)
      const keys = toKnownKeys(name, answer.json, await readAround(name, answer.json, hooks))
      return { ...answer, json: { ...answer.json, ...keys } }
    },
  }
}

async function readAround(name: string, json: object, { repository }: Hooks): Promise<AroundAnswer> {
  if (repository === undefined) return { branch: null, isAccepted: false, message: '' }
  const commit = name === 'commit' && 'commit' in json && typeof json.commit === 'string' ? json.commit : null
  const [branch, isAccepted, message] = await Promise.all([
    getCurrentBranch(repository),
    name === 'next' || name === 'status' ? isTreeAccepted(repository) : false,
    commit === null ? '' : repository.git(['log', '-1', '--format=%B', commit]).then((text) => text.toString().trim()),
  ])
  return { branch, isAccepted, message }
}

/**
 * Reads the input of an operation.
 * @throws GateError `bad-usage`
 */
export function toOwnInput(
  { name }: Pick<Operation, 'name'>,
  { input }: Pick<Definition, 'input'>,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { data, error } = input.safeParse(given)
  const [issue] = error?.issues ?? []
  if (data !== undefined) return data
  const place = issue?.path.join('.') ?? ''
  throw badUsage(`${place === '' ? '' : `\`${place}\`: `}${issue?.message}.`, `${name} --help`)
}

/**
 * Refuses options of Task Master that are no options here, and names what does their work.
 * @param args what follows a command
 * @throws GateError `bad-usage`
 */
export function refuseElsewhere(args: readonly string[]): void {
  for (const arg of args) {
    const option = arg.replace(/=.*/s, '')
    const task = args.find((one) => !one.startsWith('-')) ?? '<task>'
    const refusal = notAnOption(option, task)
    if (refusal !== null) throw refusal
  }
}
