import { availableParallelism } from 'node:os'
import { matchesGlob } from 'node:path'
import { defineConfig } from 'vitest/config'
import { ONCE, RINGS, withoutOnce } from './test/rings.ts'
import { SlowFirst } from './test/support/slow-first.ts'
import { SMALL } from './test/support/small-worker.ts'

/** Modules whose tests take signals or change the process that they run in: each file has a process of its own. */
const ALONE = [
  ...['test/action/{launch,main,start}.test.ts', 'test/cli/{bin,completion,demo,main,verify}.test.ts'],
  ...['test/app/{clients,main,start,server,worker}.test.ts', 'test/operations/{explain,hook,init,shards}.test.ts'],
  'test/{trials/mutation-tool,operations/{doctor/doctor,report/*,runs/{kept-answer,perform},verify/judge}}.test.ts',
]
const WORKERS_PER_CORE = 1.5
/** The system copies the page tables of a process that starts a program: a small heap makes each start cheaper. */
const SMALL_HEAP = ['--max-semi-space-size=2']
/** For what hangs: many times what the slowest takes on a machine that does much else. */
const LIMIT = 120_000
const WHOLE_LIMIT = 300_000

/**
 * The projects of a ring. Most of its files share processes, because loading the modules anew costs more than most files
 * do, and a process takes seconds to become fast.
 */
function projectsOf(name: string, files: readonly string[], { limit = LIMIT, guards = [] as string[] } = {}) {
  const isAlone = (file: string) => ALONE.some((glob) => matchesGlob(file, glob))
  const shared = { name, include: files.filter((file) => !isAlone(file)), isolate: false }
  const alone = { name: `${name}-alone`, include: files.filter(isAlone) }
  const setupFiles = ['test/support/property-runs.ts', ...guards]
  // Where nothing starts a program, a process may be as large as it gets.
  const worker = guards.length > 0 ? { pool: 'forks' } : { pool: SMALL, execArgv: SMALL_HEAP }
  const common = { setupFiles, ...worker, testTimeout: limit, hookTimeout: limit }
  return [shared, alone].filter(({ include }) => include.length > 0).map((own) => ({ test: { ...own, ...common } }))
}

export default defineConfig({
  test: {
    // Some wait for programs and servers. Each process more loads the modules once more.
    maxWorkers: Math.ceil(WORKERS_PER_CORE * availableParallelism()),
    sequence: { sequencer: SlowFirst },
    globalSetup: 'test/support/surroundings.ts',
    projects: [
      ...projectsOf('pure', RINGS.pure, { guards: ['test/support/pure-ring.ts'] }),
      ...projectsOf('processes', RINGS.processes),
      ...projectsOf('app', RINGS.app),
      ...projectsOf('once', ONCE, { limit: WHOLE_LIMIT }),
      ...projectsOf('whole', withoutOnce(RINGS.whole), { limit: WHOLE_LIMIT }),
    ],
  },
})
