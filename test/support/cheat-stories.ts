/** Runs stories of commits over one project: every branch starts at the same base, which is measured once. */
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { type Branch, createBranch, type Judged, RUN_ONCE } from './branch.ts'
import type { Files } from './repository.ts'

export interface Step {
  readonly message: string
  readonly files: Files
}

export interface Cheat {
  readonly title: string
  readonly steps: readonly Step[]
  /** The last verdict. */
  readonly last: string
  /** Words of a finding, where the rule alone does not say why. */
  readonly because?: string
}

const stated = (phase: string) => (files: Files) => ({ message: `${phase}\n\nPhase: ${phase}\n`, files })

export const red = stated('red')
export const green = stated('green')
export const refactor = stated('refactor')
export const chore = stated('neutral')
export const saying = (step: Step, words: string): Step => ({ ...step, message: `${step.message.trim()}\n${words}\n` })

/** `packages`: the folder that the project finds as its node_modules. */
export function printCheats(
  project: string,
  base: Files,
  cheats: readonly Cheat[],
  { packages }: { readonly packages?: string } = {},
): void {
  let branch: Branch
  beforeAll(async () => {
    branch = await createBranch({ ...RUN_ONCE, ...base })
    if (packages !== undefined) await symlink(packages, join(branch.repo.dir, 'node_modules'))
    for (const [index, { steps }] of cheats.entries()) {
      await branch.repo.git('checkout', '--quiet', '-b', `cheat-${index}`, 'main')
      for (const { message, files } of steps) await branch.commit(message, files)
    }
    await branch.verify({ head: 'cheat-0' })
  })
  afterAll(() => branch[Symbol.asyncDispose]())

  describe.concurrent(project, () => {
    test.for(cheats.map((cheat, index) => ({ ...cheat, index })))('$title', async (cheat, { expect }) => {
      const result = await branch.verify({ head: `cheat-${cheat.index}` })
      expect(result.verdicts.at(-1), getMessages(result).join('\n')).toBe(cheat.last)
      expect(result.conclusion).not.toBe('success')
      expect(getMessages(result).join('\n')).toContain(cheat.because ?? '')
    })
  })
}

function getMessages({ decision }: Judged): readonly string[] {
  return decision.commits.flatMap(({ findings }) => findings.map(({ rule, message }) => `${rule}: ${message}`))
}
