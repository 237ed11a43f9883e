/** Reports a request whose retries are exhausted to the person who made it. */
import { refused } from '../../core/commands/result.ts'
import { findReply, type ReplyPlace, writeReply } from '../../github/write/reply.ts'
import { toReplyText } from '../../render/gate-report/reply.ts'
import type { CommandContext } from './command-context.ts'
import type { CommandJob } from './requests.ts'

/**
 * Replies separately from the real reply, which a later attempt may still write; does nothing where there is one.
 * @param code of the error of each attempt @throws GateError for a refusal of the reply itself
 */
export async function reportRetriesExhausted(
  { github, repository, context }: Pick<CommandContext, 'github' | 'repository' | 'context'>,
  job: Pick<CommandJob, keyof ReplyPlace | 'isRepeatable'>,
  code: string,
): Promise<void> {
  const result = { ...job, key: `${job.key}-given-up` }
  for (const asked of job.isRepeatable ? [result] : [job, result])
    if ((await findReply(github, repository, context.app, asked)) !== null) return
  const { reply } = refused(
    `The App could not do this: it got the error \`${code}\` on each attempt.`,
    'Repeat the command, or ask the operator of the App to check its log. The App tries again if it restarts within three days.',
  )
  await writeReply(github, repository, result, { text: toReplyText([reply]), earlier: null })
}
