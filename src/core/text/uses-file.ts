/**
 * Decides whether a text uses another file of its project, by the ways in which languages name files. Prefers a false
 * yes.
 */
import { getFolder } from './nearby.ts'
import { isCodeFile } from './tokens.ts'

export interface TextFile {
  readonly path: string
  readonly text: string
}

/** Files that stand for their folder. */
const OF_FOLDER = /^(?:index|__init__|mod|main)\./
/** Languages whose files name each other by quoted paths. */
const QUOTING = /\.(?:[cm]?[jt]sx?|vue|svelte|rb|php|sh|bash|dart|zig)$/
const IMPORTING = /\.pyi?$/

export function usesFile({ path: from, text }: TextFile, path: string): boolean {
  if (from === path) return false
  if (isSnapshotOf(path, from)) return true
  if (from.endsWith('.go') && path.endsWith('.go')) return getFolder(from) === getFolder(path)
  const isData = !isCode(path)
  if (isData && isQuoted(text, getName(getFolder(path)))) return true
  return getNames(path, isData).some((name) => isNamed(text, name, isData ? '.js' : from))
}

const getName = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const isCode = (path: string) => isCodeFile(path) && !/\.(?:ya?ml|toml|sql|css|scss|sass|less)$/.test(path)

/** Recognises snapshots: runners keep them beside a test file, under its name. */
function isSnapshotOf(path: string, from: string): boolean {
  return /snap/i.test(path) && getName(path).startsWith(getName(from))
}

/** Returns the file's name with and without its ending; for a file that stands for its folder, the folder's name. */
function getNames(path: string, isData: boolean): readonly string[] {
  const name = OF_FOLDER.test(getName(path)) ? getName(getFolder(path)) : getName(path)
  const stem = name.replace(/\.[^.]*$/, '')
  return isData ? [name] : [...new Set([name, stem])].filter((word) => word !== '')
}

function isNamed(text: string, name: string, from: string): boolean {
  if (QUOTING.test(from)) return isQuoted(text, name)
  const word = new RegExp(`(?<![\\w$])${escaped(name)}(?![\\w$])`)
  if (!IMPORTING.test(from)) return word.test(text)
  return text.split('\n').some((line) => /^\s*(?:from|import)\s/.test(line) && word.test(line))
}

/** Matches the last part of a quoted path, or all of it. */
function isQuoted(text: string, name: string): boolean {
  return name !== '.' && new RegExp(`["'\`/]${escaped(name)}/?["'\`]`).test(text)
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
