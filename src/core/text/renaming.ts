/** Decides by tokens whether changed files of code and tests differ only by renaming what production declares. */
import { getFolder } from './nearby.ts'
import { getTokens } from './tokens.ts'

/** An edited file; all edited files of code are checked together. */
export interface CodeTexts {
  readonly path: string
  readonly isTest: boolean
  readonly before: string
  readonly after: string
}

type Names = ReadonlyMap<string, string>

interface Language {
  readonly path: RegExp
  /** Each with the declared name as its first group; only at the top of the file. */
  readonly declarations: RegExp
  /** Each with the groups `names` and `from`, and their places. */
  readonly imports: readonly RegExp[]
  /** Matches exports of names that the file declares or imports. */
  readonly exports: RegExp | null
  /** Returns whether `from`, as written in `path`, refers to `target`. */
  readonly leadsTo: (path: string, from: string, target: string) => boolean
}

const NAME = String.raw`([\p{L}_$][\p{L}\p{N}_$]*)`
const LANGUAGES: readonly Language[] = [
  {
    path: /\.[cm]?[jt]s$/,
    declarations: new RegExp(
      String.raw`^(?:export\s+)?(?:default\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\s*\*?|class|const|let|var|enum)\s*\b${NAME}`,
      'gmu',
    ),
    imports: [
      /^[ \t]*(?:import|export)\b(?<names>[^;'"`()=]*?)\bfrom\s*['"](?<from>[^'"\n]*)['"];?/dgm,
      /^[ \t]*(?:const|let|var)\s+(?<names>\w+|\{[^}=]*\})\s*=\s*require\(\s*['"](?<from>[^'"\n]*)['"]\s*\);?/dgm,
    ],
    exports: /^(?:export|module\.exports\s*=)\s*\{[^}]*\};?|^(?:module\.)?exports\.[\w$]+(?=\s*=)/gm,
    leadsTo: (path, from, target) => from.startsWith('.') && isModule(joined(getFolder(path), from), target),
  },
  {
    path: /\.py$/,
    declarations: new RegExp(String.raw`^(?:async\s+)?(?:def|class)\s+${NAME}`, 'gmu'),
    imports: [/^[ \t]*from[ \t]+(?<from>[\w.]+)[ \t]+import[ \t]+(?<names>\([^)]*\)|[^\n(]+)$/dgm],
    exports: null,
    leadsTo: (_, from, target) => {
      const module = from.replace(/^\.+/, '').replaceAll('.', '/')
      return module !== '' && `/${target.replace(/(?:\/__init__)?\.py$/, '')}`.endsWith(`/${module}`)
    },
  },
  {
    path: /\.go$/,
    declarations: new RegExp(String.raw`^(?:func|type|var|const)\s+${NAME}`, 'gmu'),
    imports: [],
    exports: null,
    leadsTo: () => false,
  },
]

/**
 * Returns true when one one-to-one renaming turns every old file into the new one, and every name belongs to
 * production.
 */
export function isRenaming(files: readonly CodeTexts[]): boolean {
  const plain = files.map(withoutModules)
  const names = namesIn(plain)
  if (names === null || names.size === 0) return false
  const words = new Set(plain.flatMap(({ before }) => before.match(WORDS) ?? []))
  if ([...names.values()].some((name) => words.has(name)) || new Set(names.values()).size < names.size) return false
  return files.every((file, n) => {
    const used = plain[n] && getTokens(file.path, plain[n].before)
    return [...names.keys()].every((name) => !used?.includes(name) || isOwn(file, name, files))
  })
}

/** Writes the modules of imports as one token each: a module may have the name of what it exports. */
function withoutModules(file: CodeTexts): CodeTexts {
  const toText = (text: string) =>
    findLanguage(file)
      ?.imports.flatMap((pattern) => [...text.matchAll(pattern)])
      .flatMap(({ indices }) => (indices?.groups?.['from'] ? [indices.groups['from']] : []))
      .toSorted(([a], [b]) => b - a)
      .reduce((rest, [start, end]) => {
        const module = rest.slice(start, end).replace(/\W/g, (char) => `_${char.charCodeAt(0)}_`)
        return `${rest.slice(0, start)}module_${module}${rest.slice(end)}`
      }, text) ?? text
  return { ...file, before: toText(file.before), after: toText(file.after) }
}

