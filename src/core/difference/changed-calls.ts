/** Finds calls that a commit replaces, and calls that get other arguments, wherever the statements around them differ. */
import { type CallShape, readCallShapes, readDefinitions, readWords } from '../../syntax/index.ts'
import { importsIn } from '../text/import-bindings.ts'
import type { Difference } from './difference.ts'

interface Sides {
  readonly path: string
  readonly before: string | null
  readonly after: string | null
}

/** More of them are no refactoring that a reader follows in one line. */
const MAX_SHOWN = 3
const MAX_VALUE = 80
const RUBY = /\.rb$/
/** What Ruby loads has names of its own, whatever the name of its file. */
const CONSTANT = /^[A-Z]/

interface PlacedCall extends CallShape {
  readonly path: string
  /** Its first name is imported, from another project or from this one. */
  readonly isImported: boolean
  readonly isOwn: boolean
}

/**
 * @param isOwnModule whether a module is one of the project
 * @returns the first ones, without calls of what the project declares; none where a text is not read
 */
export function findChangedCalls(
  files: readonly Sides[],
  isOwnModule: (module: string) => boolean,
): readonly (Difference & Pick<Sides, 'path'>)[] {
  const old = files.flatMap(({ path, before }) => callsIn(path, before, isOwnModule))
  const now = files.flatMap(({ path, after }) => callsIn(path, after, isOwnModule))
  const sides = files.flatMap(({ path, before, after }) => [before, after].map((text) => [path, text ?? ''] as const))
  const declared = new Set(sides.flatMap(([path, text]) => readDefinitions(path, text) ?? []))
  const isForeign = ({ head, last, isOwn }: PlacedCall) => !declared.has(last) && !declared.has(head) && !isOwn
  const known = new Set(files.flatMap(({ path, before }) => [...(readWords(path, before ?? '') ?? [])]))
  const [was, is] = [old.filter(isForeign), now.filter(isForeign)]
  return [...findReplaced(was, is), ...findOtherArguments(was, is, known)].slice(0, MAX_SHOWN)
}

function callsIn(path: string, text: string | null, isOwnModule: (module: string) => boolean): readonly PlacedCall[] {
  if (text === null) return []
  const bindings = importsIn(path, text)?.flatMap((one) => one.bindings) ?? []
  const owners = new Map(bindings.map((binding) => [toLocal(binding), isOwnModule(binding.module)]))
  const toPlaced = (call: CallShape) => ({
    ...call,
    path,
    isImported: owners.has(call.head) || (RUBY.test(path) && CONSTANT.test(call.head)),
    isOwn: owners.get(call.head) === true,
  })
  return (readCallShapes(path, text) ?? []).map(toPlaced)
}

/** A whole module is called by the last part of its path. */
const toLocal = ({ local, module }: { readonly local: string; readonly module: string }) =>
  /^[*._]?$/.test(local) ? (module.split('/').at(-1) ?? '') : local

/** Calls of imported functions that are gone, each with one that came. */
function findReplaced(was: readonly PlacedCall[], is: readonly PlacedCall[]) {
  const onlyIn = (some: readonly PlacedCall[], others: readonly PlacedCall[]) => {
    const known = new Set(others.map(({ last }) => last))
    return [...new Map(some.filter(({ last }) => !known.has(last)).map((one) => [one.callee, one])).values()]
  }
  const gone = onlyIn(was, is).filter(({ isImported }) => isImported)
  const came = onlyIn(is, was)
  return gone.flatMap((one, n) => {
    const other = came.filter(({ isImported }) => isImported)[n] ?? came[n]
    const place = other ?? is.find(({ path }) => path === one.path)
    return [
      { path: one.path, line: 1, ...toPlace(place), was: toShown(one.callee), is: toShown(other?.callee ?? 'no call') },
    ]
  })
}

const toPlace = (call?: PlacedCall) => (call === undefined ? {} : { path: call.path, line: call.line })

/** Calls of a name that is called once before and after, with more or fewer arguments, or with more in a text. */
function findOtherArguments(was: readonly PlacedCall[], is: readonly PlacedCall[], known: ReadonlySet<string>) {
  const [before, after] = [was, is].map((calls) => Map.groupBy(calls, ({ last }) => last))
  return [...(after ?? [])].flatMap(([last, [call, ...more]]) => {
    const [one, ...others] = before?.get(last) ?? []
    if (one === undefined || call === undefined || more.length + others.length > 0) return []
    if (!isOther(one, call, known)) return []
    return [{ path: call.path, line: call.line, was: toShown(one.text), is: toShown(call.text) }]
  })
}

const QUERY = /\b(?:SELECT|INSERT|UPDATE|DELETE)\b.*\b(?:FROM|INTO|SET)\b/is

/**
 * A text may have its values inside, and a value may get a name: then nothing more and nothing less is said. A query must
 * not have them.
 */
function isOther(one: CallShape, call: CallShape, known: ReadonlySet<string>): boolean {
  if (one.isOpen || call.isOpen) return false
  const [gone, came] = [without(one.names, call.names), without(call.names, one.names)]
  const isKnown = [...came].every((name) => known.has(name))
  const isShown = [...call.shown].some((name) => !one.shown.has(name))
  if (one.args > call.args) return gone.size > 0 || (isShown && QUERY.test(call.text))
  if (one.args < call.args) return came.size > 0 && isKnown
  return gone.size === 0 && isKnown && [...call.shown].some((name) => came.has(name))
}

const without = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
  new Set([...some].filter((name) => !others.has(name)))

const toShown = (code: string) => {
  const line = code.replace(/\s+/g, ' ')
  return line.length > MAX_VALUE ? `${line.slice(0, MAX_VALUE)}…` : line
}
