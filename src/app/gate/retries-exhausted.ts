/** A request that nobody tries any more is told to the person who made it. */
import { refused } from '../../core/commands/result.ts'
import { type Asked, findReply, writeReply } from '../../github/write/reply.ts'
import { toReplyText } from '../../render/gate-report/reply.ts'
import type { CommandContext } from './command-context.ts'
import type { Job } from './requests.ts'

/**
 * Apart from the real answer, which a later try may still write; nothing where there is one.
 * @param code of the error that each try met
 * @throws GateError what GitHub says to the answer itself
 */
export async function reportRetriesExhausted(
  { github, repository, context }: Pick<CommandContext, 'github' | 'repository' | 'context'>,
  job: Pick<Job, keyof Asked | 'isRepeatable'>,
  code: string,
): Promise<void> {
  const result = { ...job, key: `${job.key}-given-up` }
  for (const asked of job.isRepeatable ? [result] : [job, result])
    if ((await findReply(github, repository, context.app, asked)) !== null) return
  const { reply } = refused(
    `This could not be done: the App met the error \`${code}\` each time it tried.`,
    'Say it again, or let whoever operates the App look into its log; it tries once more when it is started again within three days.',
  )
  await writeReply(github, repository, result, { text: toReplyText([reply]), earlier: null })
}
