/** Calls GitHub's own command line, where it is installed. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { withSearchablePath } from '../git/git.ts'

const TIMEOUT_MS = 60_000

interface GhAnswer {
  readonly isOk: boolean
  readonly stdout: string
  /** The last line that it says of an error. */
  readonly reason: string
}

/** @param input for its standard input @returns null where it is not installed */
export async function callGh(args: readonly string[], input = ''): Promise<GhAnswer | null> {
  const running = promisify(execFile)('gh', args, { timeout: TIMEOUT_MS, env: withSearchablePath(process.env) })
  running.child.stdin?.on('error', () => undefined).end(input)
  return running.then(
    ({ stdout }) => ({ isOk: true, stdout: stdout.trim(), reason: '' }),
    (error: NodeJS.ErrnoException & { readonly stderr?: string }) =>
      error.code === 'ENOENT' ? null : { isOk: false, stdout: '', reason: toReason(error) },
  )
}

function toReason({ stderr = '', message }: Error & { readonly stderr?: string }): string {
  return stderr.trim().split('\n').at(-1) || message
}
