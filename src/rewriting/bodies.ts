/** Reads the functions of a file with their tokens, and its statements outside of functions; pairs them with older ones. */
import { type CodeEdit, children, field, KINDS, type Node, namedNodes, replace } from '../syntax/index.ts'
import { withoutSpaces } from './forks.ts'
import type { FunctionBody, Language } from './language.ts'

const TOKEN = '\u0001'

/** A statement that runs when the file is loaded, or contains data. */
export interface Statement {
  readonly comparableText: string
  /** Its tokens, without those of bodies inside it. */
  readonly tokens: readonly string[]
  readonly node: Node
}

export interface FileBodies {
  readonly bodies: readonly FunctionBody[]
  readonly statements: readonly Statement[]
  readonly classes: readonly { readonly name: string; readonly node: Node; readonly ancestors: readonly Node[] }[]
}

/** Returns the name without those of the classes and functions around it. */
export const getLastName = (name: string): string => name.split('.').at(-1) ?? name

export const splitTokens = (comparableText: string): readonly string[] => comparableText.split(TOKEN)

type Path = readonly Node[]
interface Reading {
  readonly language: Language
  readonly bodies: FunctionBody[]
  readonly classes: FileBodies['classes'][number][]
  readonly statements: Statement[]
}

export function readBodies(root: Node, language: Language): FileBodies {
  const reading: Reading = { language, bodies: [], classes: [], statements: [] }
  for (const node of namedNodes(root)) readStatement(reading, node, [root], [])
  return reading
}

/** Nodes of C++ around declarations. */
const AROUND =
  /^(?:preproc_(?:ifn?def|if|elif|elifdef|else)|template_declaration|linkage_specification|namespace_definition|(?:class|struct|union)_specifier)$/

/** Members of a class count as statements of their own. */
function readStatement(reading: Reading, node: Node, path: Path, names: readonly string[]): undefined {
  const { language, statements, classes } = reading
  if (language.isInert(node)) return
  const inner = wrapped(node)
  if (inner !== null) return readStatement(reading, inner, [...path, node], names)
  const [isClass, isAround] = [language.isClass(node), AROUND.test(node.type)]
  if (isClass || isAround) {
    const name = (field(node, 'name') ?? field(node, 'type'))?.text ?? ''
    const own = isClass || /_specifier$/.test(node.type) ? [...names, name] : names
    if (isClass) classes.push({ name: own.join('.'), node, ancestors: path })
    const body = field(node, 'body') ?? (isAround ? node : null)
    const heads = ['name', 'condition', 'parameters'].map((head) => field(node, head)?.id)
    const members = body ? namedNodes(body).filter(({ id }) => !isAround || !heads.includes(id)) : []
    for (const member of members) readStatement(reading, member, [...path, node, body ?? node], own)
    return
  }
  const tokens: string[] = []
  readTokens(reading, node, path, { names, tokens, isInside: false })
  if (tokens.length > 0 && !language.isFunction(node))
    statements.push({ comparableText: tokens.join(TOKEN), tokens, node })
}

/** Returns the declaration inside an export or a decorator. */
function wrapped(node: Node): Node | null {
  if (node.type === 'export_statement' && field(node, 'source') === null) {
    const value = field(node, 'value')
    return field(node, 'declaration') ?? (value !== null && /class|function/.test(value.type) ? value : null)
  }
  return node.type === 'decorated_definition' ? field(node, 'definition') : null
}

interface Inside {
  readonly names: readonly string[]
  readonly tokens: string[]
  /** Whether an outer function can be emptied. */
  readonly isInside: boolean
}

function readTokens(reading: Reading, node: Node, path: Path, inside: Inside): void {
  const { language, bodies } = reading
  if (language.isInert(node)) return
  const parent = path.at(-1)
  const isOwn =
    language.isFunction(node) &&
    parent !== undefined &&
    !language.isCalledAtOnce(node, path) &&
    (language.isNamed(node, parent) || !inside.isInside)
  if (!isOwn && node.childCount === 0) {
    if (node.text.trim() !== '') inside.tokens.push(isBareReturn(node, parent) ? 'return;' : node.text)
    return
  }
  const name = language.nameOf(node, path)
  const names = isOwn || language.isClass(node) ? [...inside.names, name] : inside.names
  const tokens = isOwn ? [] : inside.tokens
  for (const child of children(node))
    readTokens(reading, child, [...path, node], { names, tokens, isInside: inside.isInside || isOwn })
  if (!isOwn) return
  bodies.push({ node, ancestors: path, name: names.join('.'), comparableText: tokens.join(TOKEN) })
  if (inside.isInside) inside.tokens.push(`ƒ${name}`)
}

