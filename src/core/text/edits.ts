/**
 * Classifies how much of a file's meaning an edit changes. The class chooses the phase of a commit; the suite still has
 * to pass.
 */
import { doubtObeyed, followDoubt } from './doubt.ts'
import { asBlocks, getTokens, MAX_TOKENS_TEXT } from './tokens.ts'
import { withoutHints } from './type-hints.ts'

/**
 * `layout`: comments, white space, types and formatters' choices; `imports`: also where imports come from; `removal`:
 * text was removed and none added; `content`: prose, styles, pictures, queries; `rename`: names that production
 * declares, together with all other edits of its commit.
 */
export type TextEdit = 'layout' | 'imports' | 'removal' | 'content' | 'rename'

export const TYPED = /\.[cm]?ts$/

/** `certain`: ignored where no language can read them as code or data, as in tests. `kept`: each counts, as in data. */
export type Comments = 'ignored' | 'certain' | 'kept'

export function getEdit(
  path: string,
  before: string,
  after: string,
  withoutTypes: (text: string) => string = (text) => text,
  comments: Comments = 'ignored',
): TextEdit | null {
  if (before.length > MAX_TOKENS_TEXT || after.length > MAX_TOKENS_TEXT) return null
  const isTyped = TYPED.test(path)
  const read = (text: string) => comparable(path, isTyped ? withoutTypes(text) : text, comments)
  const [one, other] = [read(before), read(after)]
  if (one === null || other === null) return null
  if (isSame(asBlocks(path, one), asBlocks(path, other))) return 'layout'
  if (getComparableText(path, before, comments) === getComparableText(path, after, comments)) return 'imports'
  return isPartOf(other, one) ? 'removal' : null
}

/** Returns whether a file of TypeScript is empty once its types are removed. */
export function isTypesOnly(path: string, text: string, withoutTypes: (text: string) => string): boolean {
  if (!TYPED.test(path) || text.length > MAX_TOKENS_TEXT) return false
  const left = getTokens(path, withoutTypes(text)) ?? ['unknown']
  return (
    left
      .filter((token) => token !== ';')
      .join(' ')
      .replace(/^export { }$/, '') === ''
  )
}

function comparable(path: string, text: string, comments: Comments): readonly string[] | null {
  const tokens = getTokens(
    path,
    text,
    comments === 'ignored' ? doubtObeyed(path, text) : followDoubt(path, text, comments === 'kept'),
  )
  return tokens !== null && /\.pyi?$/.test(path) ? withoutHints(tokens) : tokens
}

/**
 * Returns a file's text without imports, in comparable form: equal when the file moved and its imports followed. Null
 * when unknown.
 */
export function getComparableText(path: string, text: string, comments: Comments = 'ignored'): string | null {
  const tokens = comparable(path, asModule(path, withoutImports(path, text)), comments)
  return tokens === null ? null : asBlocks(path, tokens).join('\u0001')
}

/** What CommonJS exports, in the syntax of ES modules. */
const COMMON_JS: readonly (readonly [RegExp, string])[] = [
  [/^(?:module\.)?exports\.(\w+)\s*=(?!=)/gm, 'export const $1 ='],
  [/^module\.exports\s*=\s*(\{[\w\s,]*\})/gm, 'export $1'],
  [/^module\.exports\s*=(?!=)/gm, 'export default'],
]

function asModule(path: string, text: string): string {
  return /\.[cm]?[jt]sx?$/.test(path) ? COMMON_JS.reduce((left, [from, to]) => left.replace(from, to), text) : text
}

