/** Empties the bodies of functions that a change added or edited. Names stay; the code inside is removed. */
import type { Changed } from '../core/text/nearby.ts'
import {
  apply,
  type CodeEdit,
  getOutermost,
  getSyntax,
  isParsed,
  MAX_SOURCE_TEXT,
  type Node,
  parse,
} from '../syntax/index.ts'
import { bash } from './bash.ts'
import {
  type FileBodies,
  getChanges,
  getLastName,
  isEmptyBody,
  NO_FILE,
  type OldFile,
  pairByName,
  putBack,
  readBodies,
  readOldFile,
  type Statement,
  splitTokens,
  toBodyKey,
} from './bodies.ts'
import { c, cpp } from './cpp.ts'
import { csharp } from './csharp.ts'
import { isEqualToAll, setEqualities } from './equality.ts'
import { emptyGo } from './go.ts'
import { java } from './java.ts'
import { javascript } from './javascript.ts'
import type { FunctionBody, Language, Rewriting, Variant } from './language.ts'
import { emptyLayout, getLayoutLanguage } from './layout.ts'
import { php } from './php.ts'
import { python } from './python.ts'
import { ruby } from './ruby.ts'
import { rust } from './rust.ts'

const LANGUAGES: Readonly<Record<string, Language>> = {
  javascript: javascript('javascript', false),
  typescript: javascript('typescript', true),
  tsx: javascript('tsx', true),
  python,
  go: emptyGo,
  java,
  ruby,
  php,
  rust,
  'c-sharp': csharp,
  bash,
  cpp,
}

export interface Emptied {
  readonly text: string
  readonly functions: readonly string[]
  /** Names of functions whose code the change itself took away. */
  readonly left: readonly string[]
  /** New functions that make an object equal to any value that it is compared with. */
  readonly equalsAll: readonly string[]
  /** Whether changed code outside of function bodies has an effect: data, code that runs on loading, ... */
  readonly isWhole: boolean
}

export const getLanguage = (path: string): Language | null =>
  /\.[ch]$/.test(path) ? c : (LANGUAGES[getSyntax(path)?.grammar ?? ''] ?? null)

export const canEmpty = (path: string): boolean => getLanguage(path) !== null || getLayoutLanguage(path) !== null

/**
 * Empties bodies. Deterministic: the same texts always give the same result.
 * @param kept names of functions that keep their bodies
 * @returns null for a file of no known language, and for one that does not parse
 */
export async function emptyBodies(
  source: Changed,
  variant: Variant,
  kept: ReadonlySet<string>,
): Promise<Emptied | null> {
  const language = getLanguage(source.path)
  if (language === null) return emptyByLayout(source, variant, kept)
  const before =
    source.before === null
      ? NO_FILE
      : await parse(language.grammar, source.before, (root) => readOldFile(root, language))
  const made =
    before &&
    (await parse(language.grammar, source.after, (root) => emptyIn(root, { source, variant, kept, language, before })))
  if (!made) return null
  const text = made.functions.length > 0 && language.finish ? await language.finish(made.text, source.after) : made.text
  return text === null ? null : { ...made, text }
}

function emptyByLayout(source: Changed, variant: Variant, kept: ReadonlySet<string>): Emptied | null {
  const language = getLayoutLanguage(source.path)
  if (language === null || source.after.length > MAX_SOURCE_TEXT) return null
  const way = variant === 'altered' || variant === 'idle' ? 'nothing' : variant
  if (isRewriting(way)) return { text: source.after, functions: [], left: [], equalsAll: [], isWhole: false }
  const made = emptyLayout(language, source, way, kept)
  return made && { ...made, left: [], equalsAll: [] }
}

/**
 * Fixes up a text after lines were removed from it, as the language needs.
 * @param after the text with the lines
 * @returns null when it no longer parses; the text itself when it cannot be checked
 */
export async function repair(path: string, text: string, after: string): Promise<string | null> {
  const language = getLanguage(path)
  if (language === null) return text
  if (!(await isParsed(language.grammar, text))) return (await isParsed(language.grammar, after)) ? null : text
  return language.finish ? language.finish(text, after) : text
}

/** @returns null for a file of no known language, and for one that is not read */
export async function readFileBodies<T>(
  path: string,
  text: string,
  read: (file: FileBodies, language: Language) => T,
): Promise<T | null> {
  const language = getLanguage(path)
  return language && parse(language.grammar, text, (root) => read(readBodies(root, language), language))
}

/** Reads the functions that a file did not have before. @returns null as {@link readFileBodies} does */
export async function readNewBodies<T>(
  { path, before, after }: Changed,
  read: (fresh: readonly FunctionBody[], language: Language, file: FileBodies) => T,
): Promise<T | null> {
  const old = new Set(before && (await readFileBodies(path, before, ({ bodies }) => bodies.map(toBodyKey))))
  return readFileBodies(path, after, (file, language) =>
    read(
      file.bodies.filter((body) => !old.has(toBodyKey(body))),
      language,
      file,
    ),
  )
}

/** Returns the names that files use while they load, and the names that the called functions use in turn. */
export async function usedOnLoading(sources: readonly Changed[]): Promise<ReadonlySet<string>> {
  const used = sources.map(({ path, after }) =>
    readFileBodies(path, after, (file, language) => {
      const isIdle = idleIn(file, language)
      const busy = file.statements.filter((statement) => !isIdle(statement))
      return withCalled(new Set(busy.flatMap(({ tokens }) => tokens)), file.bodies)
    }),
  )
  return new Set((await Promise.all(used)).flatMap((names) => [...(names ?? [])]))
}

