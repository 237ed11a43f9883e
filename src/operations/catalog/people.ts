/** Offers `pause`, `resume`, `skip`, `abort` and `revert`: what a person decides about the task of this branch. */
import * as z from 'zod'
import { plain } from '../../render/text/text.ts'
import { type Definition, define, EXIT } from '../operation.ts'
import { type LocalWord, type SaidLocally, say } from '../people.ts'
import { Branch, FLAGS, SCHEMA_VERSION, text } from './inputs.ts'

const why = text.describe('why: everyone who asks for the next step reads it')
const reason = why.exactOptional().describe(why.description ?? '')
const output = z.looseObject({
  schemaVersion: SCHEMA_VERSION,
  kind: z.string(),
  reason: z.string(),
  by: z.string().nullable(),
  commit: z.string().nullable(),
})

const DONE: Readonly<Record<LocalWord, string>> = {
  pause: 'The task is paused: nothing is committed until `tdd-gate resume`.',
  resume: 'The task goes on.',
  skip: 'The subtask counts as done without proof, on this machine only.',
  abort: 'The task is ended; its branch stays. `tdd-gate resume` continues it.',
  revert: 'The branch is back at its last accepted commit, by a new commit on top.',
}

function toAnswer({ kind, decision, commit }: SaidLocally) {
  const because = decision === null || decision.reason === '' ? '' : ` (${plain(decision.reason)})`
  return {
    json: {
      schemaVersion: 1,
      kind,
      subtask: decision?.subtask ?? null,
      reason: decision?.reason ?? '',
      by: decision?.by.login ?? null,
      commit,
    },
    toText: () => `${DONE[kind]}${because}\n  $ tdd-gate next\n`,
    exit: EXIT.SUCCESS,
  }
}

function create(kind: Exclude<LocalWord, 'skip'>): Definition {
  return define({
    input: Branch.extend({ reason }),
    output,
    flags: FLAGS,
    run: async ({ reason: said, ...input }, hooks) =>
      toAnswer(await say({ ...input, kind, words: toWords(said), isProgram: hooks.isProgram === true }, hooks)),
  })
}

export const pauseOperation = create('pause')
export const resumeOperation = create('resume')
export const abortOperation = create('abort')
export const revertOperation = create('revert')

export const skipOperation = define({
  input: Branch.extend({ subtask: text.describe('id of the subtask'), reason: why }),
  output,
  flags: { ...FLAGS, subtask: '<subtask>' },
  run: async ({ subtask, reason: said, ...input }, hooks) => {
    const words = [subtask, ...toWords(said)]
    return toAnswer(await say({ ...input, kind: 'skip', words, isProgram: hooks.isProgram === true }, hooks))
  },
})

function toWords(reason: string | undefined): readonly string[] {
  return reason === undefined ? [] : reason.trim().split(/\s+/)
}
