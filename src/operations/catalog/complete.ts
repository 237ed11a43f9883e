/** Offers `complete` and `commit`. */
import * as z from 'zod'
import { allOrSome } from '../../core/errors/usage.ts'
import { STATED_PHASES } from '../../core/evaluate/phase.ts'
import {
  toCommitJson,
  toCommitText,
  toCompleteJson,
  toCompleteText,
  toUnmeasuredText,
} from '../../render/complete-text.ts'
import { withName } from '../../render/run/manifest.ts'
import type { commit } from '../commit.ts'
import { define, EXIT } from '../operation.ts'
import { rememberTree } from '../runs/refusal.ts'
import type { Hooks } from '../verify/progress.ts'
import { Branch, chosenFiles, FLAGS, SCHEMA_VERSION, text, withCommand } from './inputs.ts'
import { runOf, toState, triedRunOf } from './state.ts'

const EXIT_OF = {
  accepted: EXIT.SUCCESS,
  attempt: EXIT.UNFINISHED,
  rejected: EXIT.BROKEN,
  unmeasured: EXIT.UNMEASURED,
} as const

const PHASES = STATED_PHASES.filter((phase) => phase !== 'start')
const input = Branch.extend({
  phase: z.enum(PHASES).exactOptional().describe('what the commit would state'),
  subtask: text.exactOptional().describe('the subtask that the commit would state'),
  all: z.boolean().default(false).describe('take all files, though some are staged'),
  files: chosenFiles.describe('take these files and folders alone, staged or not'),
})
const flags = { ...FLAGS, subtask: '--subtask <id>', files: '--files <paths...>' } as const
const output = z.looseObject({
  schemaVersion: SCHEMA_VERSION,
  verdict: z.string(),
  isReady: z.boolean(),
  leftOut: z.array(z.string()),
})

/** @throws GateError `bad-usage` where all files are asked for, and some */
function toOptions<T extends z.output<typeof input>>(given: T, name: string) {
  const { all: takesAll, files: names, ...options } = withCommand(given, name)
  if (takesAll && names !== undefined) throw allOrSome()
  return { ...options, takesAll, ...(names === undefined ? {} : { choice: { names, from: given.repo } }) }
}

/** What a commit says that nothing judged. */
const UNMEASURED = { schemaVersion: 1, verdict: 'unmeasured', isReady: false, tests: null, findings: [] }

export const completeOperation = define({
  input,
  output: output.extend({ commands: z.array(z.string()) }),
  flags,
  run: async (input, hooks) => {
    const options = toOptions(input, 'complete')
    const { complete } = await import('../complete.ts')
    const done = await complete(options, hooks)
    await rememberTree(hooks.repository, done)
    return {
      json: toCompleteJson(done),
      toText: (page) => toCompleteText(done, page),
      exit: EXIT_OF[done.judged.verdict],
      ...(await triedRunOf(done, hooks.repository)),
    }
  },
})

/** A reverted attempt leaves another branch than the judged one. */
async function getRun(done: Awaited<ReturnType<typeof commit>>, message: string | undefined, { repository }: Hooks) {
  const { commit: head, reverted, decision, judged } = done
  if (head === null || reverted !== null) return triedRunOf(done, repository)
  const [subject = ''] = (message ?? done.subject).split('\n')
  const commits = withName(decision.commits, judged.sha, { sha: head, subject })
  const results = withName(done.results ?? [], judged.sha, { sha: head })
  return runOf({ ...done, head, results, decision: { ...decision, commits } }, repository)
}

export const commitOperation = define({
  input: input.extend({
    message: text.exactOptional().describe('the subject (default: from phase and subtask)'),
    attempt: z.boolean().default(false).describe('also commit a GREEN whose tests still fail; it counts as an attempt'),
    verify: z.boolean().default(true).describe('for people: commit without measuring'),
  }),
  output: output.extend({ commit: z.string().nullable() }),
  flags: { ...flags, message: '-m, --message <subject>', verify: '--no-verify' },
  run: async ({ attempt, verify, ...input }, hooks) => {
    const options = toOptions(input, 'commit')
    if (!verify) {
      const { commitUnmeasured } = await import('../commit-unmeasured.ts')
      const json = { ...UNMEASURED, ...(await commitUnmeasured(options, hooks)) }
      return { json, toText: () => toUnmeasuredText(json), exit: EXIT.SUCCESS }
    }
    const { commit } = await import('../commit.ts')
    const done = await commit({ ...options, takesAttempt: attempt }, hooks)
    await rememberTree(hooks.repository, done)
    return {
      json: toCommitJson(done),
      toText: (page) => toCommitText(done, page),
      exit: done.commit === null ? EXIT_OF[done.judged.verdict] : EXIT.SUCCESS,
      // A reverted attempt leaves another branch than the judged one.
      ...(done.commit !== null && done.reverted === null ? { state: toState({ ...done, head: done.commit }) } : {}),
      ...(await getRun(done, options.message, hooks)),
    }
  },
})
