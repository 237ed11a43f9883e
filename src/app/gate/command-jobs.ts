/** Splits a request into jobs: one place for a comment or label, and one per pull request of the head for a button. */
import { buttons } from '../../core/commands/buttons.ts'
import type { Call } from '../../core/commands/parse.ts'
import { start } from '../../core/commands/start.ts'
import type { PersonRequest } from '../../core/model/event.ts'
import type { ReplyPlace } from '../../github/write/reply.ts'
import type { CommandContext } from './command-context.ts'
import { readCommands } from './comment-parser.ts'

/** A request in one place. */
export interface CommandJob extends ReplyPlace {
  readonly calls: readonly Call[]
  readonly left: number
  /** True where an unread line looks like a command. */
  readonly isTruncated: boolean
  readonly at: string
  /** Null for requests that are not comments. */
  readonly commentId: string | null
  /** Buttons can be pressed again: their reply is renewed. */
  readonly isRepeatable: boolean
}

const START: Call = { name: start.name, args: [], rest: '' }
const ONE = { left: 0, isTruncated: false, commentId: null }

/**
 * Returns the jobs; empty where no command was given. @throws GateError for a refusal of GitHub, where a button was
 * pressed
 */
export async function toJobs(
  { github, repository, ports }: CommandContext,
  request: PersonRequest,
): Promise<readonly CommandJob[]> {
  switch (request.kind) {
    case 'comment': {
      const { number, commentId, at, isTruncated = false } = request
      const { calls, left } = await readCommands(request.text)
      return calls.length === 0 && !isTruncated
        ? []
        : [{ number, key: commentId, since: at, at, commentId, calls, left, isTruncated, isRepeatable: false }]
    }
    case 'label': {
      const { number, at } = request
      return [{ ...ONE, number, key: `label-${at}`, since: at, at, calls: [START], isRepeatable: false }]
    }
    case 'button': {
      const name = request.identifier === 'rerequested' ? 'recheck' : request.identifier
      if (!buttons.some(({ identifier }) => identifier === name)) return []
      const { head, number: named } = request
      const numbers = named ? [named] : await ports.pullsWithHead(github, repository, head)
      const key = `button-${name}-${head}`
      const calls = [{ name, args: [], rest: '' }]
      return numbers.map((number) => ({ ...ONE, number, key, since: null, at: '', calls, isRepeatable: true }))
    }
    default:
      return request satisfies never
  }
}
