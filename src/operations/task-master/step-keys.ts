/** Says the next step and the status in the keys that agents know from Task Master, each fact once. */
import * as z from 'zod'

export const Item = z.looseObject({ id: z.string(), title: z.string() })
export const Subtask = Item.extend({ status: z.string(), attempts: z.int() })
const texts = z.array(z.string())
const Unit = z.looseObject({
  id: z.string(),
  action: z.string(),
  phase: z.string(),
  subtask: z.string().nullable(),
  title: z.string(),
  instructions: z.string(),
  phaseInstruction: z.string(),
  acceptance: texts,
  drivers: texts,
  driverFailures: z.array(z.looseObject({ id: z.string() })),
  files: texts,
  frozen: texts,
  commands: texts,
  commitMessage: z.string(),
  limits: z.looseObject({ attempts: z.int(), maxAttempts: z.int() }),
  expectedFiles: texts,
  preconditions: z.array(z.looseObject({ id: z.string(), ok: z.boolean() })),
  canProceed: z.boolean(),
  errors: texts,
  context: z.looseObject({
    description: z.string(),
    testStrategy: z.string(),
    testConvention: z.string().nullable(),
    nearbyTests: texts,
    testCommands: z.array(z.looseObject({ command: z.string(), framework: z.string().exactOptional() })),
    mayEdit: texts,
    mustNotEdit: texts,
  }),
})
export const StepProgress = z.looseObject({
  completed: z.int(),
  total: z.int(),
  percentage: z.int(),
  skipped: z.int(),
  current: z.string().nullable(),
})

const Step = z.looseObject({
  conclusion: z.string(),
  task: Item.nullable(),
  subtasks: z.array(Subtask),
  next: Unit.nullable(),
  progress: StepProgress,
  finish: texts,
  notes: texts,
  uncommitted: texts,
  diff: z.unknown().optional(),
  resumed: z.boolean().exactOptional(),
})
type Step = z.output<typeof Step>
/** What our answer does not hold. */
export interface AroundAnswer {
  readonly branch: string | null
  /** The folder of the worktree. */
  readonly top: string | null
  /** What commits the working tree, where `complete` accepted it as it is now; without commands: a plain `commit`. */
  readonly accepted: { readonly commands: readonly string[] } | null
  /** The message of the new commit. */
  readonly message: string
  /** The run of the task; null before the first commit, or where nothing records. */
  readonly run: { readonly runId: string; readonly startTime: string; readonly commits: number | null } | null
  /** ISO 8601. */
  readonly now: string
}

const ACTIONS: Readonly<Record<string, string>> = {
  'write-failing-test': 'generate_test',
  'make-tests-pass': 'implement_code',
}
export const COMMITTING = { action: 'commit_changes', phase: 'COMMIT' } as const
export const WORKFLOW_PHASES = {
  before: 'PREFLIGHT',
  loop: 'SUBTASK_LOOP',
  check: 'FINALIZE',
  end: 'COMPLETE',
} as const
export const END = 'complete'

export const toRun = ({ run }: AroundAnswer) => (run === null ? {} : { runId: run.runId })

/** What `next` and `status` both say. */
function toStep(step: Step, { branch, accepted, ...around }: AroundAnswer) {
  const { next: open, task, subtasks, progress, conclusion, resumed } = step
  const known = open === null ? END : (ACTIONS[open.action] ?? open.action)
  const action = open !== null && accepted !== null ? COMMITTING.action : known
  const at = subtasks.findIndex(({ id }) => id === progress.current)
  const { id, title, status, attempts } = subtasks[at] ?? {}
  const ended = conclusion === 'success' ? WORKFLOW_PHASES.end : WORKFLOW_PHASES.check
  const { completed, total, percentage, skipped } = progress
  return {
    schemaVersion: 1,
    success: true,
    // The question for the next step resumes nothing: of a stopped task it says who can.
    ...(open?.action === 'wait' ? { success: false, error: open.title, suggestion: open.instructions } : {}),
    ...(resumed === undefined ? {} : { resumed }),
    taskId: task?.id ?? null,
    ...(task === null ? {} : { taskTitle: task.title }),
    branchName: branch,
    ...toRun({ branch, accepted, ...around }),
    phase: open === null ? ended : WORKFLOW_PHASES.loop,
    tddPhase: open === null ? null : accepted !== null ? COMMITTING.phase : open.phase.toUpperCase(),
    action,
    actionDescription: open?.title ?? 'Nothing is left to do',
    nextAction: action,
    next: open && { action: open.action, phase: open.phase, subtask: open.subtask },
    progress: { completed, total, current: at + 1 || completed, percentage, ...(skipped === 0 ? {} : { skipped }) },
    currentSubtask:
      id === undefined ? null : { id, title, status, attempts, maxAttempts: open?.limits.maxAttempts ?? 0 },
  }
}

