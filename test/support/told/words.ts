/** The words in which honest work is told: what stands on the base, and what the author adds. */
import type { Files, TestRepository } from '../repository.ts'
import type { Cases, Functions, Language } from './model.ts'

/** A commit, or what the author does with git. */
export type HonestStep = readonly [message: string, files: Files] | ((repository: TestRepository) => Promise<unknown>)

export interface HonestKind {
  readonly about: string
  /** Beside the base of all kinds. */
  readonly base?: Files
  readonly commits: readonly HonestStep[]
}

export const FUNCTIONS: Functions = { double: 'n * 2', next: 'n + 1' }
export const CASES: Cases = { doubles: ['double', 2, 4], 'counts on': ['next', 1, 2] }
export const WITH_HALVE: Functions = { ...FUNCTIONS, halve: 'n - 2' }
export const WITH_HALVES: Cases = { ...CASES, halves: ['halve', 4, 2] }
export const MORE = 'more'

/** What stands on the base of all kinds. */
export const getHonestBase = ({ project, code, tests }: Language): Files => ({
  ...project,
  ...code(FUNCTIONS),
  ...tests(CASES),
})

/** A cycle: a test that fails, then the code that makes it pass. */
export function getCycle({ code, tests }: Language) {
  return { red: ['test: halve', tests(WITH_HALVES)], green: ['feat: halve', code(WITH_HALVE)] } as const
}

/** Does what the author did, one step after the other. */
export async function tell(repository: TestRepository, steps: HonestKind['commits']): Promise<void> {
  for (const step of steps) await (typeof step === 'function' ? step(repository) : repository.commit(...step))
}
