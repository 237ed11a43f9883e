/**
 * Runs `demo`: builds a real project with real history, verifies honest work and cheats, and compares each verdict with
 * the expected one.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Decision, Finding } from '../../core/model/finding.ts'
import type { Hooks } from '../verify/progress.ts'
import { type Verification, verify } from '../verify/verify.ts'
import { buildRepository } from './build.ts'
import { CHEATS, type Cheat } from './cheats.ts'
import { type DemoStory, HONEST } from './honest.ts'

interface DemoResult {
  readonly title: string
  readonly isHonest: boolean
  readonly verification: Verification
  /** The finding that rejected it: that of the expected rule, or else the first one. */
  readonly finding: Finding | null
  readonly isAsExpected: boolean
}

/** Runs every story one after the other; calls `onResult` as each ends. Removes its files. */
export async function demo(hooks: Hooks, onResult: (result: DemoResult) => void): Promise<readonly DemoResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tdd-gate-demo-'))
  try {
    await mkdir(join(folder, 'shop'))
    const repository = await buildRepository(join(folder, 'shop'))
    const results: DemoResult[] = []
    for (const [index, story] of [...HONEST, ...CHEATS].entries()) {
      const branch = `story-${index + 1}`
      await repository.branch(branch, story.commits)
      const options = {
        repo: repository.folder,
        base: 'main',
        head: branch,
        sequence: story.sequence,
        cacheDir: join(folder, 'cache'),
      }
      const result = toResult(story, await verify(options, hooks))
      results.push(result)
      onResult(result)
    }
    return results
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function toResult(story: DemoStory | Cheat, verification: Verification): DemoResult {
  const findings = standing(verification.decision)
  const isHonest = !('rejectedBy' in story)
  const finding = (isHonest ? undefined : findings.find(({ rule }) => rule === story.rejectedBy)) ?? findings[0] ?? null
  const { conclusion } = verification.decision
  const isRefused = conclusion === 'failure' || conclusion === 'unmeasurable'
  const isAsExpected = isHonest ? conclusion === 'success' : isRefused && finding?.rule === story.rejectedBy
  return { title: story.title, isHonest, verification, finding, isAsExpected }
}

function standing({ commits }: Decision): readonly Finding[] {
  return commits
    .filter(({ isSuperseded }) => !isSuperseded)
    .flatMap(({ findings }) => findings.filter(({ level }) => level === 'error'))
}
