/** Follows what the gate prints for a branch: pastes the block, and judges again. */
import { join } from 'node:path'
import type { Sequence } from '../../src/core/model/policy.ts'
import type { Verification } from '../../src/operations/verify/verify.ts'
import type { Branch } from './branch.ts'
import { run } from './starter.ts'

export interface Followed {
  /** The printed block; empty where the branch was accepted at once, or where no command is printed. */
  readonly pasted: readonly string[]
  readonly before: Verification
  readonly after: Verification
  /** What `git status` says in the end. */
  readonly left: string
  /** Whether the files are those that the author committed. */
  readonly isWhole: boolean
}

interface Options {
  readonly sequence?: Sequence
  /** Where the lines are pasted. */
  readonly folder?: string
}

/** Judges the branch; where it is rejected, pastes each printed line once and judges again. */
export async function followOnce(
  branch: Branch,
  { sequence = 'commits', folder = '.' }: Options = {},
): Promise<Followed> {
  const { repo } = branch
  const tree = await repo.git('rev-parse', 'HEAD^{tree}')
  const before = await branch.verify({ triesAdvice: true, sequence })
  const { next, conclusion } = before.decision
  const isDone = conclusion !== 'failure' || next === null
  const pasted = isDone ? [] : next.suggestion.commands.filter((one) => !one.startsWith('tdd-gate '))
  for (const line of pasted) await run('sh', ['-c', line], { cwd: join(repo.dir, folder), env: process.env })
  const after = pasted.length === 0 ? before : await branch.verify({ triesAdvice: true, sequence })
  const left = await repo.git('status', '--porcelain')
  return { pasted, before, after, left, isWhole: (await repo.git('rev-parse', 'HEAD^{tree}')) === tree }
}
