/** Offers `hook`: what the hooks of git and of agents call. */
import * as z from 'zod'
import { HOOK_EVENTS, toHookAnswer } from '../../render/hook-answer.ts'
import { define, EXIT } from '../operation.ts'
import { cacheDir, repo, SCHEMA_VERSION, text } from './inputs.ts'

const MAX_INPUT = 1_048_576

export const hookOperation = define({
  input: z.strictObject({
    event: z.enum(HOOK_EVENTS).describe('which hook calls'),
    file: text.exactOptional().describe('the file with the message, for commit-msg'),
    repo,
    cacheDir,
  }),
  output: z.looseObject({ schemaVersion: SCHEMA_VERSION, decision: z.string(), reason: z.string() }),
  flags: { event: '<event>', file: '[file]', repo: '--repo <dir>', cacheDir: '--cache-dir <dir>' },
  run: async (options, hooks) => {
    const input = options.event === 'commit-msg' ? '' : await readInput()
    const { hook } = await import('../hook.ts')
    const verdict = await hook({ ...options, input }, hooks)
    // Agents read the verdict from standard output, and take another exit code for a failed hook.
    const isOfGit = options.event === 'commit-msg' || options.event === 'pre-push'
    return {
      json: { schemaVersion: 1, ...verdict },
      toText: () => toHookAnswer(options.event, verdict),
      exit: isOfGit && verdict.decision === 'deny' ? EXIT.BROKEN : EXIT.SUCCESS,
    }
  },
})

/** Reads standard input; a terminal gives none. */
async function readInput(): Promise<string> {
  if (process.stdin.isTTY) return ''
  let read = ''
  for await (const part of process.stdin.setEncoding('utf8')) {
    read += part
    if (read.length > MAX_INPUT) break
  }
  return read
}
