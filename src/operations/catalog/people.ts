/** Offers `pause`, `resume`, `skip`, `override`, `abort` and `revert`: decisions of a person about the task of this branch. */
import * as z from 'zod'
import { notByProgram } from '../../core/errors/people.ts'
import { plain } from '../../render/text/text.ts'
import { type Definition, define, EXIT, type OperationAnswer } from '../operation.ts'
import { DELETE_BRANCH, decideLocally, type LocalDecision, type LocalDecisionKind } from '../people.ts'
import type { Hooks } from '../verify/progress.ts'
import { Branch, FLAGS, SCHEMA_VERSION, text } from './inputs.ts'

const why = text.describe('why: everyone who asks for the next step reads it')
const reason = why.exactOptional().describe(why.description ?? '')
const github = z.boolean().default(false).describe('say it on GitHub; the App decides')
const output = z.looseObject({
  schemaVersion: SCHEMA_VERSION,
  kind: z.string(),
  reason: z.string(),
  by: z.string().nullable(),
  commit: z.string().nullable(),
})

const DONE: Readonly<Record<LocalDecisionKind, string>> = {
  pause: 'The task is paused: nothing is committed until `tdd-gate resume`.',
  resume: 'The task goes on.',
  skip: 'The subtask counts as done without proof, on this machine only.',
  override: 'The rule no longer rejects this commit, on this machine only.',
  abort: 'The task is ended; its branch stays. To continue it: `tdd-gate resume`.',
  revert: 'The branch is back at its last accepted commit, by a new commit on top.',
}

function toAnswer({ kind, decision, commit, restore }: LocalDecision) {
  const because = decision === null || decision.reason === '' ? '' : ` (${plain(decision.reason)})`
  return {
    json: {
      schemaVersion: 1,
      kind,
      subtask: decision?.subtask ?? null,
      excuses: decision?.excuses ?? null,
      reason: decision?.reason ?? '',
      by: decision?.by.login ?? null,
      commit,
      restore,
    },
    toText: () =>
      restore === null
        ? `${DONE[kind]}${because}\n${STOPS.includes(kind) ? '' : '  $ tdd-gate next\n'}`
        : `The task is ended${because}, and its branch deleted. To restore it:\n  $ ${restore}\n`,
    exit: EXIT.SUCCESS,
  }
}

/** The App decides, and its check says what holds afterwards. */
async function sayThere(repo: string, args: readonly string[], { signal, isProgram }: Hooks): Promise<OperationAnswer> {
  const [kind = '', ...rest] = args
  // The token is a person's: with it a program would speak as that person.
  if (isProgram && !STOPS.includes(kind)) throw notByProgram(kind, rest)
  const { commandFromClone: sayFromClone } = await import('../github-command.ts')
  const { pullRequest, sign, check } = await sayFromClone(repo, args, signal)
  const json = {
    schemaVersion: 1,
    kind,
    reason: args.slice(1).join(' '),
    by: null,
    commit: null,
    pullRequest,
    sign,
    check,
  }
  const state = check === null ? '' : `: ${check.conclusion ?? 'in progress'}, ${plain(check.title)}`
  return {
    json,
    toText: () => `${SIGN[sign]} on #${pullRequest}${state}\n`,
    exit: sign === '-1' ? EXIT.BROKEN : EXIT.SUCCESS,
  }
}

/** A reader of a stopped task should see that nothing is missing. */
const NO_REASON = 'no reason given'
/** A program may stop its own work. */
const STOPS: readonly string[] = ['pause', 'abort']
const SIGN = { '+1': 'done', '-1': 'refused', confused: 'done in part', eyes: 'begun' } as const

function create(kind: Exclude<LocalDecisionKind, 'skip' | 'override' | 'abort'>): Definition {
  return define({
    input: Branch.extend({ reason, github }),
    output,
    flags: FLAGS,
    run: async ({ reason, github: isOnGitHub, ...input }, hooks) =>
      isOnGitHub
        ? sayThere(input.repo, [kind, ...toArguments(reason)], hooks)
        : toAnswer(
            await decideLocally(
              {
                ...input,
                kind,
                args: toArguments(reason ?? (kind === 'pause' ? NO_REASON : undefined)),
                isProgram: hooks.isProgram === true,
              },
              hooks,
            ),
          ),
  })
}

export const pauseOperation = create('pause')
export const resumeOperation = create('resume')
export const revertOperation = create('revert')

export const abortOperation = define({
  input: Branch.extend({
    reason,
    deleteBranch: z.boolean().default(false).describe('also delete the branch; the answer says how to restore it'),
    github,
  }),
  output,
  flags: FLAGS,
  run: async ({ reason, deleteBranch, github: isOnGitHub, ...input }, hooks) => {
    const option = deleteBranch ? [DELETE_BRANCH] : []
    if (isOnGitHub) return sayThere(input.repo, ['abort', ...option, ...toArguments(reason)], hooks)
    const args = [...option, ...toArguments(reason ?? NO_REASON)]
    return toAnswer(await decideLocally({ ...input, kind: 'abort', args, isProgram: hooks.isProgram === true }, hooks))
  },
})

export const skipOperation = define({
  input: Branch.extend({ subtask: text.describe('id of the subtask'), reason: why, github }),
  output,
  flags: { ...FLAGS, subtask: '<subtask>' },
  run: async ({ subtask, reason, github: isOnGitHub, ...input }, hooks) => {
    const args = [subtask, ...toArguments(reason)]
    if (isOnGitHub) return sayThere(input.repo, ['skip', ...args], hooks)
    return toAnswer(await decideLocally({ ...input, kind: 'skip', args, isProgram: hooks.isProgram === true }, hooks))
  },
})

export const overrideOperation = define({
  input: Branch.extend({ rule: text.describe('code of the rule, as the finding names it'), reason: why, github }),
  output,
  flags: { ...FLAGS, rule: '<rule>' },
  run: async ({ rule, reason, github: isOnGitHub, ...input }, hooks) => {
    const args = [rule, ...toArguments(reason)]
    if (isOnGitHub) return sayThere(input.repo, ['override', ...args], hooks)
    return toAnswer(
      await decideLocally({ ...input, kind: 'override', args, isProgram: hooks.isProgram === true }, hooks),
    )
  },
})

function toArguments(reason: string | undefined): readonly string[] {
  return reason === undefined ? [] : reason.trim().split(/\s+/)
}
