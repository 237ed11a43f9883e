/** Lists the operations that an agent may call: name, input, what it changes, and a lazy implementation. */
import * as z from 'zod'
import { VERIFY } from '../core/rules/text.ts'
import { repeatCommand } from '../operations/repeat-command.ts'
import type { Hooks } from '../operations/verify/progress.ts'

/** An answer as JSON for programs, and as text for the agent. */
export interface ToolAnswer {
  readonly json: Readonly<Record<string, unknown>>
  readonly text: string
}

export interface Operation<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: Input
  /** The keys that every answer has; further ones may be added in later versions. */
  readonly output: z.ZodObject
  /** True where neither the repository nor anything outside of the cache changes. */
  readonly isReadOnly: boolean
  readonly load: () => Promise<(input: z.output<Input>, hooks: Hooks) => Promise<ToolAnswer>>
}

const MAX_TEXT = 4_096
const text = z.string().min(1).max(MAX_TEXT)
const repo = text.default('.').describe('Folder inside the repository.')
const base = text
  .optional()
  .describe('Revision after whose merge base the commits begin; the default branch by default.')
const task = text.optional().describe('Task document, or id of a task; by default the plan in the first commit.')
const config = text.optional().describe('Configuration file that replaces the one of the base.')
const Branch = z.strictObject({ repo, base, task, config })
const Complete = Branch.extend({
  phase: z.enum(['red', 'green', 'refactor']).optional().describe('Phase that the commit would state.'),
  subtask: text.optional().describe('Subtask that the commit would state.'),
})
const SCHEMA_VERSION = z.literal(1)
const Progress = z.object({
  completed: z.int(),
  total: z.int(),
  percentage: z.int(),
  current: z.string().nullable(),
})

const NextOutput = z.looseObject({
  schemaVersion: SCHEMA_VERSION,
  conclusion: z.string(),
  progress: Progress,
  next: z.looseObject({ action: z.string(), phase: z.string(), prompt: z.string() }).nullable(),
})

/** Keeps the type of the input for the implementation, and forgets it for the list. */
function define<Input extends z.ZodObject>(operation: Operation<Input>): Operation {
  return operation as unknown as Operation
}

