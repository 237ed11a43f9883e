/** Stories of drivers that assert nothing, in languages whose functions are found by their layout. */
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { createBranch, RUN_ONCE } from './branch.ts'

type Tree = Readonly<Record<string, string>>

export interface HollowStory {
  readonly needs: readonly [string, ...string[]]
  readonly base: Tree
  readonly hollow: Tree
  readonly honest: Tree
  readonly green: Tree
}

export function isThere([command, ...words]: HollowStory['needs']): boolean {
  return spawnSync(command, words).status === 0
}

/** Registers the stories; each where its tool is installed. */
export function printHollow(stories: Readonly<Record<string, HollowStory>>): void {
  for (const [title, { needs, base, hollow, honest, green }] of Object.entries(stories)) {
    test.skipIf(!isThere(needs))(
      `${title}: a driver that asserts nothing is shown, and the one beside it that asserts is not`,
      async () => {
        await using branch = await createBranch({ ...RUN_ONCE, ...base })
        await branch.red({ ...hollow, ...honest })
        await branch.green(green)
        const { verdicts, decision } = await branch.verify()
        const said = decision.commits.flatMap(({ findings }) => findings.map(({ message }) => message)).join('\n')
        expect(verdicts, said).toEqual(['red accepted', 'green accepted'])
        expect(said).toMatch(/ although the (?:body of .* is|bodies of .* are) empty: /)
        expect(said).not.toContain('value')
      },
    )
  }
}
