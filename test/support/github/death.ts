/** Ends a process, as its clients see it, at a chosen request to GitHub. */
import type { GitHub } from '../../../src/github/routes.ts'

export class Died extends Error {}

export interface Life {
  /** The same client, as long as the process lives: what is asked afterwards never leaves it. */
  readonly mortal: (github: GitHub) => GitHub
  /** It dies at the request behind so many others; by default after GitHub did what it was asked for. */
  readonly dieAfter: (requests: number, isDone?: boolean) => void
  readonly isDead: () => boolean
  readonly death: Promise<void>
}

/** The request (from 0) at which a process dies, and whether GitHub had done it already. */
export interface Death {
  readonly at: number
  readonly after: boolean
}

/** A client of a process that dies so. */
export function dieAt(github: GitHub, { at, after }: Death): GitHub {
  const { mortal, dieAfter } = createLife()
  dieAfter(at + 1, after)
  return mortal(github)
}

export function createLife(): Life {
  const death = Promise.withResolvers<void>()
  let [left, isLastDone] = [Number.POSITIVE_INFINITY, true]
  const die = () => {
    death.resolve()
    throw new Died('it was killed')
  }
  return {
    mortal: ({ request }) => ({
      request: async (route, asked) => {
        if (left <= 0) throw new Died('it was killed')
        left -= 1
        const isLast = left <= 0
        if (isLast && !isLastDone) die()
        const answer = await request(route, asked)
        if (isLast) die()
        return answer
      },
    }),
    dieAfter: (requests, isDone = true) => {
      left = requests
      isLastDone = isDone
    },
    isDead: () => left <= 0,
    death: death.promise,
  }
}
