/** Does what a command wants done, one after the other; the first that fails ends it. */
import { short } from '../../core/model/commit.ts'
import type { Effect, TaskStart } from '../../core/model/effect.ts'
import { GateError } from '../../core/model/errors.ts'
import type { AppIdentity, GitHub, RepositoryName } from '../routes.ts'
import { closePull } from './close.ts'
import { goBack } from './go-back.ts'
import { protectBranch } from './protect.ts'
import { recordDecision } from './record.ts'

export interface EffectTerms {
  readonly app: AppIdentity
  /** Opens a task, or finds it opened. */
  readonly start: (start: TaskStart) => Promise<{ readonly pull: number }>
  /** Reads a pull request anew, decides, and writes what differs. */
  readonly look: (pullRequest: number) => Promise<unknown>
}

export interface Applied {
  /** What was not done, and what to do; null when all was. */
  readonly problem: string | null
  /** The pull request that was opened. */
  readonly started: number | null
}

/** @throws GateError `github-unavailable`: done again, it goes on where it was */
export async function applyEffects(
  github: GitHub,
  repository: RepositoryName,
  effects: readonly Effect[],
  terms: EffectTerms,
): Promise<Applied> {
  let started: number | null = null
  for (const effect of effects) {
    const { problem, ...done } = await attempt(() => apply(github, repository, effect, terms))
    if (problem !== null) return { problem, started }
    started = done.started ?? started
  }
  return { problem: null, started }
}

const DONE: Applied = { problem: null, started: null }

/** What is refused is told to the person who asked: asking GitHub again would change nothing. */
async function attempt(step: () => Promise<Applied>): Promise<Applied> {
  try {
    return await step()
  } catch (error) {
    if (!(error instanceof GateError) || error.code === 'github-unavailable') throw error
    return { problem: reportRefusal(error), started: null }
  }
}

/** What went wrong and what to do, in two sentences. */
export function reportRefusal({ message, suggestion }: GateError): string {
  return `${message.replace(/\.$/, '')}. ${suggestion}`
}

async function apply(
  github: GitHub,
  repository: RepositoryName,
  effect: Effect,
  { app, start, look: evaluation }: EffectTerms,
): Promise<Applied> {
  switch (effect.kind) {
    case 'record':
      await recordDecision(github, repository, app, effect)
      return DONE
    case 'start':
      return { problem: null, started: (await start(effect.start)).pull }
    case 'go-back': {
      const outcome = await goBack(github, repository, effect)
      if (outcome !== 'moved') return DONE
      const problem = `${short(effect.from)} is no longer the head of \`${effect.branch}\`: somebody pushed in the meantime, and nothing was taken back.`
      return { problem, started: null }
    }
    case 'look':
      await evaluation(effect.number)
      return DONE
    case 'close':
      await closePull(github, repository, effect.number)
      return DONE
    case 'protect':
      await protectBranch(github, repository, effect)
      return DONE
    default:
      return effect satisfies never
  }
}
