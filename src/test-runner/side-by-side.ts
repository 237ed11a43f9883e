/**
 * Runs what the caller announces beside the caller's own executions, each helper in a checkout and a sandbox of its own.
 * A failure beside another run counts only for changed code, and only where the unchanged code passed there; all else
 * that fails runs again alone.
 */

import { isRefusal } from '../core/errors/known-error.ts'
import type { Sha } from '../core/model/commit.ts'
import { isFailing, type TestId } from '../core/model/test-run.ts'
import type { Execution, ExecutionRequest, RunResult } from './execution.ts'
import { EMPTY, type Measurer } from './measurer.ts'

/** Longer runs show that the suite uses several cores itself. */
const MAX_SLOWDOWN = 1.6
/** Shorter suites end before a helper has its checkout. */
const MIN_MS = 500
/** The number of an execution that nothing else has: the unchanged code beside another run. */
const CONTROL = 1_000

/** Shares the caller's memory. */
export interface Helper extends AsyncDisposable {
  readonly measurer: Measurer
}

export interface SideOptions {
  readonly helpers: number
  /** Whether helpers wait for a whole run alone, and end when one of their runs takes longer, or has a new failure. */
  readonly isTrial: boolean
  /** @param signal ends its executions */
  readonly openHelper: (signal: AbortSignal) => Promise<Helper>
}

interface Item {
  readonly key: string
  readonly tree: Sha
  readonly request: ExecutionRequest
}

interface Side {
  readonly options: SideOptions
  readonly caller: Measurer
  readonly abort: AbortController
  /** Announced, and not begun. */
  readonly todo: Map<string, Item>
  readonly running: Map<string, Promise<unknown>>
  readonly helpers: Promise<void>[]
  /** Unexpected errors of helpers, until the caller gets one. */
  readonly mistakes: unknown[]
  /** The first whole run, by its suites. */
  readonly first: Map<string, { readonly durationMs: number; readonly failing: ReadonlySet<TestId> }>
  /** Whether the unchanged code passes beside another run, by tree and files. */
  readonly controls: Map<string, Promise<boolean>>
  isPaused: boolean
  isOver: boolean
  /** Resolved when there may be something for a helper. */
  bell: PromiseWithResolvers<void>
}

/** Wraps the measurer of the caller. Dispose it before its checkout. */
export function sideBySide(caller: Measurer, options: SideOptions): Measurer & AsyncDisposable {
  const side: Side = {
    options,
    caller,
    abort: new AbortController(),
    todo: new Map(),
    running: new Map(),
    helpers: [],
    mistakes: [],
    first: new Map(),
    controls: new Map(),
    isPaused: false,
    isOver: false,
    bell: Promise.withResolvers(),
  }
  return {
    ...caller,
    hasHelpers: options.helpers > 0,
    execute: async (tree, request) => {
      if (options.helpers === 0) return request.isEarly ? EMPTY : caller.execute(tree, request)
      const item = { key: toKey(tree, request), tree, request }
      return request.isEarly ? announce(side, item) : execute(side, item)
    },
    [Symbol.asyncDispose]: async () => {
      side.abort.abort()
      ring(side)
      await Promise.all(side.helpers)
      throwMistake(side)
    },
  }
}

function toKey(tree: Sha, { files, suites, mutation, vary, coverage, repeat, withCanary }: ExecutionRequest): string {
  return JSON.stringify([tree, files, suites ?? null, mutation ?? null, vary ?? null, coverage, repeat, withCanary])
}

const isWhole = ({ files, mutation }: ExecutionRequest) => files === null && mutation === undefined
const toSuites = ({ suites }: ExecutionRequest) => suites?.join('\n') ?? ''

function announce(side: Side, item: Item): Execution {
  if (!side.isOver) side.todo.set(item.key, item)
  ring(side)
  return EMPTY
}

function ring(side: Side): void {
  side.bell.resolve()
  side.bell = Promise.withResolvers()
}

async function execute(side: Side, item: Item): Promise<Execution> {
  throwMistake(side)
  forget(side, item)
  // While a helper runs it, the caller runs what comes next.
  for (let other = side.running.get(item.key); other; other = side.running.get(item.key)) {
    const next = take(side)
    await (next ? run(side, side.caller, next).catch(() => undefined) : other)
  }
  const { tree, request } = item
  const onStart = () => {
    openHelpers(side)
    request.onStart?.()
  }
  const started = { ...request, onStart }
  if (!isWhole(request) || request.original) return side.caller.execute(tree, started)
  let isDisturbed = false
  const isKept = (measured: RunResult) => {
    isDisturbed = side.helpers.length > 0 && !isClean(side, measured)
    return !isDisturbed
  }
  const execution = await side.caller.execute(tree, { ...started, isKept })
  if (isDisturbed) return alone(side, () => side.caller.execute(tree, request))
  keepFirst(side, request, execution)
  return execution
}

