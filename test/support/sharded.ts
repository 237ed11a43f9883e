/** Jobs that share a suite, without processes: what a test does is read from the commit, and each job runs its slice. */

import { mkdtempSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Shard } from '../../src/core/model/config.ts'
import type { TestCase, TestRun } from '../../src/core/model/test-run.ts'
import { judgeBranch } from '../../src/operations/verify/judge-branch.ts'
import { measureBranch } from '../../src/operations/verify/measure-branch.ts'
import type { MeasurerParts, OpenMeasurer } from '../../src/operations/verify/open-measurer.ts'
import type { Verification } from '../../src/operations/verify/walk-branch.ts'
import type { Execution, ExecutionRequest } from '../../src/test-runner/execution.ts'
import type { Branch } from './branch.ts'
import { REPOSITORY, RUN } from './rehearsal.ts'
import { failure, testCase, testRun } from './test-run.ts'

/**
 * A test file: `name: word` passes where production holds the word; `name: skip` is skipped; `broken` does not load;
 * `name: unlucky word` fails by chance where production holds the word: in the first whole run, and in no other.
 */
const TEST_FILE = /^test\/.*\.test\.txt$/
const NEVER = { onProgress: () => undefined, signal: new AbortController().signal }

/** The words that a test finds in production. */
type Words = Pick<ReadonlySet<string>, 'has'>

type Executions = Map<string, Execution>

export interface Sharded {
  /** As if everything ran in one job. */
  readonly whole: () => Promise<readonly string[]>
  /** Measured in so many jobs, then judged by what they measured. */
  readonly inShards: (count: number) => Promise<readonly string[]>
}

/** One line a commit: `green 2 rejected: suite-is-green`. */
export function getLines({ decision }: Pick<Verification, 'decision'>): readonly string[] {
  const lines = decision.commits.map(({ phase, subtask, verdict, findings, isSuperseded }) => {
    const rules = findings.filter(({ level }) => level === 'error').map(({ rule, message }) => `${rule} (${message})`)
    return `${phase} ${subtask} ${verdict}${isSuperseded ? ' superseded' : ''}: ${rules.join(', ')}`
  })
  return [...lines, decision.conclusion]
}

export function shareOut(branch: Branch): Sharded {
  const common = {
    repo: branch.repo.dir,
    base: 'main',
    cacheDir: mkdtempSync(join(dirname(branch.repo.dir), 'cache-')),
  }
  const asItIs = { fit: <T>(evidence: T): T => evidence }
  const identity = { level: 'attested', run: RUN, repository: REPOSITORY, pullRequest: 3, baseBranch: 'main' } as const
  const measure = async (shard: Shard | null): Promise<Executions> => {
    const done: Executions = new Map()
    const openMeasurer: OpenMeasurer = (parts) => ({
      folder: '',
      notes: () => [],
      shard,
      execute: async (tree, request) => {
        const execution = await execute(parts, tree, request, shard)
        done.set(toKey(tree, request), execution)
        return execution
      },
    })
    const { error } = await measureBranch(common, NEVER, { ...asItIs, openMeasurer })
    if (error) throw error
    return done
  }
  const judge = async (recordings: readonly Executions[]) => {
    const openMeasurer: OpenMeasurer = () => ({
      folder: '',
      notes: () => [],
      execute: async (tree, request) => replay(recordings, tree, request),
    })
    const tools = { ...asItIs, archive: new Map(), openMeasurer }
    return getLines(await judgeBranch({ ...common, ...identity }, NEVER, tools))
  }
  return {
    whole: async () => judge([await measure(null)]),
    inShards: async (count) => {
      const recordings: Executions[] = []
      for (let index = 1; index <= count; index += 1) recordings.push(await measure({ index, count }))
      return judge(recordings)
    },
  }
}

const toKey = (tree: string, request: ExecutionRequest) => JSON.stringify([tree, request])

