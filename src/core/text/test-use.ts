/** Finds production code that uses test code: files that it names, and functions of Go that only tests declare. */
import { getSyntax, type PlacedText, readCalls, readDeclared, readStrings } from '../../syntax/index.ts'
import { importsIn } from './import-bindings.ts'
import { type Changed, getFolder, resolvePath, type TextFile } from './nearby.ts'

/** Entries in evidence; more are beyond review. */
const MAX_FOUND = 20
const EXTENSIONS = ['', '.js', '.ts', '.mjs', '.mts', '.cjs', '.cts', '.jsx', '.tsx', '/index.js', '/index.ts']
const PYTHON = /\.pyi?$/
const MAY_NAME_TESTS = /test|spec|mock|fixture/i
/** Characters of a string that names a file. */
const MAX_NAME = 300
/** A name of a file or a module, in a text that is not read. */
const NAME = /[\w./-]{1,300}/g

/** Returns whether the text may use test code at all: most texts do not. */
export function mayUseTests(path: string, text: string): boolean {
  return path.endsWith('.go') || MAY_NAME_TESTS.test(text)
}

/** Maps functions that test files of Go declare to their files; by package, because names are its own. */
export function goNamesOfTests(files: readonly TextFile[]): ReadonlyMap<string, string> {
  return new Map(
    files.flatMap((file) => {
      const names = readDeclared(file.path, file.text)?.functions ?? file.text.match(/\w+/g) ?? []
      const own = getPackage(file)
      return names.map((name) => [own + name, file.path] as const)
    }),
  )
}

const getPackage = ({ path, text }: TextFile): string =>
  `${getFolder(path)}\n${readDeclared(path, text)?.package ?? /^package (\w+)/m.exec(text)?.[1]}\n`

/**
 * Returns the test files that new code uses, each with its line.
 * @param files all test files
 * @param goNames functions that they declare
 */
export function addedTestUses(
  { path, before, after }: Changed,
  files: ReadonlySet<string>,
  goNames: ReadonlyMap<string, string>,
): readonly string[] {
  const getUses = (text: string) => usesIn({ path, text }, (place) => files.has(place), goNames)
  const known = new Set(before === null ? [] : getUses(before).map(({ code }) => code))
  const added = getUses(after).filter(({ code }) => !known.has(code))
  const found = added.slice(0, MAX_FOUND).flatMap(({ at, places }) => {
    const line = after.slice(0, at).split('\n').length
    return places.map((place) => `${place} (line ${line})`)
  })
  return [...new Set(found)].slice(0, MAX_FOUND)
}

/** A place that uses test files. */
interface Use {
  /** The import, or what stands around it in its line. */
  readonly code: string
  readonly at: number
  readonly places: readonly string[]
}

function usesIn(file: TextFile, isTest: (place: string) => boolean, goNames: ReadonlyMap<string, string>) {
  const { path, text } = file
  const toUses = (names: readonly PlacedText[], toPlaces: (name: string) => readonly string[]) =>
    names.flatMap(({ text: name, at }): Use[] => {
      const places = toPlaces(name).filter(isTest)
      return places.length === 0 ? [] : [{ code: getLineAround(text, at), at, places }]
    })
  const all = () => [...text.matchAll(NAME)].map(({ 0: name, index }) => ({ text: name, at: index }))
  if (path.endsWith('.go')) {
    const own = getPackage(file)
    return toUses(readCalls(path, text) ?? all(), (name) => [goNames.get(own + name) ?? []].flat())
  }
  const strings = (getSyntax(path) && readStrings(path, text)) ?? all()
  const imports = PYTHON.test(path) ? importsOfPython(path, text) : []
  return [
    ...imports.map((use) => ({ ...use, places: use.places.filter(isTest) })).filter(({ places }) => places.length > 0),
    ...toUses(strings, (name) => placesOf(path, name)),
  ]
}

/** Returns what stands around a place in its line; of a very long line only what is near. */
function getLineAround(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - MAX_NAME), at)
  const [rest = ''] = text.slice(at, at + MAX_NAME).split('\n', 1)
  return (before.slice(before.lastIndexOf('\n') + 1) + rest).trim()
}

function importsOfPython(path: string, text: string): readonly Use[] {
  return (importsIn(path, text) ?? []).map(({ start, end, bindings }) => {
    const names = bindings.flatMap(({ module, name }) => [module, `${module}/${name}`])
    return { code: text.slice(start, end), at: start, places: names.flatMap(modulesOf) }
  })
}

const modulesOf = (name: string) => [`${name}.py`, `${name}/__init__.py`]

/** Returns the files that a string may name: from its own folder, and from the top. */
function placesOf(path: string, name: string): readonly string[] {
  if (name.length > MAX_NAME) return []
  const places = [getFolder(path), '.'].map((folder) => resolvePath(folder, name))
  if (!PYTHON.test(path)) return places.flatMap((place) => EXTENSIONS.map((extension) => `${place}${extension}`))
  return name.includes('.') ? [...places, ...modulesOf(resolvePath('.', name.replaceAll('.', '/')))] : places
}
