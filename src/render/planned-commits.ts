/** Foresees the commits of a subtask: their files, as plan and project name them, and their subjects. */
import type { FileClass } from '../core/model/commit.ts'
import type { Plan } from '../core/model/plan.ts'
import type { PlannedStep } from '../core/task/steps.ts'
import { findNamedPaths } from '../core/text/nearby.ts'
import { findTestConvention } from '../core/text/test-convention.ts'
import { toSubject } from './commit-message.ts'

type Phase = PlannedStep['commits'][number]

export interface PlannedCommit {
  readonly phase: Phase
  /** Paths, or the pattern that test files follow; empty where neither plan nor project says one. */
  readonly files: readonly string[]
  readonly subject: string
}

/** What the base branch says about files and subjects. */
export interface ProjectLayout {
  readonly paths: readonly string[]
  readonly classify: (path: string) => FileClass
  /** Of commit subjects. */
  readonly template: string
  readonly scopeOf: (paths: readonly string[]) => string | null
}

export function toPlannedCommits(
  plan: Plan,
  subtask: string,
  phases: readonly Phase[],
  layout: ProjectLayout,
): readonly PlannedCommit[] {
  const { description, acceptance, testStrategy } = plan.subtasks.find(({ id }) => id === subtask) ?? NOTHING
  const named = findNamedPaths([description, ...acceptance, testStrategy].join('\n'), layout.paths)
  const code = named.filter((path) => layout.classify(path) === 'production')
  const tests = named.filter((path) => layout.classify(path) === 'test')
  return phases.map((phase) => {
    const files = phase !== 'red' ? code : tests.length > 0 ? tests : guessTests(code, layout)
    return { phase, files, subject: toSubject({ phase, subtask }, plan, layout.template, layout.scopeOf(files)) }
  })
}

const NOTHING = { description: '', acceptance: [], testStrategy: '' }

/** Tests of `src/cart.js` are called after it; without such a file only the convention is known. */
function guessTests(code: readonly string[], { paths, classify }: ProjectLayout): readonly string[] {
  const known = paths.filter((path) => classify(path) === 'test')
  const { pattern } = findTestConvention(known, '', 0)
  if (pattern === null) return []
  const names = code.map((path) => path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, ''))
  return names.length === 0 ? [pattern] : [...new Set(names.map((name) => pattern.replace('*', name)))]
}