/** How many levels of calls are followed. */
const MAX_CALLS = 20

/** Adds the tokens of called functions: a function's tokens are used where the function is called. */
function withCalled(tokens: ReadonlySet<string>, bodies: readonly FunctionBody[]): ReadonlySet<string> {
  const all = new Set(tokens)
  for (let calls = 0, size = -1; calls < MAX_CALLS && size !== all.size; calls += 1) {
    size = all.size
    for (const { name, comparableText } of bodies)
      if (all.has(getLastName(name))) for (const token of splitTokens(comparableText)) all.add(token)
  }
  return all
}

interface Wanted {
  readonly source: Changed
  readonly variant: Variant
  readonly kept: ReadonlySet<string>
  readonly language: Language
  readonly before: OldFile
}

function emptyIn(root: Node, { source, variant, kept, language, before }: Wanted): Emptied {
  const file = readBodies(root, language)
  if (language.emptyScript && file.bodies.length === 0) return emptyScript(language.emptyScript, source, variant)
  const fresh = file.bodies.filter((body) => !before.bodies.has(toBodyKey(body)))
  // Emptying a body removes those inside it.
  const changed = getOutermost(fresh, ({ node }) => [node.startIndex, node.endIndex])
  const own = new Set(file.bodies.map(toBodyKey))
  const gone = before.old.filter(({ key }) => !own.has(key))
  const pairs = [...pairByName(changed, gone)]
  const left = pairs.flatMap(([body, old]) => (!old.isEmpty && isEmptyBody(language, body, source.after) ? [body] : []))
  const emptiedByChange = new Set(left)
  const back = new Map(pairs.map(([body, old]) => [body, emptiedByChange.has(body) ? null : putBack(body, old)]))
  const getBack = (body: FunctionBody) => (variant === 'before' ? (back.get(body) ?? null) : null)
  const wanted = changed.filter((body) => !kept.has(getLastName(body.name)) || getBack(body) !== null)
  const classes = file.classes.filter(({ name }) => !before.classes.has(name))
  const done = wanted.map((body) => {
    const edit = getBack(body)
    return { body, edits: edit ? [edit] : getEdits(language, body, variant, source.after) }
  })
  const emptied = done.filter(({ edits }) => edits !== null)
  const drops = variant === 'gone' ? classes.flatMap(({ node, ancestors }) => language.dropClass(node, ancestors)) : []
  const hasBodies = ({ node: { startIndex, endIndex } }: FileBodies['classes'][number]) =>
    changed.some(({ node }) => startIndex <= node.startIndex && node.endIndex <= endIndex)
  const isIdle = idleIn(file, language)
  const isEmptied = emptied.length === changed.length && classes.every(hasBodies)
  return {
    text:
      apply(source.after, [...emptied.flatMap(({ edits }) => edits ?? []), ...drops]) +
      ((isRewriting(variant) && language.returns?.functions[variant]?.text) || ''),
    functions: emptied.map(({ body }) => body.name),
    left: left.map(({ name }) => name),
    equalsAll: [...fresh.filter(isEqualToAll).map(({ name }) => name), ...getSetNow(source)],
    isWhole: isEmptied && file.statements.every((one) => before.statements.has(one.comparableText) || isIdle(one)),
  }
}

function emptyScript(emptyText: NonNullable<Language['emptyScript']>, source: Changed, variant: Variant): Emptied {
  const { before, after } = source
  const isChanged = before !== after && (variant === 'altered' || !isRewriting(variant))
  const way = variant === 'other' || variant === 'gone' || variant === 'thrown' ? variant : 'nothing'
  const emptied = variant === 'before' && before !== null ? before : emptyText(after, way)
  const functions = isChanged ? ['the script'] : []
  return { text: isChanged ? emptied : after, functions, left: [], equalsAll: [], isWhole: isChanged }
}

function getSetNow({ path, before, after }: Changed): readonly string[] {
  const old = new Set(setEqualities(path, before ?? ''))
  return setEqualities(path, after).filter((name) => !old.has(name))
}

const REWRITING: readonly Variant[] = ['altered', 'dropped', 'near', 'retyped']
const isRewriting = (variant: Variant): variant is Rewriting => REWRITING.includes(variant)

function getEdits(language: Language, body: FunctionBody, variant: Variant, text: string): readonly CodeEdit[] | null {
  if (variant === 'idle') return language.idle(body) ?? getChanges(language.empty(body, 'nothing'), text)
  if (!isRewriting(variant)) return getChanges(language.empty(body, variant === 'before' ? 'nothing' : variant), text)
  const { returns } = language
  const helper = returns?.functions[variant]
  const edits = helper ? (returns?.wrap(body, helper.name) ?? []) : []
  if (edits.length > 0) return edits
  return variant === 'altered' ? getChanges(language.empty(body, 'nothing'), text) : null
}

/** Finds statements that only export declarations of the file: `module.exports = { add }`. */
function idleIn({ bodies, classes }: FileBodies, language: Language): (statement: Statement) => boolean {
  const own = new Set([...bodies, ...classes].map(({ name }) => getLastName(name)))
  const isFree = (token: string) => !/[\p{L}\p{N}_$]/u.test(token) || own.has(token) || language.handsOn.has(token)
  return ({ node, tokens }) => language.isNeutral?.(node) === true || tokens.every(isFree)
}
