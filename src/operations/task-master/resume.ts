/** Resumes as agents know it from Task Master: what the caller stopped goes on, and the answer is the next step. */
import { standingStops } from '../../core/evaluate/apply-decisions.ts'
import { GateError } from '../../core/model/errors.ts'
import { openRepository } from '../../git/repository.ts'
import { readLocalPeople } from '../decisions.ts'
import { type Definition, EXIT } from '../operation.ts'
import type { Hooks } from '../verify/progress.ts'
import type { SessionOptions } from '../verify/session.ts'

/** @param next the operation, whose input both share */
export function withResume(next: Definition): Definition {
  return {
    ...next,
    run: async (input, hooks) => {
      await liftStop(input as unknown as SessionOptions, hooks)
      const answer = await next.run(input, hooks)
      return { ...answer, json: { ...answer.json, resumed: answer.exit === EXIT.SUCCESS } }
    },
  }
}

/** Where the caller may not lift it, the next step says who can. Attempts alone are not granted here. */
async function liftStop(options: SessionOptions, hooks: Hooks): Promise<void> {
  const repository = hooks.repository ?? (await openRepository(options.repo))
  if (standingStops(await readLocalPeople(repository)).length === 0) return
  const { decideLocally } = await import('../people.ts')
  const wanted = { ...options, kind: 'resume', args: [], isProgram: hooks.isProgram === true } as const
  await decideLocally(wanted, hooks).catch((error: unknown) => {
    if (!(error instanceof GateError) || error.code !== 'command-refused') throw error
  })
}