/** Every slice of a whole suite; of what is aimed the first, which is whole. */
function replay(recordings: readonly Executions[], tree: string, request: ExecutionRequest): Execution {
  const found = recordings.map((recording) => recording.get(toKey(tree, request)))
  const [first] = found.filter((one) => one !== undefined)
  const isWhole = request.files === null && request.repeat === 1
  const isThere = isWhole ? found.every((one) => one !== undefined) : first !== undefined
  if (!isThere || first === undefined)
    return { ...NOTHING, problems: [{ code: 'not-recorded', message: `Not recorded: ${toKey(tree, request)}` }] }
  if (request.files !== null) return first
  const runs = found.flatMap((one) => one?.run ?? [])
  const run = testRun({
    cases: runs.flatMap(({ cases }) => cases),
    loadErrors: runs.flatMap(({ loadErrors }) => loadErrors),
  })
  return { ...first, run }
}

const NOTHING: Execution = {
  run: testRun({ isComplete: true }),
  problems: [],
  coverage: null,
  durationMs: 0,
  isCached: false,
  isolation: null,
  scope: 'files',
}

/** Of blobs, by their ids: commits share most of them. */
const texts = new Map<string, string>()

/** Slices are cut as runners cut them: by place in the list of files, so that a new file moves those behind it. */
async function execute(
  { checkout }: MeasurerParts,
  tree: string,
  { files, repeat }: ExecutionRequest,
  shard: Shard | null,
): Promise<Execution> {
  const blobs = await checkout.listTree(tree)
  const paths = [...blobs.keys()]
  const read = async (path: string) => {
    const id = blobs.get(path)?.id ?? ''
    const text = texts.get(id) ?? (await checkout.git(['cat-file', 'blob', id])).toString()
    texts.set(id, text)
    return text
  }
  const production = paths.filter((path) => path.startsWith('src/'))
  const held = new Set((await Promise.all(production.map(read))).flatMap((text) => text.split(/\s+/)))
  const all = paths.filter((path) => TEST_FILE.test(path)).toSorted()
  const isUnlucky = files === null && repeat === 1
  const words: Words = {
    has: (word) => {
      const [, cause = null] = /^unlucky (.*)$/.exec(word) ?? []
      return cause === null ? held.has(word) : !(isUnlucky && held.has(cause))
    },
  }
  const slice = shard === null ? all : all.filter((_, n) => n % shard.count === shard.index - 1)
  const wanted = files === null ? slice : all.filter((path) => files.includes(path))
  const ran = await Promise.all(wanted.map(async (path) => toRun(path, await read(path), words)))
  const run = testRun({
    cases: ran.flatMap(({ cases }) => cases),
    loadErrors: ran.flatMap(({ loadErrors }) => loadErrors),
    isComplete: true,
  })
  return { ...NOTHING, run, scope: files === null ? 'suite' : 'files' }
}

function toRun(file: string, text: string, words: Words): Pick<TestRun, 'cases' | 'loadErrors'> {
  const lines = text.split('\n').filter((line) => line !== '')
  const needed = lines.find((line) => line.startsWith('import '))?.slice('import '.length)
  if (needed !== undefined && !words.has(needed)) {
    const missing = { kind: 'module', name: `../src/${needed}` } as const
    return { cases: [], loadErrors: [{ file, message: `no ${needed}`, kind: 'missing-symbol', missing }] }
  }
  const tests = lines.filter((line) => line.includes(': '))
  return { cases: tests.map((line) => toCase(file, line, words)), loadErrors: [] }
}

function toCase(file: string, line: string, words: Words): TestCase {
  const [name = '', word = ''] = line.split(': ')
  const outcome = word === 'skip' ? 'skipped' : words.has(word) ? 'passed' : 'failed'
  const base = { id: `${file} > ${name}`, file, suite: [], name, outcome } as const
  return testCase({ ...base, failure: outcome === 'failed' ? failure(`no ${word}`) : null })
}