const STRING = String.raw`(?:'[^'\n]*'|"[^"\n]*")`
const JS_IMPORTS = [
  new RegExp(String.raw`^[ \t]*(?:import|export)\b[^;'"\`()=]*?\bfrom\s*${STRING}[^\n;]*;?`, 'gm'),
  new RegExp(String.raw`^[ \t]*import\s*${STRING};?`, 'gm'),
  new RegExp(String.raw`^[ \t]*(?:const|let|var)\s+(?:\w+|\{[^}=]*\})\s*=\s*require\(\s*${STRING}\s*\);?`, 'gm'),
  new RegExp(String.raw`^[ \t]*require\(\s*${STRING}\s*\);?`, 'gm'),
  /^[ \t]*(['"])use strict\1;?/gm,
]
/** Calls whose first argument is a module path. */
const JS_PATHS = new RegExp(String.raw`\b((?:jest|vi)\.\w*[mM]ock|import|require|mock\.module)(\(\s*)${STRING}`, 'g')
const IMPORTS: readonly (readonly [RegExp, readonly RegExp[]])[] = [
  [/\.(?:[cm]?[jt]sx?|vue|svelte)$/, JS_IMPORTS],
  [/\.pyi?$/, [/^[ \t]*(?:from[ \t]+[\w.]+[ \t]+import[ \t]+(?:\([^)]*\)|[^\n(]+)|import[ \t]+[^\n]+)$/gm]],
  [/\.go$/, [/^package[ \t]+\w+/gm, /^import[ \t]+(?!"C")(?:\([^)]*\)|[^\n]+)/gm]],
  [/\.(?:java|kts?|scala|groovy)$/, [/^[ \t]*(?:package|import)[ \t][^\n;]+;?/gm]],
  [/\.cs$/, [/^[ \t]*using[ \t]+[^\n;(]+;/gm]],
  [/\.(?:c|h|cc|cpp|hpp|cxx)$/, [/^[ \t]*#[ \t]*include[^\n]+/gm]],
  [/\.rs$/, [/^[ \t]*(?:pub[ \t]+)?use[ \t]+[^;]+;/gm]],
  [/\.(?:rb|cr)$/, [/^[ \t]*require(?:_relative)?[ \t]+[^\n]+/gm]],
  [/\.php$/, [/^[ \t]*use[ \t]+[^;({]+;/gm]],
]

/**
 * Removes imports from a text, when the language is known.
 * @param fill what stands in place of an import
 */
export function withoutImports(path: string, text: string, fill: (found: string) => string = () => ''): string {
  const patterns = IMPORTS.find(([pattern]) => pattern.test(path))?.[1] ?? []
  const rest = patterns.reduce((left, pattern) => left.replace(pattern, fill), text)
  return patterns === JS_IMPORTS ? rest.replace(JS_PATHS, '$1$2') : rest
}

export interface ImportStatements {
  readonly statements: readonly string[]
  /** Quoted paths in calls that load or mock a module, in order. */
  readonly calls: readonly string[]
}

/** Returns the imports that `withoutImports` removes. */
export function importStatements(path: string, text: string): ImportStatements {
  const patterns = IMPORTS.find(([pattern]) => pattern.test(path))?.[1] ?? []
  const statements: string[] = []
  const take = (statement: string) => {
    statements.push(statement)
    return ''
  }
  const rest = patterns.reduce((left, pattern) => left.replace(pattern, take), text)
  const calls = patterns === JS_IMPORTS ? rest.matchAll(JS_PATHS) : []
  return { statements, calls: [...calls].map((call) => call[0].slice((call[1] + (call[2] ?? '')).length)) }
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((token, n) => token === other[n])
}

/** Returns whether all tokens occur in the other list, in this order. */
function isPartOf(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0
  for (const token of whole) if (token === part[at]) at += 1
  return at === part.length
}

const CONTENT = [
  /\.(?:css|scss|sass|less|styl|sql|po|pot|mo|xlf|xliff|arb|ftl|svg|png|jpe?g|gif|webp|avif|ico|woff2?|ttf|otf|mp[34]|pdf)$/i,
  /(?:^|\/)(?:locales?|i18n|lang|langs|translations?|l10n)\/(?:[^/]+\/)*[^/]+\.(?:json|ya?ml|toml|properties|resx|strings|xml|php|rb)$/i,
  /(?:^|\/)[Mm]essages_[a-z]{2}(?:_[A-Z]{2})?\.properties$/,
  /\.[a-z]{2}\.(?:json|ya?ml|resx)$/,
]

/** Prose in other languages, styles, pictures and queries: most tests do not check them. */
export function isContent(path: string): boolean {
  return CONTENT.some((pattern) => pattern.test(path))
}
