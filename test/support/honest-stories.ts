/** Stories of honest work over one project: every commit is accepted, and nothing is shown unless the story says so. */
import { afterAll, beforeAll, describe, test } from 'vitest'
import { type Branch, createBranch, RUN_ONCE } from './branch.ts'
import type { Step } from './cheat-stories.ts'
import type { Files } from './repository.ts'

export interface Honest {
  readonly title: string
  readonly steps: readonly Step[]
  /** Words of the finding that a reviewer reads; none by default. */
  readonly shows?: string
}

export function printHonest(project: string, base: Files, stories: readonly Honest[]): void {
  let branch: Branch
  beforeAll(async () => {
    branch = await createBranch({ ...RUN_ONCE, ...base })
    for (const [index, { steps }] of stories.entries()) {
      await branch.repo.git('checkout', '--quiet', '-b', `honest-${index}`, 'main')
      for (const { message, files } of steps) await branch.commit(message, files)
    }
    await branch.verify({ head: 'honest-0' })
  })
  afterAll(() => branch[Symbol.asyncDispose]())

  describe.concurrent(project, () => {
    test.for(stories.map((story, index) => ({ ...story, index })))('$title', async (story, { expect }) => {
      const { decision } = await branch.verify({ head: `honest-${story.index}` })
      const shown = decision.commits.flatMap(({ findings }) =>
        findings.map(({ rule, message }) => `${rule}: ${message}`),
      )
      expect(decision.conclusion, shown.join('\n')).toBe('success')
      if (story.shows === undefined) expect(shown).toEqual([])
      else expect(shown.join('\n')).toContain(story.shows)
    })
  })
}
