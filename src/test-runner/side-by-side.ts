/**
 * Runs whole suites of later commits beside the caller's executions, each helper in a checkout and a sandbox of its own.
 * Only a run without a new failure is kept: whatever fails beside another run, the caller runs again alone.
 */
import type { Sha } from '../core/model/commit.ts'
import { isFailing, type TestId, type TestRun } from '../core/model/test-run.ts'
import type { Execution, ExecutionRequest, Measurer } from './measurer.ts'

/** Longer runs show that the suite uses several cores itself. */
const MAX_SLOWDOWN = 1.6
/** Shorter suites end before a helper has its checkout. */
const MIN_MS = 500

/** Its measurer puts a run into the caller's cache when `isKept` says so. */
export interface Helper extends AsyncDisposable {
  readonly measurer: Measurer
}

export interface HelperOptions {
  readonly isKept: (run: TestRun) => boolean
  /** Ends its executions. */
  readonly signal: AbortSignal
}

export interface SideOptions {
  /** Trees whose whole suites the caller will need, in this order. */
  readonly trees: readonly Sha[]
  /** How it will ask for them. */
  readonly request: ExecutionRequest
  readonly helpers: number
  /** Whether helpers end as soon as one of their runs takes longer than the first run alone, or has a new failure. */
  readonly isTrial: boolean
  readonly openHelper: (options: HelperOptions) => Promise<Helper>
}

interface Side {
  readonly options: SideOptions
  readonly abort: AbortController
  /** Trees that no measurer has begun. */
  readonly todo: Set<Sha>
  readonly running: Map<Sha, Promise<unknown>>
  readonly helpers: Promise<void>[]
  /** The first whole run, which ran alone. */
  alone: { readonly durationMs: number; readonly failing: ReadonlySet<TestId> } | null
}

/** Wraps the measurer of the caller. Dispose it before its checkout. */
export function sideBySide(measurer: Measurer, options: SideOptions): Measurer & AsyncDisposable {
  const [todo, running] = [new Set(options.trees), new Map()]
  const side: Side = { options, abort: new AbortController(), todo, running, helpers: [], alone: null }
  return {
    ...measurer,
    execute: async (tree, request) => {
      if (!isSame(request, options.request)) return measurer.execute(tree, request)
      side.todo.delete(tree)
      await side.running.get(tree)
      const execution = await measurer.execute(tree, request)
      if (!execution.isCached) begin(side, tree, execution)
      return execution
    },
    [Symbol.asyncDispose]: async () => {
      side.abort.abort()
      await Promise.all(side.helpers)
    },
  }
}

function isSame(request: ExecutionRequest, whole: ExecutionRequest): boolean {
  const isWhole = request.files === null && request.suites === undefined && request.mutation === undefined
  return isWhole && request.repeat === whole.repeat && request.coverage === whole.coverage
}

/** Starts the helpers after the first run, for the trees behind it: it ran alone, so that later runs compare with it. */
function begin(side: Side, tree: Sha, { run, durationMs }: Execution): void {
  if (side.alone !== null) return
  side.alone = { durationMs, failing: getFailing(run) }
  const { trees, helpers } = side.options
  for (const earlier of trees.slice(0, trees.indexOf(tree) + 1)) side.todo.delete(earlier)
  if (durationMs < MIN_MS) return
  for (let n = 0; n < Math.min(helpers, side.todo.size); n += 1) side.helpers.push(help(side))
}

/** A helper that fails takes no further tree: the caller runs its tree alone, and meets the reason itself. */
async function help(side: Side): Promise<void> {
  const { signal } = side.abort
  const isKept = (run: TestRun) => isClean(side, run)
  try {
    await using helper = await side.options.openHelper({ isKept, signal })
    for (const tree of side.todo) {
      if (signal.aborted) return
      side.todo.delete(tree)
      const running = execute(side, helper, tree)
      side.running.set(
        tree,
        running.catch(() => undefined),
      )
      await running
    }
  } catch {
    return
  }
}

async function execute({ options, alone, todo }: Side, helper: Helper, tree: Sha): Promise<void> {
  const { run, durationMs, isCached } = await helper.measurer.execute(tree, options.request)
  const isSlow = !isCached && durationMs > MAX_SLOWDOWN * (alone?.durationMs ?? 0)
  if (options.isTrial && (isSlow || !isClean({ alone }, run))) todo.clear()
}

function isClean({ alone }: Pick<Side, 'alone'>, run: TestRun): boolean {
  const isNew = (id: TestId) => alone?.failing.has(id) !== true
  return run.loadErrors.length + run.runErrors.length === 0 && ![...getFailing(run)].some(isNew)
}

function getFailing({ cases }: TestRun): ReadonlySet<TestId> {
  return new Set(cases.flatMap(({ id, outcome }) => (isFailing(outcome) ? [id] : [])))
}
