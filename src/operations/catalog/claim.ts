/** Offers `claim`: a subtask for this branch, where several branches share a task. */
import * as z from 'zod'
import { plain } from '../../render/text/text.ts'
import { define, EXIT } from '../operation.ts'
import { type Claimed, claimSubtask } from '../tasks/claim.ts'
import { Branch, FLAGS, SCHEMA_VERSION, withCommand } from './inputs.ts'

export const claimOperation = define({
  input: Branch,
  output: z.looseObject({
    schemaVersion: SCHEMA_VERSION,
    branch: z.string(),
    claimed: z.looseObject({ id: z.string(), title: z.string() }).nullable(),
    others: z.array(z.looseObject({ subtask: z.string(), branch: z.string() })),
  }),
  flags: FLAGS,
  run: async (input, hooks) => {
    const answer = await claimSubtask(withCommand(input, 'claim'), hooks)
    return {
      json: { schemaVersion: 1, ...answer },
      toText: () => toText(answer),
      exit: answer.claimed === null ? EXIT.UNFINISHED : EXIT.SUCCESS,
    }
  },
})

function toText({ branch, claimed, others }: Claimed): string {
  const taken = others.map((claim) => `${plain(claim.subtask, 64)} is claimed by the branch ${plain(claim.branch)}\n`)
  if (claimed === null) return `Nothing that can begin now is left for ${plain(branch)}.\n${taken.join('')}`
  return `${plain(claimed.id, 64)} is claimed for ${plain(branch)}: ${plain(claimed.title)}\n${taken.join('')}  $ tdd-gate next\n`
}
