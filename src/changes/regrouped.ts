/** Decides whether changes of files only put statements into other files, where each name means what it meant. */

import { bindingsIn, isModuleAt, toBindingKey } from '../core/text/import-bindings.ts'
import { getFolder } from '../core/text/nearby.ts'
import { isSameList } from '../core/util/order.ts'
import { type Binding, readDeclared, readStatements } from '../syntax/index.ts'

/** Null where there is no such file. */
export interface RegroupedFile {
  readonly path: string
  readonly isTest: boolean
  readonly before: string | null
  readonly after: string | null
}

/** Languages in which it is known what a name at the top of a file means. */
const READ = /\.(?:[cm]?[jt]sx?|py|go)$/
const WORDS = /[\p{L}_$][\p{L}\p{N}_$]*/gu

/** What a file holds, before or after the change. */
interface Side {
  readonly path: string
  readonly isTest: boolean
  readonly statements: readonly string[]
  /** What it declares at its top. */
  readonly names: ReadonlySet<string>
  readonly bindings: readonly Binding[]
}

/** Returns whether the files have the same statements as before, each of them once, and at least one in another file. */
export function isRegrouped(files: readonly RegroupedFile[]): boolean {
  const before = readSides(files, 'before')
  const after = readSides(files, 'after')
  if (before === null || after === null) return false
  const pairs = pair(before, after)
  if (!pairs?.some(([, was, is]) => was.path !== is.path)) return false
  const declared = before.flatMap(({ names }) => [...names])
  if (new Set(declared).size < declared.length || !keepsEffects([...before, ...after])) return false
  const isSame = ([statement, was, is]: Pair) => {
    const [old, now] = [toMeaning(was, before), toMeaning(is, after)]
    return new Set(statement.match(WORDS)).values().every((word) => old(word) === now(word))
  }
  return before.every((side, n) => keepsOrder(side, after[n] ?? side)) && pairs.every(isSame)
}

/** @returns null where a text is not read */
function readSides(files: readonly RegroupedFile[], when: 'before' | 'after'): readonly Side[] | null {
  const sides = files.flatMap((file) => (READ.test(file.path) ? (read(file, file[when]) ?? []) : []))
  return sides.length < files.length ? null : sides
}

function read({ path, isTest }: RegroupedFile, text: string | null): Side | null {
  if (text === null) return { path, isTest, statements: [], names: new Set(), bindings: [] }
  const [statements, declared, bindings] = [
    readStatements(path, text),
    readDeclared(path, text),
    bindingsIn(path, text),
  ]
  if (statements === null || declared === null || bindings === null) return null
  const assigned = path.endsWith('.py') ? statements.flatMap(findAssigned) : []
  const names = new Set([...declared.names, ...assigned])
  return { path, isTest, statements, names, bindings }
}

/** Returns the names in front of the sign: `RATE`, or `A, B`. */
const findAssigned = (statement: string): readonly string[] =>
  /^(?!(?:async|class|def|for|if|try|while|with)\b)[^=()#"'@]*(?==[^=])/.exec(statement)?.[0].match(WORDS) ?? []

const isNamed = ({ local }: Binding) => /^[\p{L}$][\p{L}\p{N}_$]*$/u.test(local)

/** Returns whether all files of tests, and all of code, load the same modules for their effects. */
function keepsEffects(sides: readonly Side[]): boolean {
  const held = sides.filter(({ statements }) => statements.length > 0)
  const toKey = ({ isTest, bindings }: Side) => {
    const unnamed = bindings.filter((one) => !isNamed(one)).map(toBindingKey)
    return JSON.stringify([isTest, ...unnamed.toSorted()])
  }
  return new Set(held.map(toKey)).size <= new Set(held.map(({ isTest }) => isTest)).size
}

/** Returns whether the statements that stay in a file stay in their order. */
function keepsOrder(before: Side, after: Side): boolean {
  const [was, is] = [before, after].map(({ statements }) => new Set(statements))
  const stays = (statement: string) => was?.has(statement) === true && is?.has(statement) === true
  return isSameList(before.statements.filter(stays), after.statements.filter(stays))
}

type Pair = readonly [statement: string, before: Side, after: Side]

/** Returns where each statement was and is; null where one is gone, is new, or may be another one. */
function pair(before: readonly Side[], after: readonly Side[]): readonly Pair[] | null {
  const [was, is] = [placesIn(before), placesIn(after)]
  const pairs = [...was].map(([key, { statement, sides }]) => {
    const now = is.get(key)?.sides ?? []
    const staying = sides.map((side) => [side, now.find(({ path }) => path === side.path)] as const)
    const left = staying.flatMap(([side, same]) => (same === undefined ? [side] : []))
    const came = now.filter(({ path }) => !sides.some((side) => side.path === path))
    if (sides.length !== now.length || left.length !== came.length || left.length > 1) return null
    return staying.map(([side, same]): Pair => [statement, side, same ?? came[0] ?? side])
  })
  return was.size !== is.size || pairs.includes(null) ? null : pairs.flatMap((own) => own ?? [])
}

function placesIn(all: readonly Side[]) {
  const found = all.flatMap((side) => side.statements.map((statement) => ({ statement, side })))
  const groups = Map.groupBy(found, ({ statement, side }) => `${side.isTest} ${statement}`)
  return new Map(
    [...groups].map(([key, own]) => [key, { statement: own[0]?.statement ?? '', sides: own.map(({ side }) => side) }]),
  )
}

/** Returns what a word means in a file: what some file declares, what is imported, or null for what all files have. */
function toMeaning(side: Side, sides: readonly Side[]): (word: string) => string | null {
  const isBeside = (other: Side) => side.path.endsWith('.go') && getFolder(other.path) === getFolder(side.path)
  const own = sides.filter((other) => other === side || isBeside(other))
  return (word) => {
    if (own.some(({ names }) => names.has(word))) return word
    const binding = side.bindings.find(({ local }) => local === word)
    if (binding === undefined) return null
    const leads = sides.some(({ path, names }) => names.has(binding.name) && isModuleAt(binding.module, path))
    return leads ? binding.name : toBindingKey(binding)
  }
}
