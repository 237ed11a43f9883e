/** What a request asks for, and where: a comment and a label in one place, a button in each pull request with its head. */
import { buttons } from '../../core/commands/index.ts'
import type { Call } from '../../core/commands/parse.ts'
import { start } from '../../core/commands/start.ts'
import type { Request } from '../../core/model/event.ts'
import type { Asked } from '../../github/write/reply.ts'
import type { CommandContext } from './command-context.ts'
import { readCommands } from './reader.ts'

/** What is asked in one place. */
export interface Job extends Asked {
  readonly calls: readonly Call[]
  readonly left: number
  /** A line that was not read looks like one. */
  readonly isCut: boolean
  readonly at: string
  /** Null for what is no comment. */
  readonly commentId: string | null
  /** Buttons are pressed again: their answer is renewed. */
  readonly isRepeatable: boolean
}

const START: Call = { name: start.name, args: [], rest: '' }
const ONE = { left: 0, isCut: false, commentId: null }

/** Empty where nothing is asked. @throws GateError as GitHub's refusal, where a button was pressed */
export async function getJobs(
  { github, repository, ports }: CommandContext,
  request: Request,
): Promise<readonly Job[]> {
  switch (request.kind) {
    case 'comment': {
      const { number, commentId, at, isCut = false } = request
      const { calls, left } = await readCommands(request.text)
      return calls.length === 0 && !isCut
        ? []
        : [{ number, key: commentId, since: at, at, commentId, calls, left, isCut, isRepeatable: false }]
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