export const OPERATIONS: readonly Operation[] = [
  define({
    name: 'next',
    title: 'Next step',
    description:
      'Measures new commits, judges the branch and returns the next step: phase, subtask, tests with their failures, ' +
      'files to leave alone, and commands. Call it first, and after each commit.',
    input: Branch,
    output: NextOutput,
    isReadOnly: true,
    load: () => loadNext('toNextText'),
  }),
  define({
    name: 'status',
    title: 'Status of the task',
    description: 'Returns the subtasks of the branch, how many are done, and the title of the next step.',
    input: Branch,
    output: NextOutput,
    isReadOnly: true,
    load: () => loadNext('toStatusText'),
  }),
  define({
    name: 'complete',
    title: 'Judge the working tree',
    description:
      'Judges the working tree as if it were committed now, and writes nothing. When it is ready, run the commands of ' +
      'the answer; otherwise change the files and call it again.',
    input: Complete,
    output: z.looseObject({
      schemaVersion: SCHEMA_VERSION,
      verdict: z.string(),
      isReady: z.boolean(),
      commands: z.array(z.string()),
    }),
    isReadOnly: true,
    load: async () => {
      const [{ complete }, { toCompleteJson, toCompleteText }] = await Promise.all([
        import('../operations/complete.ts'),
        import('../render/complete-text.ts'),
      ])
      return async (input, hooks) => {
        const done = await complete({ ...given(input), verify: repeatCommand('tdd-gate complete', input) }, hooks)
        return { json: { ...toCompleteJson(done) }, text: toCompleteText(done) }
      }
    },
  }),
  define({
    name: 'commit',
    title: 'Commit the working tree',
    description:
      'Judges the working tree and commits it when it is accepted, with true trailers. Refuses the default branch.',
    input: Complete.extend({
      message: text.optional().describe('Subject; by default from phase and subtask.'),
      takesAttempt: z.boolean().default(false).describe('True: commit a GREEN whose tests still fail, as an attempt.'),
    }),
    output: z.looseObject({ schemaVersion: SCHEMA_VERSION, verdict: z.string(), commit: z.string().nullable() }),
    isReadOnly: false,
    load: async () => {
      const [{ commit }, { toCommitJson, toCommitText }] = await Promise.all([
        import('../operations/commit.ts'),
        import('../render/complete-text.ts'),
      ])
      return async (input, hooks) => {
        const done = await commit({ ...given(input), verify: repeatCommand('tdd-gate complete', input) }, hooks)
        return { json: { ...toCommitJson(done) }, text: toCommitText(done) }
      }
    },
  }),
  define({
    name: 'verify',
    title: 'Verify the branch',
    description:
      'Measures new commits and judges every commit of the branch: verdicts, findings with suggestions, proofs.',
    input: Branch,
    output: z.looseObject({ schemaVersion: SCHEMA_VERSION, conclusion: z.string(), commits: z.array(z.unknown()) }),
    isReadOnly: true,
    load: async () => {
      const [{ verify }, { toVerifyJson }, { toVerifyText }] = await Promise.all([
        import('../operations/verify/verify.ts'),
        import('../render/gate-report/verify-json.ts'),
        import('../render/gate-report/verify-text.ts'),
      ])
      return async (input, hooks) => {
        const result = await verify({ ...given(input), verify: repeatCommand(VERIFY, input) }, hooks)
        const page = { ...result, width: Number.POSITIVE_INFINITY }
        return { json: { ...toVerifyJson(result.decision, result) }, text: toVerifyText(result.decision, page) }
      }
    },
  }),
  define({
    name: 'start',
    title: 'Start a task',
    description: 'Creates the branch of a task, with its plan in an empty first commit, and switches to it.',
    input: z.strictObject({
      repo,
      base,
      config,
      task: text.describe('Task document, or id of a task.'),
      dryRun: z.boolean().default(false).describe('True: only show the plan.'),
    }),
    output: z.looseObject({ schemaVersion: SCHEMA_VERSION, branch: z.string(), commit: z.string().nullable() }),
    isReadOnly: false,
    load: async () => {
      const [{ start }, { toStartJson, toStartText }] = await Promise.all([
        import('../operations/start.ts'),
        import('../render/start-text.ts'),
      ])
      return async ({ dryRun, ...input }, hooks) => {
        const started = await start({ ...given(input), isPlanOnly: dryRun }, hooks)
        return { json: { ...toStartJson(started) }, text: toStartText(started) }
      }
    },
  }),
  define({
    name: 'explain',
    title: 'Explain a rule',
    description: 'Returns what a rule demands and why; without a code all rules.',
    input: z.strictObject({ rule: text.optional().describe('Code of a rule, as findings name it.') }),
    output: z.looseObject({ schemaVersion: SCHEMA_VERSION, rules: z.array(z.looseObject({ code: z.string() })) }),
    isReadOnly: true,
    load: async () => {
      const [{ explain }, { toExplainJson, toExplainPage }, { rules }, { noPaint }] = await Promise.all([
        import('../operations/explain.ts'),
        import('../render/explain.ts'),
        import('../core/rules/index.ts'),
        import('../render/text/table.ts'),
      ])
      return async ({ rule }) => {
        const found = explain(rules, rule ?? null)
        const page = { width: Number.POSITIVE_INFINITY, paint: noPaint }
        return { json: { ...toExplainJson(found) }, text: found.map((one) => toExplainPage(one, page)).join('\n') }
      }
    },
  }),
  define({
    name: 'doctor',
    title: 'Check the set-up',
    description: 'Checks whether tdd-gate can measure here: git, runner, isolation, configuration.',
    input: z.strictObject({ repo }),
    output: z.looseObject({ schemaVersion: SCHEMA_VERSION, ok: z.boolean(), checks: z.array(z.unknown()) }),
    isReadOnly: true,
    load: async () => {
      const [{ doctor }, { doctorTools }, { getTop }, { toDoctorText }, { noPaint }] = await Promise.all([
        import('../operations/doctor/doctor.ts'),
        import('../operations/doctor/tools.ts'),
        import('../operations/doctor/working-tree.ts'),
        import('../render/doctor.ts'),
        import('../render/text/table.ts'),
      ])
      return async (input) => {
        const checks = await doctor(await getTop(input.repo), doctorTools)
        const page = { width: Number.POSITIVE_INFINITY, paint: noPaint }
        return {
          json: { schemaVersion: 1, ok: checks.every(({ ok }) => ok), checks },
          text: toDoctorText(checks, page),
        }
      }
    },
  }),
]

/** `next` and `status` differ in their text only. */
async function loadNext(toText: 'toNextText' | 'toStatusText') {
  const [{ next }, render] = await Promise.all([import('../operations/next.ts'), import('../render/work-unit.ts')])
  return async (input: z.output<typeof Branch>, hooks: Hooks): Promise<ToolAnswer> => {
    const step = await next({ ...given(input), verify: repeatCommand('tdd-gate next', input) }, hooks)
    return { json: { ...render.toNextJson(step) }, text: render[toText](step) }
  }
}

/** Drops what the caller left out: an option that is not set differs from one that is undefined. */
function given<T extends object>(input: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const set = Object.entries(input).filter(([, value]) => value !== undefined)
  return Object.fromEntries(set) as { [K in keyof T]: Exclude<T[K], undefined> }
}
