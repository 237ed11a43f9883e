/** Tells every kind of honest work in one runner: it is accepted at once, or after the first printed block. */
import { symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createBranch } from '../branch.ts'
import { type Followed, followOnce } from '../tried-advice.ts'
import { getHonestKinds } from './kinds.ts'
import { isInstalled } from './languages.ts'
import type { Language } from './model.ts'
import { getHonestBase, type HonestKind, tell } from './words.ts'

const SEQUENCES = ['commits', 'pull-request'] as const
/** Today these may get a plain answer without a command: no repair of theirs is accepted. */
const ANSWERED: readonly string[] = [
  'a test that is skipped with a reason',
  'a function that moves to a file of its own, with its test',
]

/** Both sequences judge one branch: most trees that the second one reads were measured for the first. */
export function followKinds(language: Language): void {
  describe.skipIf(!isInstalled(language))(language.name, () => {
    test.for(getHonestKinds(language))('$about', async (kind, { annotate }) => {
      const followed = await followBoth(language, kind)
      for (const [index, one] of followed.entries()) await annotate(`${SEQUENCES[index]}: ${describeWay(one)}`)
      for (const { before, after, left, isWhole, pasted } of followed) {
        expect([left, isWhole]).toEqual(['', true])
        // What was pasted is never printed again.
        if (pasted.length > 0) expect(after.decision.next).not.toEqual(before.decision.next)
        if (ANSWERED.includes(kind.about) && pasted.length === 0) continue
        expect(after.decision.conclusion, pasted.join('\n')).toBe('success')
      }
    })
  })
}

async function followBoth(language: Language, { base, commits }: HonestKind): Promise<readonly Followed[]> {
  await using branch = await createBranch({ ...getHonestBase(language), ...base })
  const { repo } = branch
  if (language.hasPackages) symlinkSync(resolve('node_modules'), join(repo.dir, 'node_modules'))
  await repo.git('config', 'user.name', 'Mona')
  await repo.git('config', 'user.email', 'mona@example.com')
  await tell(repo, commits)
  const head = await repo.git('rev-parse', 'HEAD')
  const followed: Followed[] = []
  for (const sequence of SEQUENCES) {
    followed.push(await followOnce(branch, { sequence }))
    await repo.git('reset', '--quiet', '--hard', head)
  }
  return followed
}

/** Says how a branch came to its end: at once, after which block, or with which answer. */
function describeWay({ pasted, before, after }: Followed): string {
  const { conclusion, next } = after.decision
  if (pasted.length === 0 && conclusion === 'success') return 'accepted at once'
  const said = before.decision.next?.suggestion.text ?? ''
  return pasted.length === 0
    ? `answered (${conclusion}): ${said}`
    : `led to ${conclusion}: ${said}\n${pasted.join('\n')}${next === null ? '' : `\n${next.suggestion.text}`}`
}
