/**
 * Runs each suite of several only where something changed that it can reach. Elsewhere its result is that of the first
 * tree of the branch with the same files. At the head every suite runs, since a manifest may not name all that it uses.
 */

import { readTexts } from '../../changes/tree-texts.ts'
import { commitsAtHead } from '../../core/compare/at-head.ts'
import type { Sha } from '../../core/model/commit.ts'
import { dividesSuites, type SuiteConfig, type TestConfig } from '../../core/model/config.ts'
import { weakestIsolation } from '../../core/model/isolation.ts'
import { isFailing, type SuiteResult, type TestRun } from '../../core/model/test-run.ts'
import { remember } from '../../core/util/remember.ts'
import type { Scratch } from '../../git/scratch.ts'
import { mergeCoverage } from '../../reports/coverage/coverage.ts'
import { joinedOutput } from '../../reports/output.ts'
import type { Execution, ExecutionRequest } from '../../test-runner/execution.ts'
import type { Measurer } from '../../test-runner/measurer.ts'
import { refuseNothing } from '../../test-runner/part-run.ts'
import { getReaches, pathsToRead } from '../../test-runner/suite-reach.ts'
import type { Subjects } from './subjects.ts'

interface Divided extends Subjects {
  readonly suites: readonly SuiteConfig[]
  readonly test: Pick<TestConfig, 'shards'>
  readonly scratch: Scratch
}

type Reaches = ReadonlyMap<string, string>

/** How many trees besides those of the branch are remembered. */
const MAX_REMEMBERED = 20

/** Divides whole runs into one for each suite. */
export function measureWhereTouched(measurer: Measurer, divided: Divided): Measurer {
  const { suites, test, scratch } = divided
  if (!dividesSuites(suites, test)) return measurer
  const branch = toBranch(divided)
  const known = remember<Reaches>(branch.trees.length + MAX_REMEMBERED)
  const reachesOf = (tree: Sha) => known.get(tree, () => readReaches(scratch, tree, suites))
  const placeOf = async (name: string, tree: Sha): Promise<Sha> => {
    if (branch.atHead.has(tree)) return tree
    const own = (await reachesOf(tree)).get(name)
    for (const earlier of branch.trees) if ((await reachesOf(earlier)).get(name) === own) return earlier
    return tree
  }
  return {
    ...measurer,
    execute: async (tree, request) => {
      if (request.files !== null || request.mutation) return measurer.execute(tree, request)
      const ran: SuiteExecution[] = []
      const once = callOnce(request)
      for (const { name } of suites) {
        const at = await placeOf(name, tree)
        ran.push({ name, isOwn: at === tree, execution: await measurer.execute(at, { ...once, suites: [name] }) })
      }
      const joined = join(ran)
      refuseNothing(joined)
      return joined
    },
  }
}

/** Returns the trees of the branch, the base first, and those in which every suite runs. */
function toBranch({ subjects, origin }: Subjects): {
  readonly trees: readonly Sha[]
  readonly atHead: ReadonlySet<Sha>
} {
  const atHead = commitsAtHead(subjects)
  return {
    trees: [...new Set([origin.tree, ...subjects.map(({ tree }) => tree)])],
    atHead: new Set(subjects.filter(({ sha }) => atHead.has(sha)).map(({ tree }) => tree)),
  }
}

/** One run may start several commands; readers hear of the first. */
function callOnce(request: ExecutionRequest): ExecutionRequest {
  const { onStart } = request
  if (onStart === undefined) return request
  let isCalled = false
  const start = () => {
    if (!isCalled) onStart()
    isCalled = true
  }
  return { ...request, onStart: start }
}

async function readReaches(scratch: Scratch, tree: Sha, suites: readonly SuiteConfig[]): Promise<Reaches> {
  const files = await scratch.listTree(tree)
  const ids = pathsToRead(files.keys()).flatMap((path) => files.get(path)?.id ?? [])
  const texts = await readTexts(scratch, ids)
  return getReaches(files, (path) => texts.get(files.get(path)?.id ?? '') ?? null, suites)
}

interface SuiteExecution {
  readonly name: string
  /** Whether it ran in this tree. */
  readonly isOwn: boolean
  readonly execution: Execution
}

function join(ran: readonly SuiteExecution[]): Execution {
  const all = ran.map(({ execution }) => execution)
  const coverage = all.flatMap((execution) => execution.coverage ?? [])
  return {
    run: joinRuns(all.map(({ run }) => run)),
    problems: all.flatMap(({ problems }) => problems),
    coverage: coverage.length === 0 ? null : mergeCoverage(coverage),
    durationMs: all.reduce((sum, { durationMs }) => sum + durationMs, 0),
    isCached: all.every(({ isCached }) => isCached),
    isolation: weakestIsolation(all.flatMap(({ isolation }) => isolation ?? [])),
    scope: 'suite',
    suites: ran.map(toResult),
  }
}

function toResult({ name, isOwn, execution: { run, problems } }: SuiteExecution): SuiteResult {
  const failing = run.cases.filter(({ outcome }) => isFailing(outcome)).length + run.loadErrors.length
  const unmeasured = problems[0] && { unmeasured: problems[0].code }
  return { name, tests: run.cases.length, failing, isOwn, ...unmeasured }
}

/** No test is in two of them: each id begins with the name of its suite. */
function joinRuns(runs: readonly TestRun[]): TestRun {
  return {
    format: [...new Set(runs.map(({ format }) => format))].join('+'),
    cases: runs.flatMap(({ cases }) => cases),
    loadErrors: runs.flatMap(({ loadErrors }) => loadErrors),
    hookFailures: runs.flatMap(({ hookFailures }) => hookFailures),
    runErrors: runs.flatMap(({ runErrors }) => runErrors),
    emptyFiles: runs.flatMap(({ emptyFiles }) => emptyFiles),
    isComplete: runs.every(({ isComplete }) => isComplete),
    output: joinedOutput(runs.map(({ output }) => output)),
    warnings: runs.flatMap(({ warnings }) => warnings),
  }
}
