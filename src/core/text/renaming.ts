/** Decides whether changed files of code and tests differ only by renaming what production declares. */
import {
  type Binding,
  type Leaf,
  readDeclared,
  readLeaves,
  readOccurrences,
  readTestPlaces,
} from '../../syntax/index.ts'
import { order } from '../util/order.ts'
import { importsIn, isModuleAt, withoutImports } from './import-bindings.ts'
import { getFolder } from './nearby.ts'

/** An edited file; all edited files of code are checked together. */
export interface CodeTexts {
  readonly path: string
  readonly isTest: boolean
  readonly before: string
  readonly after: string
}

/** Languages in which each use of a name can be found. Files of one package of Go use each other. */
const FAMILIES = [/\.[cm]?[jt]sx?$/, /\.py$/, /\.go$/]
const GO = /\.go$/
const NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u
const WORDS = /[\p{L}\p{N}_$]+/gu

/** Returns true when one one-to-one renaming turns every old file into the new one: see `readRenaming`. */
export const isRenaming = (files: readonly CodeTexts[]): boolean => readRenaming(files) !== null

/**
 * Maps old names to new ones when this renaming turns every old file into the new one, and every name belongs to
 * production. Names and texts of tests may follow them: `test_sum` becomes `test_total` with `sum`, and so does
 * `sum() is %d`.
 */
export function readRenaming(files: readonly CodeTexts[]): ReadonlyMap<string, string> | null {
  const names = namesIn(files)
  if (names === null || names.size === 0) return null
  // A module may have the name of what it exports.
  const words = new Set(files.flatMap(({ path, before }) => withoutImports(path, before).match(WORDS) ?? []))
  if ([...names.values()].some((name) => words.has(name)) || new Set(names.values()).size < names.size) return null
  const isSafeIn = (file: CodeTexts) => {
    const places = readOccurrences(file.path, file.before)
    const isUsed = (name: string) => places?.has(name) !== false || getImports(file, name).length > 0
    const isSafe = (name: string) => places?.get(name) !== false && isOwn(file, name, files)
    return [...names.keys()].every((name) => !isUsed(name) || isSafe(name))
  }
  return files.every(isSafeIn) ? names : null
}

/** @param isTitle whether the place names a test */
type Pair = readonly [old: string, now: string, isTitle?: boolean]

/** Maps old names to new ones; null when something else differs, or an old name remains. */
function namesIn(files: readonly CodeTexts[]): ReadonlyMap<string, string> | null {
  const all = files.map(({ path, before, after }) =>
    FAMILIES.some((family) => family.test(path)) ? getPairs(path, before, after) : null,
  )
  if (all.includes(null)) return null
  const pairs = all.flatMap((own) => own ?? [])
  const ofProduction = new Map(files.flatMap(({ isTest }, n) => (isTest ? [] : toNames(all[n] ?? []))))
  const follows = ([old, now, isTitle]: Pair) =>
    (isTitle === true && follow(old, ofProduction) === now) ||
    (isMessage(old) && renameToken(old, ofProduction) === now)
  const titles = new Set(files.flatMap(({ isTest }, n) => (isTest ? (all[n] ?? []).filter(follows) : [])))
  const others = pairs.filter((pair) => !titles.has(pair))
  const changed = others.filter(([old, now]) => old !== now)
  if (!changed.every(([old, now]) => NAME.test(old) && NAME.test(now))) return null
  const names = new Map(toNames(others))
  return others.every(([old, now]) => (names.get(old) ?? old) === now) ? names : null
}

const toNames = (pairs: readonly Pair[]) => pairs.flatMap(([old, now]) => (old === now ? [] : [[old, now] as const]))

