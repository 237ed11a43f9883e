/** Reads the functions of a file with their tokens, and its statements outside of functions. */
import { children, type FunctionBody, field, type Language, namedNodes } from './language.ts'
import type { Node } from './parser.ts'

/** Real code nests less; deeper nodes are not read. */
const MAX_DEPTH = 300
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

/** Splits comparable text into tokens. */
export const splitTokens = (comparableText: string): readonly string[] => comparableText.split(TOKEN)

export class TooDeep extends Error {}

type Path = readonly Node[]
interface Reading {
  readonly language: Language
  readonly bodies: FunctionBody[]
  readonly classes: FileBodies['classes'][number][]
  readonly statements: Statement[]
}

/** @throws TooDeep */
export function readBodies(root: Node, language: Language): FileBodies {
  const reading: Reading = { language, bodies: [], classes: [], statements: [] }
  for (const node of namedNodes(root)) readStatement(reading, node, [root], [])
  return reading
}

/** Members of a class count as statements of their own. */
function readStatement(reading: Reading, node: Node, path: Path, names: readonly string[]): undefined {
  const { language, statements, classes } = reading
  if (path.length > MAX_DEPTH) throw new TooDeep()
  if (language.isInert(node)) return
  const inner = wrapped(node)
  if (inner !== null) return readStatement(reading, inner, [...path, node], names)
  if (language.isClass(node)) {
    const name = (field(node, 'name') ?? field(node, 'type'))?.text ?? ''
    classes.push({ name: [...names, name].join('.'), node, ancestors: path })
    const body = field(node, 'body')
    if (body === null) return
    for (const member of namedNodes(body)) readStatement(reading, member, [...path, node, body], [...names, name])
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
  if (path.length > MAX_DEPTH) throw new TooDeep()
  if (language.isInert(node)) return
  const isOwn = language.isFunction(node) && canBeEmptied(language, node, path, inside)
  if (!isOwn && node.childCount === 0) {
    if (node.text.trim() !== '') inside.tokens.push(node.text)
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

function canBeEmptied(language: Language, node: Node, path: Path, { isInside }: Inside): boolean {
  const parent = path.at(-1)
  if (parent === undefined || language.isCalledAtOnce(node, path)) return false
  return language.isNamed(node, parent) || !isInside
}
