/** git for doors on the stage: whatever it says, with its exit code. */
import { spawnSync } from 'node:child_process'

export async function runGit(
  dir: string,
  args: readonly string[],
): Promise<{ code: number; stdout: string; stderr: string }> {
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: dir, encoding: 'utf8' })
  if (error) throw error
  return { code: status ?? 1, stdout, stderr }
}
