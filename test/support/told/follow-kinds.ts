/** Tells kinds of honest work in one runner: each is accepted at once, or after the first printed block. */
import { symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Sequence } from '../../../src/core/model/policy.ts'
import { createBranch } from '../branch.ts'
import { type Followed, followOnce } from '../tried-advice.ts'
import { getHonestKinds } from './kinds.ts'
import { isInstalled } from './languages.ts'
import type { Language } from './model.ts'
import { getHonestBase, type HonestKind, tell } from './words.ts'

const SEQUENCES = ['commits', 'pull-request'] as const
/** Today these may get a plain answer without a command: no repair of theirs is accepted. */
const ANSWERED: readonly string[] = [
  // In RSpec and PHPUnit a test stands inside of a group or a class of its file.
  'a function that moves to a file of its own, with its test',
]
/** In Go both places may stand side by side: commits need an order of code and tests, and a pull request needs none. */
const ORDERED: readonly string[] = ['a function that moves to a file of its own, with its test']

/** By sequence: kinds that it judges. */
export type Choice = Readonly<Record<Sequence, readonly string[]>>

/**
 * Both sequences judge one branch: most trees that the second one reads were measured for the first.
 * @param choice of kinds, from kept runs; all of them, which run, without one
 */
export function followKinds(language: Language, choice?: Choice): void {
  const isKept = choice !== undefined && (process.env.RUNS ?? 'kept') === 'kept'
  const sequencesOf = (about: string) => SEQUENCES.filter((one) => choice?.[one].includes(about) ?? true)
  const kinds = getHonestKinds(language).filter(({ about }) => sequencesOf(about).length > 0)
  describe.skipIf(!isKept && !isInstalled(language))(language.name, () => {
    test.for(kinds)('$about', async (kind, { annotate }) => {
      const followed = await followEach(sequencesOf(kind.about), language, kind)
      for (const one of followed) await annotate(`${one.before.sequence}: ${describeWay(one)}`)
      for (const { before, after, left, isWhole, pasted } of followed) {
        expect([left, isWhole]).toEqual(['', true])
        // What was pasted is never printed again.
        if (pasted.length > 0) expect(after.decision.next).not.toEqual(before.decision.next)
        if (ANSWERED.includes(kind.about) && pasted.length === 0) continue
        expect(after.decision.conclusion, pasted.join('\n')).toBe('success')
      }
      // One of both may accept at once: a pull request asks for no order of commits.
      if (!ORDERED.includes(kind.about)) expect(new Set(followed.flatMap(getFirstLine)).size).toBeLessThan(2)
    })
  })
}

async function followEach(
  sequences: readonly Sequence[],
  language: Language,
  { base, commits }: HonestKind,
): Promise<readonly Followed[]> {
  await using branch = await createBranch({ ...getHonestBase(language), ...base })
  const { repo } = branch
  if (language.hasPackages) symlinkSync(resolve('node_modules'), join(repo.dir, 'node_modules'))
  await repo.git('config', 'user.name', 'Mona')
  await repo.git('config', 'user.email', 'mona@example.com')
  await tell(repo, commits)
  const head = await repo.git('rev-parse', 'HEAD')
  const followed: Followed[] = []
  for (const sequence of sequences) {
    followed.push(await followOnce(branch, { sequence }))
    await repo.git('reset', '--quiet', '--hard', head)
  }
  return followed
}

/** Returns what the first repair means, or that none was accepted; nothing where no repair is needed. */
function getFirstLine({ before }: Followed): readonly string[] {
  const { conclusion, next } = before.decision
  return conclusion === 'success' || next === null ? [] : [next.suggestion.text.split('. ')[0] ?? '']
}

/** Says how a branch came to its end: at once, after which block, or with which answer. */
function describeWay({ pasted, before, after }: Followed): string {
  const { conclusion, next } = after.decision
  if (pasted.length === 0 && conclusion === 'success') return 'accepted at once'
  const said = before.decision.next?.suggestion.text ?? ''
  if (pasted.length === 0) return `answered (${conclusion}): ${said}`
  return [`led to ${conclusion}: ${said}`, ...pasted, ...(next === null ? [] : [next.suggestion.text])].join('\n')
}
