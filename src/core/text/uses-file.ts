/**
 * Decides whether a text uses another file of its project, by the ways in which languages name files. Prefers a false
 * yes.
 */
import { getSyntax, type PlacedText, readStrings } from '../../syntax/index.ts'
import { bindingsIn } from './import-bindings.ts'
import { getFolder, type TextFile } from './nearby.ts'
import { isCodeFile } from './read-code.ts'

/** Files that stand for their folder. */
const OF_FOLDER = /^(?:index|__init__|mod|main)\./
/** Languages whose files name each other by quoted paths. */
const QUOTING = /\.(?:[cm]?[jt]sx?|rb|php)$/
const IMPORTING = /\.pyi?$/

export function usesFile({ path: from, text }: TextFile, path: string): boolean {
  if (from === path) return false
  // Runners keep snapshots beside a test file, under its name.
  if (/snap/i.test(path) && getName(path).startsWith(getName(from))) return true
  if (from.endsWith('.go') && path.endsWith('.go')) return getFolder(from) === getFolder(path)
  const isData = !isCodeFile(path) || /\.(?:ya?ml|toml|sql|css|scss|sass|less)$/.test(path)
  const names = getNames(path, isData)
  // Most texts hold none of them.
  if (!names.some((name) => text.includes(name))) return false
  const used =
    isData || QUOTING.test(from) ? namesInStrings(from, text) : IMPORTING.test(from) ? namesOfPython(from, text) : null
  return names.some((name) => used?.has(name) ?? isNamed(text, name))
}

const getName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Returns the file's name with and without its ending; of data also its folder's; of a file that stands for its folder, that one's. */
function getNames(path: string, isData: boolean): readonly string[] {
  const name = OF_FOLDER.test(getName(path)) ? getName(getFolder(path)) : getName(path)
  const other = isData ? getName(getFolder(path)) : name.replace(/\.[^.]*$/, '')
  return [...new Set([name, other])].filter((word) => word !== '' && word !== '.')
}

/** Returns what is quoted as a whole, also in code that a text holds, and the paths among other words. */
function getQuoted(strings: readonly PlacedText[]): readonly string[] {
  const quoted = strings.flatMap(({ text }) => text.split(/["'`]/))
  return quoted.flatMap((one) => (/\s/.test(one) ? one.split(/\s+/).filter((word) => word.includes('/')) : [one]))
}

/** @returns the last part of each quoted path; null for a text that is not read */
function namesInStrings(from: string, text: string): ReadonlySet<string> | null {
  const strings = getSyntax(from) === null ? [{ text, at: 0 }] : readStrings(from, text)
  return strings && new Set(getQuoted(strings).map((one) => getName(one.replace(/\/$/, ''))))
}

/** What loads modules by plain names. */
const LOADS = /\b(?:pytest_plugins|import_module|__import__|runpy)\b/

/** @returns each part of imported and quoted modules; null for a text that is not read */
function namesOfPython(from: string, text: string): ReadonlySet<string> | null {
  const [bindings, strings] = [bindingsIn(from, text), readStrings(from, text)]
  if (bindings === null || strings === null) return null
  const modules = bindings.flatMap(({ module, name }) => [module, name])
  const isModule = LOADS.test(text) ? /./ : /[./]\w/
  const quoted = getQuoted(strings).filter((one) => isModule.test(one))
  return new Set([...modules, ...quoted].flatMap((one) => one.split(/[./]/)))
}

/** Matches a whole word, wherever it stands. */
const isNamed = (text: string, name: string) => new RegExp(`(?<![\\w$])${escaped(name)}(?![\\w$])`).test(text)

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