/** The caller has it now, and passed all whole runs before it. */
function forget({ todo }: Side, { key, request }: Item): void {
  if (isWhole(request) && todo.has(key))
    for (const earlier of todo.values()) {
      if (earlier.key === key) break
      if (isWhole(earlier.request)) todo.delete(earlier.key)
    }
  todo.delete(key)
}

function keepFirst(side: Side, request: ExecutionRequest, { run, durationMs, isCached }: Execution): void {
  const suites = toSuites(request)
  if (!side.first.has(suites)) side.first.set(suites, { durationMs, failing: new Set(getFailing({ run })) })
  if (!isCached) openHelpers(side)
  ring(side)
}

async function alone<T>(side: Side, work: () => Promise<T>): Promise<T> {
  side.isPaused = true
  try {
    await Promise.all(side.running.values())
    return await work()
  } finally {
    side.isPaused = false
    ring(side)
  }
}

function openHelpers(side: Side): void {
  const ready = [...side.todo.values()].filter((item) => isReady(side, item))
  const many = Math.min(side.options.helpers, ready.length)
  while (!side.isOver && side.helpers.length < many) side.helpers.push(help(side))
}

/**
 * A helper that this machine cannot serve takes nothing more: the caller runs its item alone, and meets the reason
 * itself. Any other failure is a mistake of the program, which ends the run.
 */
async function help(side: Side): Promise<void> {
  const { signal } = side.abort
  try {
    await using helper = await side.options.openHelper(signal)
    while (!signal.aborted) {
      const item = take(side)
      await (item ? run(side, helper.measurer, item) : side.bell.promise)
    }
  } catch (error) {
    if (!signal.aborted && !isRefusal(error)) side.mistakes.push(error)
  }
}

/** @throws the first mistake of a helper, once */
function throwMistake({ mistakes }: Side): void {
  const [first] = mistakes.splice(0)
  if (first !== undefined) throw first
}

function take(side: Side): Item | null {
  const item = side.isPaused ? undefined : side.todo.values().find((one) => isReady(side, one))
  if (item) side.todo.delete(item.key)
  return item ?? null
}

/** Returns whether it is worth a helper. Single files take about as long as the suites at most. */
function isReady({ first, options }: Side, { request }: Item): boolean {
  const own = first.get(toSuites(request))
  const known = isWhole(request) ? (own ? [own] : []) : [...first.values()]
  return known.length === 0 ? !options.isTrial : known.some(({ durationMs }) => durationMs >= MIN_MS)
}

async function run(side: Side, measurer: Measurer, item: Item): Promise<void> {
  const running = measure(side, measurer, item).finally(() => side.running.delete(item.key))
  const ended = running.catch(() => undefined)
  side.running.set(item.key, ended)
  await running
}

async function measure(side: Side, measurer: Measurer, { tree, request: { isEarly: _, ...request } }: Item) {
  const { original } = request
  if (original !== undefined && !(await passesBeside(side, measurer, original, request))) return
  const isKept = (measured: RunResult) =>
    measured.problems.length === 0 && (original !== undefined || isClean(side, measured))
  const execution = await measurer.execute(tree, { ...request, isKept })
  const isTrial = side.options.isTrial && original === undefined && !execution.isCached
  if (!isTrial || (isClean(side, execution) && !isSlow(side, request, execution))) return
  side.isOver = true
  side.todo.clear()
}

/** Runs the unchanged code once, so that a failure of changed code beside another run is one of the code. */
function passesBeside(side: Side, measurer: Measurer, original: Sha, request: ExecutionRequest): Promise<boolean> {
  const control = { ...request, original: undefined, repeat: CONTROL, isKept: () => false }
  const key = toKey(original, control)
  const known = side.controls.get(key) ?? measurer.execute(original, control).then((ran) => isClean(side, ran))
  side.controls.set(key, known)
  return known
}

const isSlow = ({ first }: Side, request: ExecutionRequest, { durationMs }: Execution) =>
  durationMs > MAX_SLOWDOWN * (first.get(toSuites(request))?.durationMs ?? Number.POSITIVE_INFINITY)

function isClean({ first }: Side, { run, problems }: RunResult): boolean {
  const isOld = (id: TestId) => first.values().some(({ failing }) => failing.has(id))
  return problems.length + run.loadErrors.length + run.runErrors.length === 0 && getFailing({ run }).every(isOld)
}

function getFailing({ run: { cases } }: Pick<Execution, 'run'>): readonly TestId[] {
  return cases.flatMap(({ id, outcome }) => (isFailing(outcome) ? [id] : []))
}