const findLanguage = (file: CodeTexts) => LANGUAGES.find(({ path }) => path.test(file.path))

const WORDS = /[\p{L}\p{N}_$]+/gu
const WORD = new RegExp(`^${NAME}$`, 'u')

/** Maps old names to new ones; null when something else differs, or an old name remains. */
function namesIn(files: readonly CodeTexts[]): Names | null {
  const names = new Map<string, string>()
  const pairs: (readonly [string, string])[] = []
  for (const { path, before, after } of files) {
    const [old, now] = [getTokens(path, before), getTokens(path, after)]
    if (old === null || now === null || old.length !== now.length) return null
    pairs.push(...old.map((token, n) => [token, now[n] ?? ''] as const))
  }
  for (const [old, now] of pairs) {
    if (old === now) continue
    if (!WORD.test(old) || !WORD.test(now)) return null
    names.set(old, now)
  }
  return pairs.every(([old, now]) => (names.get(old) ?? old) === now) ? names : null
}

/** Returns whether the changed production declares a name that the file uses. */
function isOwn(file: CodeTexts, name: string, files: readonly CodeTexts[]): boolean {
  const language = findLanguage(file)
  if (language === undefined || !isFree(file, name, language)) return false
  if (!file.isTest && isDeclared(file, name, language)) return getImports(file, name, language).length === 0
  const others = files.filter((other) => other !== file && !other.isTest && language.path.test(other.path))
  if (language.imports.length === 0)
    return others.some((other) => isSamePackage(file, other) && isDeclared(other, name, language))
  const imports = getImports(file, name, language)
  const leads = (from: string) =>
    others.some((other) => language.leadsTo(file.path, from, other.path) && hasName(other, name))
  return imports.length > 0 && imports.every(leads)
}

const hasName = ({ before }: CodeTexts, name: string) => before.match(WORDS)?.includes(name) ?? false

function isDeclared({ before }: CodeTexts, name: string, { declarations }: Language): boolean {
  return [...before.matchAll(declarations)].some(([, declared]) => declared === name)
}

/** Returns the modules from which the file imports the name. */
function getImports({ before }: CodeTexts, name: string, { imports }: Language): readonly string[] {
  const found = imports.flatMap((pattern) => [...before.matchAll(pattern)])
  return found.flatMap(({ groups = {} }) =>
    groups['names']?.match(WORDS)?.includes(name) ? [groups['from'] ?? ''] : [],
  )
}

/**
 * Returns whether the name never occurs where it may mean something else: as a member, a key, an argument, or in a
 * regular expression.
 */
function isFree({ path, before }: CodeTexts, name: string, { imports, exports }: Language): boolean {
  const rest = [...imports, ...(exports ? [exports] : [])].reduce((text, known) => text.replace(known, ''), before)
  const tokens = getTokens(path, rest) ?? []
  return tokens.every((token, n) => {
    const [last = '', next = ''] = [tokens[n - 1] ?? '', tokens[n + 1] ?? '']
    if (token !== name) return true
    const isKey = /^[{,(]$/.test(last) && /^[},:=]$/.test(next) && !(last === '(' && /^[,}]$/.test(next))
    return !isKey && !/^(?:[./]|import|as)$/.test(last) && next !== '/'
  })
}

function isSamePackage(one: CodeTexts, other: CodeTexts): boolean {
  const getPackage = ({ before }: CodeTexts) => /^package[ \t]+(\w+)/m.exec(before)?.[1]
  return getFolder(one.path) === getFolder(other.path) && getPackage(one) === getPackage(other)
}

/**
 * Compares with its ending, without it, or as the folder that it stands for; TypeScript imports use the names of the
 * compiled files.
 */
function isModule(module: string, target: string): boolean {
  const bare = (path: string) => path.replace(/\.[cm]?[jt]s$/, '')
  return bare(module) === bare(target) || (module === bare(module) && `${module}/index` === bare(target))
}

function joined(folder: string, from: string): string {
  const parts: string[] = []
  for (const part of `${folder}/${from}`.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}
