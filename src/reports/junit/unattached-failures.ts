/** Failures that stand outside of any test: of a file or class that did not load, of a hook, or of the run. */
import type { HookFailure, LoadError } from '../../core/model/test-run.ts'
import { loadError } from './classify.ts'
import { headline } from './outcome.ts'
import { isJavaClass, type RawProblem, type RawReport, type RawSuite } from './raw.ts'

export interface UnattachedFailures {
  readonly loadErrors: readonly LoadError[]
  readonly hookFailures: readonly HookFailure[]
  readonly runErrors: readonly string[]
}

/** busted begins with the place, as Lua does. */
const LUA_FILE = /^([^\n:]{1,500}\.lua):\d{1,9}: /
/** A block of the file was called: the file itself had been read. */
const LUA_BLOCK = /^\t[^\n]{1,1000}: in (?:upvalue |local |field |method )?function </m

export function classifyUnattached({ strays: unattached, dialect: producer }: RawReport): UnattachedFailures {
  const sorted: { loadErrors: LoadError[]; hookFailures: HookFailure[]; runErrors: string[] } = {
    loadErrors: [],
    hookFailures: [],
    runErrors: [],
  }
  for (const { suite, problem } of unattached) {
    const name = suite?.name ?? ''
    const said = headline(problem) || `<${problem.element}> without a word`
    const file = producer === 'busted' ? LUA_FILE.exec(problem.text)?.[1] : ofClass(suite, problem)
    if (file === undefined) sorted.runErrors.push(name === '' ? said : `${name}: ${said}`)
    else if (LUA_BLOCK.test(problem.text)) sorted.hookFailures.push({ file, suite: [], message: said })
    else sorted.loadErrors.push(loadError(file, problem))
  }
  return sorted
}

/** Ant writes the error of a class of which it could not make a suite into an empty suite of that name. */
function ofClass(suite: RawSuite | null, { element }: RawProblem): string | undefined {
  if (suite === null || element !== 'error') return undefined
  return [suite.name, `${suite.packageName}.${suite.name}`].find(isJavaClass)
}
