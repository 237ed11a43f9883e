/** Finds production code that uses test code: files that it names, and functions of Go that only tests declare. */
import { getFolder } from './nearby.ts'
import { getTokenLines } from './tokens.ts'

/** Entries in evidence; more are beyond review. */
const MAX_FOUND = 20
const QUOTED = /["'`]([^"'`\n]{1,300})["'`]/g
const EXTENSIONS = ['', '.js', '.ts', '.mjs', '.mts', '.cjs', '.cts', '.jsx', '.tsx', '/index.js', '/index.ts']
const FROM = /^\s*from\s+([.\w]{1,300})\s+import\s+([^#\n]{1,300})/
const IMPORT = /^\s*import\s+([.\w]{1,300})/
const MAY_NAME_TESTS = /test|spec|mock|fixture/i

interface Text {
  readonly path: string
  readonly text: string
}

export interface Changed {
  readonly path: string
  readonly before: string | null
  readonly after: string
}

/** Returns whether the text may use test code at all: most texts do not. */
export function mayUseTests(path: string, text: string): boolean {
  return path.endsWith('.go') || MAY_NAME_TESTS.test(text)
}

/** Maps functions that test files of Go declare to their files; by package, because names are its own. */
export function goNamesOfTests(files: readonly Text[]): ReadonlyMap<string, string> {
  return new Map(
    files.flatMap(({ path, text }) =>
      [...text.matchAll(/^func (\w+)/gm)].map(([, name = '']) => [toKey(path, text, name), path] as const),
    ),
  )
}

function toKey(path: string, text: string, name: string): string {
  return `${getFolder(path)}\n${/^package (\w+)/m.exec(text)?.[1]}\n${name}`
}

/**
 * Returns the test files that new lines use, each with its line.
 * @param files all test files
 * @param goNames functions that they declare
 */
export function addedTestUses(
  { path, before, after }: Changed,
  files: ReadonlySet<string>,
  goNames: ReadonlyMap<string, string>,
): readonly string[] {
  const known = new Set((before ?? '').split('\n').map((line) => line.trim()))
  const tokens = getTokenLines(path, after)
  const found = after.split('\n').flatMap((line, n) => {
    const isCode = !known.has(line.trim()) && tokens[n] !== ''
    const used = isCode ? usedIn({ path, text: after }, line, goNames).filter((name) => files.has(name)) : []
    return [...new Set(used)].map((name) => `${name} (line ${n + 1})`)
  })
  return found.slice(0, MAX_FOUND)
}

function usedIn({ path, text }: Text, line: string, goNames: ReadonlyMap<string, string>): readonly string[] {
  if (path.endsWith('.go')) return calledIn(line).flatMap((name) => goNames.get(toKey(path, text, name)) ?? [])
  if (/\.pyi?$/.test(path)) return pythonModules(path, line)
  return [...line.matchAll(QUOTED)].flatMap(([, name = '']) => {
    const places = [join(getFolder(path), name), join('.', name)]
    return places.flatMap((place) => EXTENSIONS.map((extension) => `${place}${extension}`))
  })
}

const calledIn = (line: string) => [...line.matchAll(/(?<![.\w]|func )(\w{1,100})\(/g)].map(([, name = '']) => name)

function pythonModules(path: string, line: string): readonly string[] {
  const [, module = IMPORT.exec(line)?.[1] ?? '', names = ''] = FROM.exec(line) ?? []
  if (module === '') return []
  const [, dots = '', rest = ''] = /^(\.*)(.*)$/.exec(module) ?? []
  const start = dots === '' ? '.' : join(getFolder(path), '../'.repeat(dots.length - 1))
  const own = join(start, rest.replaceAll('.', '/'))
  const inside = names.split(',').map((name) => join(own, name.trim().split(' ')[0] ?? ''))
  return [own, ...inside].flatMap((name) => [`${name}.py`, `${name}/__init__.py`])
}

/** Joins paths as a file system does, without leaving the top. */
function join(folder: string, name: string): string {
  const parts: string[] = []
  for (const part of `${folder}/${name}`.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}