export function toNextAnswer(json: object, around: AroundAnswer): object {
  const step = Step.parse(json)
  const { next: open, uncommitted, finish, notes } = step
  const canProceed = open?.canProceed ?? false
  const errors = open?.errors ?? []
  const found = { ...toStep(step, around), expectedFiles: open?.expectedFiles ?? [] }
  const rest = dropEmpty({ finish, notes, uncommitted })
  if (open === null) return { ...found, context: { canProceed, errors }, ...rest }
  const { id, instructions, phaseInstruction, drivers, driverFailures, frozen, commands, preconditions } = open
  const shown = new Set(driverFailures.map((failure) => failure.id))
  return {
    ...found,
    id,
    instructions: around.accepted ? ACCEPTED : [instructions, phaseInstruction].filter((line) => line !== '').join(' '),
    context: { canProceed, errors, ...toContext(open, around, uncommitted) },
    ...dropEmpty({
      drivers: drivers.filter((driver) => !shown.has(driver)),
      driverFailures,
      frozen,
      preconditions,
      commands: around.accepted?.commands.length ? around.accepted.commands : commands,
    }),
    ...rest,
  }
}

const ACCEPTED = 'The working tree is accepted: commit it.'

/** The facts of the step, in the part for its phase: that of RED, of GREEN or of the commit. */
function toContext(open: z.output<typeof Unit>, { accepted, top }: AroundAnswer, uncommitted: readonly string[]) {
  const { context, acceptance, files, expectedFiles, commitMessage, phase } = open
  const { testConvention, nearbyTests, testCommands, mayEdit, mustNotEdit, description, testStrategy, cycle, ...more } =
    context
  const { leastCovered, earlierAttempts } = more
  const [first] = testCommands
  const tests = { testPattern: testConvention, existingTests: nearbyTests }
  const parts = {
    red: {
      description,
      testStrategy,
      ...tests,
      redPhase: {
        testFile: expectedFiles[0] ?? null,
        testFramework: first?.framework,
        acceptanceCriteria: acceptance,
      },
    },
    green: { description, greenPhase: { testFile: files[0] ?? null, implementationHints: acceptance, expectedFiles } },
    commit: { commitPhase: { commitMessage, filesToCommit: uncommitted } },
  }
  const part = accepted ? parts.commit : phase === 'red' || phase === 'green' ? parts[phase] : { description }
  return dropEmpty({
    projectRoot: top,
    testCommand: first?.command,
    ...(testCommands.length > 1 ? { testCommands } : {}),
    mayEdit,
    mustNotEdit,
    cycle,
    leastCovered,
    earlierAttempts,
    ...part,
  })
}

export function toStatusAnswer(json: object, around: AroundAnswer): object {
  const step = Step.parse(json)
  const { next: open, subtasks, progress, uncommitted, finish, notes, conclusion, diff } = step
  const found = subtasks.find(({ id }) => id === progress.current)
  return {
    ...toStep(step, around),
    currentPhase: open?.phase ?? END,
    attemptNumber: (found?.attempts ?? 0) + (open === null ? 0 : 1),
    ...toTimes(around),
    subtasks: subtasks.map(({ id, title, status, attempts }) => ({ id, title, status, attempts })),
    canProceed: open?.canProceed ?? false,
    errors: open?.errors ?? [],
    metadata: { conclusion, ...dropEmpty({ finish, notes, uncommitted }) },
    ...(diff === undefined ? {} : { diff }),
  }
}

function toTimes({ run, now }: AroundAnswer): object {
  if (run === null) return {}
  const { commits, startTime } = run
  const seconds = Math.max(0, Math.floor((Date.parse(now) - Date.parse(startTime)) / 1_000))
  return { commits, startTime, duration: `${Math.floor(seconds / 60)}m ${seconds % 60}s` }
}

function dropEmpty(values: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) =>
        value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  )
}