/** A text that holds more than one word: a single word is a value. */
const isMessage = (text: string) => /^[\w$@]{0,3}["'`]/.test(text) && (text.match(WORDS)?.length ?? 0) > 1

/**
 * Returns a token with its new name, or a message with new names in the place of the old ones: as whole words that are
 * no members.
 */
export function renameToken(token: string, names: ReadonlyMap<string, string>): string {
  if (!isMessage(token)) return names.get(token) ?? token
  return token.replace(WORDS, (word, at: number) => (token[at - 1] === '.' ? word : (names.get(word) ?? word)))
}

/** A shorter name is a part of many words. */
const MIN_NAME = 3

/** Returns a name or a text of a test with the new names in it, as words of their own in any spelling. */
function follow(text: string, names: ReadonlyMap<string, string>): string {
  let followed = text
  for (const [old, now] of names) {
    const spellings = getSpellings(now)
    for (const [n, word] of getSpellings(old).entries()) {
      if (word.length < MIN_NAME || !/^[\w ]+$/.test(word)) continue
      const before = /^[A-Z]/.test(word) ? '' : '(?<![A-Za-z0-9])'
      followed = followed.replace(new RegExp(`${before}${word}(?![a-z0-9])`, 'g'), () => spellings[n] ?? word)
    }
  }
  return followed
}

/** `sumAll`, `SumAll`, `sum_all` and `sum all`. */
function getSpellings(name: string): readonly string[] {
  const snake = name.replace(/(?<=[a-z0-9])[A-Z]/g, '_$&').toLowerCase()
  const camel = snake.replace(/(?<=[a-z0-9])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  return [name, `${camel.charAt(0).toUpperCase()}${camel.slice(1)}`, snake, snake.replaceAll('_', ' ')]
}

/** Pairs the tokens of two texts, and what they import; null where they differ in more. */
function getPairs(path: string, before: string, after: string): readonly Pair[] | null {
  const [code, imported] = [
    [before, after].map((text) => readLeaves(path, text, { keeps: () => false })?.filter(isCode)),
    [before, after].map((text) => importsIn(path, text)?.flatMap(({ bindings }) => bindings)),
  ]
  const leaves = zip(code, (one, other) => one.kind === other.kind)
  const bindings = zip(imported.map(sortAlike), (one, other) => one.module === other.module)
  if (leaves === null || bindings === null) return null
  const titles = new Set(readTestPlaces(path, before)?.flatMap(({ at, isTest }) => (isTest ? [at] : [])))
  return [
    ...leaves.map(([{ text, kind, at }, other]): Pair => [text, other.text, kind === 'token' && titles.has(at)]),
    ...bindings.flatMap(([one, other]): Pair[] => [
      [one.name, other.name],
      [one.local, other.local],
    ]),
  ]
}

const isCode = ({ isImport }: Leaf) => !isImport

/** Puts what both lists have first: a new name may stand elsewhere among sorted imports. */
function sortAlike(
  own: readonly Binding[] | undefined,
  _: number,
  lists: readonly (readonly Binding[] | undefined)[],
): readonly Binding[] | undefined {
  const toKey = ({ module, name, local }: Binding) => JSON.stringify([module, name, local])
  const [one, other] = lists.map((list) => new Set(list?.map(toKey)))
  const isInBoth = (binding: Binding) => one?.has(toKey(binding)) === true && other?.has(toKey(binding)) === true
  const both = own?.filter(isInBoth).toSorted((a, b) => order(toKey(a), toKey(b)))
  return own && both && [...both, ...own.filter((binding) => !isInBoth(binding))]
}

/** Returns null where one list is missing, is longer, or has an entry that does not match. */
function zip<T>([one, other]: readonly (readonly T[] | undefined)[], matches: (one: T, other: T) => boolean) {
  if (one === undefined || one.length !== other?.length) return null
  const pairs = one.map((entry, n) => [entry, other[n] as T] as const)
  return pairs.every(([a, b]) => matches(a, b)) ? pairs : null
}

/** Returns whether the changed production declares a name that the file uses. */
function isOwn(file: CodeTexts, name: string, files: readonly CodeTexts[]): boolean {
  const imports = getImports(file, name)
  if (!file.isTest && isDeclared(file, name)) return imports.length === 0
  const family = FAMILIES.find((one) => one.test(file.path))
  const others = files.filter((other) => other !== file && !other.isTest && family?.test(other.path) === true)
  if (GO.test(file.path)) return others.some((other) => isSamePackage(file, other) && isDeclared(other, name))
  const leads = ({ module }: Binding) =>
    others.some((other) => isModuleAt(module, other.path) && other.before.match(WORDS)?.includes(name) === true)
  return imports.length > 0 && imports.every(leads)
}

const isDeclared = ({ path, before }: CodeTexts, name: string): boolean =>
  readDeclared(path, before)?.names.includes(name) === true

/** Returns the imports that bind the name, or another name to it. */
function getImports({ path, before }: CodeTexts, name: string): readonly Binding[] {
  const bindings = importsIn(path, before)?.flatMap((one) => one.bindings) ?? []
  return bindings.filter((binding) => binding.name === name || binding.local === name)
}

function isSamePackage(one: CodeTexts, other: CodeTexts): boolean {
  const getPackage = ({ path, before }: CodeTexts) => readDeclared(path, before)?.package
  return getFolder(one.path) === getFolder(other.path) && getPackage(one) === getPackage(other)
}
