/** Applies the effects of a command in order. The first failure ends it. */
import { keptBranch } from '../../core/errors/github.ts'
import { short } from '../../core/model/commit.ts'
import type { Effect, TaskStart } from '../../core/model/effect.ts'
import { GateError } from '../../core/model/errors.ts'
import type { AppIdentity, GitHub, RepositoryName } from '../routes.ts'
import { orNull } from '../status.ts'
import { writeTexts } from '../texts.ts'
import { restoreTree } from './go-back.ts'
import { protectBranch } from './protect.ts'
import { recordDecision } from './record.ts'

const UPDATE = 'PATCH /repos/{owner}/{repo}/pulls/{pull_number}'

interface EffectOptions {
  readonly app: AppIdentity
  /** Opens a task, or finds an opened one. */
  readonly start: (start: TaskStart) => Promise<{ readonly pull: number }>
  /** Reads a pull request, decides, and writes the differences. */
  readonly evaluate: (pullRequest: number) => Promise<unknown>
}

interface Applied {
  /** The effects that failed, and a next step; null when all were applied. */
  readonly problem: string | null
  /** The number of the pull request that was opened. */
  readonly started: number | null
}

/** Applies the effects. @throws GateError `github-unavailable`: a repeated call continues where this one stopped */
export async function applyEffects(
  github: GitHub,
  repository: RepositoryName,
  effects: readonly Effect[],
  options: EffectOptions,
): Promise<Applied> {
  let started: number | null = null
  for (const effect of effects) {
    const { problem, ...done } = await attempt(() => apply(github, repository, effect, options))
    if (problem !== null) return { problem, started }
    started = done.started ?? started
  }
  return { problem: null, started }
}

const DONE: Applied = { problem: null, started: null }

/** Reports a refusal to the person who sent the command. Repeating the request would change nothing. */
async function attempt(step: () => Promise<Applied>): Promise<Applied> {
  try {
    return await step()
  } catch (error) {
    if (!(error instanceof GateError) || error.code === 'github-unavailable') throw error
    return { problem: reportRefusal(error), started: null }
  }
}

/** Formats the error and its suggestion as two sentences. */
export function reportRefusal({ message, suggestion }: GateError): string {
  return `${message.replace(/\.$/, '')}. ${suggestion.text}`
}

async function apply(
  github: GitHub,
  repository: RepositoryName,
  effect: Effect,
  { app, start, evaluate: evaluation }: EffectOptions,
): Promise<Applied> {
  switch (effect.kind) {
    case 'record':
      await recordDecision(github, repository, app, effect)
      return DONE
    case 'start':
      return { problem: null, started: (await start(effect.start)).pull }
    case 'go-back': {
      const outcome = await restoreTree(github, repository, effect)
      if (outcome !== 'moved') return DONE
      const problem = writeTexts.headMoved(short(effect.from), effect.branch)
      return { problem, started: null }
    }
    case 'look':
      await evaluation(effect.number)
      return DONE
    case 'close':
      // A closed pull request stays unchanged.
      await github.request(UPDATE, { ...repository, pull_number: effect.number, state: 'closed' })
      return DONE
    case 'delete-branch': {
      const outcome = await deleteBranch(github, repository, effect)
      return outcome === 'moved' ? { problem: keptBranch(effect.branch), started: null } : DONE
    }
    case 'protect':
      await protectBranch(github, repository, effect)
      return DONE
    default:
      return effect satisfies never
  }
}

/** Deletes a branch while its tip is the one that a person saw. Nothing that was pushed meanwhile is lost. */
const REF = 'GET /repos/{owner}/{repo}/git/ref/{ref}'
const DELETE = 'DELETE /repos/{owner}/{repo}/git/refs/{ref}'

/** @returns `moved` where the branch has another tip now, which is kept @throws GateError for a refusal of GitHub */
async function deleteBranch(
  github: GitHub,
  repository: RepositoryName,
  { branch, head }: Extract<Effect, { readonly kind: 'delete-branch' }>,
): Promise<'done' | 'unchanged' | 'moved'> {
  const place = { ...repository, ref: `heads/${branch}` }
  const found = await orNull(github.request(REF, place))
  if (found === null) return 'unchanged'
  if (found.data.object.sha !== head) return 'moved'
  await github.request(DELETE, place)
  return 'done'
}
