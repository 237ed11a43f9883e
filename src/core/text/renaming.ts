/** Decides whether changed files of code and tests differ only by one renaming of what production declares. */
import {
  type Binding,
  getSyntax,
  type Leaf,
  type NamePlaces,
  type Reading,
  readDeclared,
  readLeaves,
  readNamePlaces,
  readTestPlaces,
  toPlainName,
} from '../../syntax/index.ts'
import { order } from '../util/order.ts'
import { bindingsIn, canFollow, isModuleAt, toBindingKey, withoutImports } from './import-bindings.ts'
import { getFolder } from './nearby.ts'

/** An edited file; all edited files of code are checked together. One with tests in its code counts as code. */
export interface CodeTexts {
  readonly path: string
  /** Where it was before. */
  readonly from?: string
  readonly isTest: boolean
  readonly before: string
  readonly after: string
}

/** Languages that tell whose each name is. In others a name that production declares is taken as its own. */
const BOUND = [/\.[cm]?[jt]sx?$/, /\.py$/, /\.go$/]
const GO = /\.go$/
const PYTHON = /\.py$/
const NAME = /^[:@$#]*[\p{L}_$][\p{L}\p{N}_$]*[?!]?$/u
const QUOTED = /^[\w$@]{0,3}["'`]/
const WORDS = /[\p{L}\p{N}_$]+/gu

/** Returns true when one one-to-one renaming turns every old file into the new one: see `readRenaming`. */
export const isRenaming = (files: readonly CodeTexts[]): boolean => readRenaming(files) !== null

/**
 * Maps old names to new ones when this renaming turns every old file into the new one, and every name belongs to
 * production or to the test that declares it. Tests may get other names, and their texts may follow: `sum() is %d`
 * becomes `total() is %d`. A trial compares what the tests notice under both names.
 */
export function readRenaming(files: readonly CodeTexts[]): ReadonlyMap<string, string> | null {
  const names = namesIn(files)
  if (names === null || names.size === 0) return null
  // A module may have the name of what it exports.
  const words = new Set(files.flatMap(({ path, before }) => withoutImports(path, before).match(WORDS) ?? []))
  const isTaken = (name: string) => words.has(name.replace(/[?!]$/, ''))
  if ([...names.values()].some(isTaken) || new Set(names.values()).size < names.size) return null
  const production = files.filter(({ isTest }) => !isTest)
  return files.every((file) => [...names.keys()].every((name) => isOwn(file, name, production))) ? names : null
}

/** @param isTitle whether the place names a test */
type Pair = readonly [old: string, now: string, isTitle?: boolean]

/** Maps old names to new ones; null when something else differs, or an old name remains. */
function namesIn(files: readonly CodeTexts[]): ReadonlyMap<string, string> | null {
  const all = files.map((file) => (getSyntax(file.path) === null ? null : getPairs(file, files)))
  if (all.includes(null)) return null
  const pairs = all.flatMap((own) => own ?? [])
  const ofProduction = new Map(files.flatMap(({ isTest }, n) => (isTest ? [] : toNames(all[n] ?? []))))
  const known = new Set(pairs.flatMap(([old, , isTitle]) => (isTitle === true ? [old] : [])))
  // The name of a test is free, unless another test had it.
  const follows = ([old, now, isTitle]: Pair) =>
    (isTitle === true && (old === now || !known.has(now))) || (isMessage(old) && renameToken(old, ofProduction) === now)
  const titles = new Set(
    files.flatMap(({ isTest }, n) => (all[n] ?? []).filter((pair) => (isTest || pair[2] === true) && follows(pair))),
  )
  const others = pairs.filter((pair) => !titles.has(pair))
  const changed = others.filter(([old, now]) => old !== now)
  if (!changed.every(([old, now]) => NAME.test(old) && NAME.test(now) && signOf(old) === signOf(now))) return null
  const names = new Map(toNames(others))
  return others.every(([old, now]) => isMessage(old) || renameName(old, names) === now) ? names : null
}

const signOf = (token: string) => token.slice(0, token.length - toPlainName(token).length)
const toNames = (pairs: readonly Pair[]) =>
  pairs.flatMap(([old, now]) => (old === now ? [] : [[toPlainName(old), toPlainName(now)] as const]))

const renameName = (token: string, names: ReadonlyMap<string, string>): string => {
  const name = names.get(toPlainName(token))
  return name === undefined ? token : `${signOf(token)}${name}`
}

/** A text that holds more than one word: a single word is a value. */
const isMessage = (text: string) => QUOTED.test(text) && (text.match(WORDS)?.length ?? 0) > 1

/**
 * Returns a token with its new name, or a message with new names in the place of the old ones: as whole words that are
 * no members.
 */
export function renameToken(token: string, names: ReadonlyMap<string, string>): string {
  if (!isMessage(token)) return renameName(token, names)
  return token.replace(WORDS, (word, at: number) => (token[at - 1] === '.' ? word : (names.get(word) ?? word)))
}

/** Pairs the tokens of two texts, and what they import; null where they differ in more. */
function getPairs({ path, from = path, before, after }: CodeTexts, files: readonly CodeTexts[]) {
  const sides = [[from, before] as const, [path, after] as const]
  const titles = sides.map(([at, text]) => getTitles(at, text))
  const code = sides.map(([at, text], n) => readPlainCode(at, text, (place) => titles[n]?.has(place) === false))
  const imported = sides.map(([at, text]) => bindingsIn(at, text) ?? undefined)
  const leaves = zip(code, (one, other) => one.kind === other.kind)
  const isSameModule = (one: Binding, other: Binding) =>
    one.module === other.module ||
    files.some((file) => file.from !== undefined && canFollow(one, file.from) && canFollow(other, file.path))
  const bindings = zip(imported.map(sortAlike), isSameModule)
  if (leaves === null || bindings === null) return null
  return [
    ...leaves.map(
      ([{ text, kind, at }, other]): Pair => [
        text,
        other.text,
        kind === 'token' && titles[0]?.has(at) === true && titles[1]?.has(other.at) === true,
      ],
    ),
    ...bindings.flatMap(([one, other]): Pair[] => [
      [one.name, other.name],
      [one.local, other.local],
    ]),
  ]
}

/** Returns where the names of tests begin. */
const getTitles = (path: string, text: string) =>
  new Set(readTestPlaces(path, text)?.flatMap(({ at, isTest }) => (isTest ? [at] : [])))

/** Reads what a text is without its names and strings; null for a text that is not read. */
export function readShape(path: string, text: string): string | null {
  const isFree = (token: string) => NAME.test(token) || QUOTED.test(token)
  const mark = ({ kind, text: own }: Leaf) => `${kind} ${kind === 'token' && isFree(own) ? '' : own}`
  return readPlainCode(path, text)?.map(mark).join('\n') ?? null
}

/** Reads the leaves of no comment and no import. */
const readPlainCode = (path: string, text: string, opensText: Reading['opensText'] = () => false) =>
  readLeaves(path, text, { keeps: () => false, opensText })?.filter(({ isImport }) => !isImport)

/** Puts what both lists have first: a new name may stand elsewhere among sorted imports. */
function sortAlike(
  own: readonly Binding[] | undefined,
  _: number,
  lists: readonly (readonly Binding[] | undefined)[],
): readonly Binding[] | undefined {
  const [one, other] = lists.map((list) => new Set(list?.map(toBindingKey)))
  const isInBoth = (binding: Binding) => [one, other].every((keys) => keys?.has(toBindingKey(binding)))
  const both = own?.filter(isInBoth).toSorted((a, b) => order(toBindingKey(a), toBindingKey(b)))
  return own && both && [...both, ...own.filter((binding) => !isInBoth(binding))]
}

/** Returns null where one list is missing, is longer, or has an entry that does not match. */
function zip<T>([one, other]: readonly (readonly T[] | undefined)[], matches: (one: T, other: T) => boolean) {
  if (one === undefined || one.length !== other?.length) return null
  const pairs = one.map((entry, n) => [entry, other[n] as T] as const)
  return pairs.every(([a, b]) => matches(a, b)) ? pairs : null
}

/** Returns whether each place of a name in a file means what production, or the file itself, declares. */
function isOwn(file: CodeTexts, name: string, production: readonly CodeTexts[]): boolean {
  const use = placesIn(file)?.get(name)
  const bindings = bindingsIn(file.from ?? file.path, file.before) ?? []
  const imports = bindings.filter((binding) => binding.name === name || binding.local === name)
  if (use === undefined && imports.length === 0) return true
  const declarations = production.flatMap((one) => placesIn(one)?.get(name) ?? [])
  const isDeclared = declarations.some((one) => one.isDeclared)
  if (!BOUND.some((bound) => bound.test(file.path))) return isDeclared
  const others = production.filter((one) => one !== file && isAlike(one, file))
  const leads = ({ module, name: part }: Binding) =>
    others.some(
      (one) =>
        [module, `${module}/${part}`].some((path) => isModuleAt(path, one.from ?? one.path)) &&
        one.before.match(WORDS)?.includes(name) === true,
    )
  // A receiver may be a module of changed production.
  const isPart = (receiver: string) =>
    GO.test(file.path)
      ? isDeclared && others.some(({ path, before }) => readDeclared(path, before)?.package === receiver)
      : bindings.some((binding) => binding.local === receiver && leads(binding))
  const isRead = (receiver: string) =>
    declarations.some(({ isMember }) => isMember) || (receiver !== '' && isPart(receiver))
  if (use?.receivers.every(isRead) === false) return false
  if (imports.length > 0) return use?.isParameter !== true && imports.every(leads)
  if (use?.isPlain !== true) return true
  // A parameter of Python may be a fixture, and one of production an option.
  if (use.isDeclared) return !(file.isTest && use.isParameter && PYTHON.test(file.path))
  return GO.test(file.path) && isDeclared && others.some((one) => isSamePackage(file, one))
}

const placesIn = ({ path, from = path, before }: CodeTexts): ReadonlyMap<string, NamePlaces> | null =>
  readNamePlaces(from, before)

const isAlike = (one: CodeTexts, other: CodeTexts): boolean => {
  const family = BOUND.find((bound) => bound.test(one.path))
  return family?.test(other.path) === true
}

function isSamePackage(one: CodeTexts, other: CodeTexts): boolean {
  const getPackage = ({ path, before }: CodeTexts) => readDeclared(path, before)?.package
  return getFolder(one.path) === getFolder(other.path) && getPackage(one) === getPackage(other)
}
