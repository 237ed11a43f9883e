/** Reads failures outside of tests: of a file or class that did not load, of a hook, or of the run. */
import type { HookFailure, LoadError } from '../../core/model/test-run.ts'
import { loadError } from './classify.ts'
import { getFailureHeadline } from './outcome.ts'
import { isJavaClass, type RawProblem, type RawReport, type RawSuite } from './raw.ts'

export interface UnattachedFailures {
  readonly loadErrors: readonly LoadError[]
  readonly hookFailures: readonly HookFailure[]
  readonly runErrors: readonly string[]
}

/** busted's messages start with the place, as Lua's do. */
const LUA_FILE = /^([^\n:]{1,500}\.lua):\d{1,9}: /
/** A block of the file was executed, so the file was loaded. */
const LUA_BLOCK = /^\t[^\n]{1,1000}: in (?:upvalue |local |field |method )?function </m

export function classifyUnattached({ unattached, producer }: RawReport): UnattachedFailures {
  const sorted: { loadErrors: LoadError[]; hookFailures: HookFailure[]; runErrors: string[] } = {
    loadErrors: [],
    hookFailures: [],
    runErrors: [],
  }
  for (const { suite, problem } of unattached) {
    const name = suite?.name ?? ''
    const headline = getFailureHeadline(problem) || `<${problem.element}> without a message`
    const file = producer === 'busted' ? LUA_FILE.exec(problem.text)?.[1] : ofClass(suite, problem)
    if (file === undefined) sorted.runErrors.push(name === '' ? headline : `${name}: ${headline}`)
    else if (LUA_BLOCK.test(problem.text)) sorted.hookFailures.push({ file, suite: [], message: headline })
    else sorted.loadErrors.push(loadError(file, problem))
  }
  return sorted
}

/** Ant writes the error of a class without a suite into an empty suite of that name. */
function ofClass(suite: RawSuite | null, { element }: RawProblem): string | undefined {
  if (suite === null || element !== 'error') return undefined
  return [suite.name, `${suite.packageName}.${suite.name}`].find(isJavaClass)
}