/** Returns whether a `return` ends at its line, where a grammar may take what stands on the next one for its value. */
function isBareReturn(node: Node, parent: Node | undefined): boolean {
  const isReturn = node.text === 'return' && parent?.type === 'return_statement'
  return isReturn && /^return(?:;?$|\u0001)/.test(withoutSpaces(parent.text))
}

export interface OldFile {
  readonly bodies: ReadonlySet<string>
  readonly statements: ReadonlySet<string>
  readonly classes: ReadonlySet<string>
  /** Without those that only threw: they did nothing. */
  readonly old: readonly OldBody[]
}

export const NO_FILE: OldFile = { bodies: new Set(), statements: new Set(), classes: new Set(), old: [] }

export function readOldFile(root: Node, language: Language): OldFile {
  const { bodies, statements, classes } = readBodies(root, language)
  return {
    bodies: new Set(bodies.map(toBodyKey)),
    statements: new Set(statements.map(({ comparableText }) => comparableText)),
    classes: new Set(classes.map(({ name }) => name)),
    old: readOldBodies(bodies, language, root.text),
  }
}

/** A body of before. It stays when its tree is gone. */
interface OldBody {
  readonly key: string
  readonly name: string
  readonly type: string
  readonly text: string
  /** Null for a function whose grammar does not tell its body. */
  readonly body: { readonly type: string; readonly text: string } | null
  readonly parameters: number
  readonly isEmpty: boolean
}

export const toBodyKey = ({ name, comparableText }: FunctionBody): string => `${name}\n${comparableText}`

function readOldBodies(bodies: readonly FunctionBody[], language: Language, file: string): readonly OldBody[] {
  return bodies.flatMap((one) => {
    const { node, name } = one
    const body = field(node, 'body')
    if (throwsAtOnce(body ?? node, language)) return []
    const { type, text } = node
    const read = { type, text, body: body && { type: body.type, text: body.text }, parameters: countParameters(node) }
    return [{ ...read, key: toBodyKey(one), name, isEmpty: isEmptyBody(language, one, file) }]
  })
}

/** Of several functions of one name, such as callbacks without any, the first was the first before. */
export function pairByName<New extends { readonly name: string }, Old extends { readonly name: string }>(
  changed: readonly New[],
  old: readonly Old[],
): ReadonlyMap<New, Old> {
  const byName = Map.groupBy(old, ({ name }) => name)
  const used = new Map<string, number>()
  return new Map(
    changed.flatMap((one) => {
      const n = used.get(one.name) ?? 0
      used.set(one.name, n + 1)
      const found = byName.get(one.name)?.[n]
      return found === undefined ? [] : [[one, found] as const]
    }),
  )
}

/**
 * Returns what replaces a function; null where its body of before does not fit. Keeps a signature that takes more or less
 * than before: a test may ask for it, whatever the body does.
 */
export function putBack({ node }: FunctionBody, old: OldBody): CodeEdit | null {
  if (node.type === old.type && countParameters(node) === old.parameters) return replace(node, old.text)
  const body = field(node, 'body')
  return body !== null && body.type === old.body?.type ? replace(body, old.body.text) : null
}

function countParameters(node: Node): number {
  const list = field(node, 'parameters')
  return list === null ? Number(field(node, 'parameter') !== null) : namedNodes(list).length
}

/** A condition behind a statement of Ruby makes it no throw of its own. */
const THROWS = /^(?:throw|raise|panic|todo!|unimplemented!)(?!\w)(?!.*\s(?:if|unless)\s)/

/** Returns whether nothing stands before a throw in it. */
function throwsAtOnce(node: Node, language: Language): boolean {
  const first = children(node).find((child) => child.isNamed && !language.isInert(child))
  return (
    first !== undefined && (THROWS.test(first.text) || (KINDS.block.test(first.type) && throwsAtOnce(first, language)))
  )
}

const EMPTY_BODY = /^\{?(?:return)?(?:undefined|None|pass|\.\.\.)?\}?$/

/** A body that cannot be emptied is empty only where nothing stands in it. */
export function isEmptyBody(language: Language, body: FunctionBody, text: string): boolean {
  const edits = language.empty(body, 'nothing')
  const block = field(body.node, 'body')
  if (edits === null) return block === null || namedNodes(block).length === 0
  return edits.length > 0 && getChanges(edits, text) === null
}

/** Skips a body that is already empty. */
export function getChanges(edits: readonly CodeEdit[] | null, text: string): readonly CodeEdit[] | null {
  const bare = (part: string) => part.replace(/\s|;/g, '')
  const isChange = ({ start, end }: CodeEdit) => !EMPTY_BODY.test(bare(text.slice(start, end)))
  return edits?.some((edit) => isChange(edit) && bare(text.slice(edit.start, edit.end)) !== bare(edit.text))
    ? edits
    : null
}
