/** Parses source text with tree-sitter's grammars, each of which is loaded before its first text. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { brotliDecompressSync } from 'node:zlib'
import type TreeSitter from '@vscode/tree-sitter-wasm'
import { getSyntax, type Syntax } from './languages.ts'

export type Node = TreeSitter.Node
export type Cursor = TreeSitter.TreeCursor

/** Parsing stops after this time; most files take a few milliseconds. */
const MAX_MICROSECONDS = 5_000_000
/** Characters; longer texts are not read. */
export const MAX_SOURCE_TEXT = 512 * 1_024
/** Nodes inside each other; deeper texts are not read. */
export const MAX_TREE_DEPTH = 10_000
/** Characters of the texts whose trees are kept. */
const MAX_KEPT = 2 * 1_024 * 1_024
const require = createRequire(import.meta.url)
const opening = new Map<string, Promise<void>>()
const parsers = new Map<string, TreeSitter.Parser>()
let runtime: Promise<typeof TreeSitter> | null = null

/** Loads the grammars that read these files; their texts can be read at once then. */
export async function loadGrammars(paths: Iterable<string>): Promise<void> {
  const grammars = new Set([...paths].flatMap((path) => getSyntax(path)?.grammar ?? []))
  await Promise.all([...grammars].map(loadGrammar))
}

/** @returns the result of `read`; null for text that does not parse, that is too long, and that is nested too deep */
export async function parse<T>(grammar: string, text: string, read: (root: Node) => T): Promise<T | null> {
  return (await isParsed(grammar, text))
    ? parseNow(grammar, text, (root) => (isTooDeep(root) ? null : read(root)))
    : null
}

/** Returns false for a text that does not parse, and for one that is too long. */
export async function isParsed(grammar: string, text: string): Promise<boolean> {
  if (text.length > MAX_SOURCE_TEXT) return false
  await loadGrammar(grammar)
  return parseNow(grammar, text, () => true) === true
}

/** Parses with a grammar that is loaded. @throws Error where it is not */
export function parseNow<T>(grammar: string, text: string, read: (root: Node) => T): T | null {
  const root = getTree(grammar, text).tree?.rootNode
  return root === undefined || root.hasError ? null : read(root)
}

/**
 * Makes what reads one thing of a text, once.
 * @returns its answer; null for a text that no grammar reads, that does not parse, and that is too large
 */
export const createReader =
  <T>(find: (root: Node, syntax: Syntax, text: string) => T) =>
  (path: string, text: string): T | null => {
    const syntax = getSyntax(path)
    if (syntax === null || text.length > MAX_SOURCE_TEXT) return null
    const { answers } = getTree(syntax.grammar, text)
    if (!answers.has(find))
      answers.set(
        find,
        parseNow(syntax.grammar, text, (root) => find(root, syntax, text)),
      )
    return answers.get(find) as T | null
  }

interface Parsed {
  readonly tree: TreeSitter.Tree | null
  readonly answers: Map<unknown, unknown>
}

const TYPED: readonly (readonly [word: RegExp, stands: string])[] = [
  // The label of a tuple and the key of a mapped type.
  [/(?<=[[,]\s{0,80})(?:type|number|string|boolean|symbol|object|any|unknown|never)(?=\??\s{0,80}:|\s+in\b)/g, '_'],
  [/\busing\b(?!\s+[\w$[{])/g, '_'],
  // How a type varies.
  [/(?<=[<,]\s{0,80})(?:in\s+out|in|out)(?=\s+[\p{L}_$][\p{L}\p{N}_$]*\s*(?:[,>=]|extends\b))/gu, ' '],
]
/** By grammar: words that it takes for signs where they are none, and by which character each of theirs is read. */
const MISREAD: Readonly<Record<string, typeof TYPED>> = { typescript: TYPED, tsx: TYPED }

/** Parses a text, and once more without what its grammar misreads. */
function parseText(parser: TreeSitter.Parser, grammar: string, text: string): TreeSitter.Tree | null {
  parser.reset()
  const tree = parser.parse(text)
  const words = tree?.rootNode.hasError ? (MISREAD[grammar] ?? []) : []
  const read = words.reduce((all, [word, by]) => all.replace(word, (own) => by.repeat(own.length)), text)
  const again = read === text ? null : parser.parse(read)
  const isRead = again?.rootNode.hasError === false
  ;(isRead ? tree : again)?.delete()
  if (!isRead) return tree
  // Nodes have the text as it is written.
  return Object.assign(again, { textCallback: (index: number) => text.slice(index) })
}

/** By text and grammar; the text that was asked for last is at the end. */
const parsed = new Map<string, Map<string, Parsed>>()
let keptSize = 0

/** Parses a text, unless its tree is kept. */
function getTree(grammar: string, text: string): Parsed {
  const parser = parsers.get(grammar)
  if (parser === undefined) throw new Error(`the grammar ${grammar} is not loaded`)
  const trees = parsed.get(text) ?? new Map<string, Parsed>()
  parsed.delete(text)
  parsed.set(text, trees)
  const known = trees.get(grammar)
  if (known !== undefined) return known
  const own = { tree: parseText(parser, grammar, text), answers: new Map() }
  trees.set(grammar, own)
  keptSize += text.length
  for (const [oldest, left] of parsed) {
    if (keptSize <= MAX_KEPT || oldest === text) break
    parsed.delete(oldest)
    keptSize -= oldest.length * left.size
    for (const { tree } of left.values()) tree?.delete()
  }
  return own
}

function loadGrammar(grammar: string): Promise<void> {
  const known = opening.get(grammar) ?? openParser(grammar)
  opening.set(grammar, known)
  return known
}

async function openParser(grammar: string): Promise<void> {
  runtime ??= openRuntime()
  const { Parser, Language } = await runtime
  const parser = new Parser()
  parser.setLanguage(await Language.load(readTable(`tree-sitter-${grammar}`)))
  parser.setTimeoutMicros(MAX_MICROSECONDS)
  parsers.set(grammar, parser)
}

/** Bytes that a function of a grammar executes before V8 optimises it. By default optimising took longer than parsing. */
const MIN_HOT_BYTES = 1_000_000_000

async function openRuntime(): Promise<typeof TreeSitter> {
  setFlagsFromString(`--wasm-tiering-budget=${MIN_HOT_BYTES}`)
  const loaded: typeof TreeSitter = require(join(folder(), 'tree-sitter.js'))
  // Its types know only the first of them.
  const options = { locateFile: (file: string) => join(folder(), file), wasmBinary: readTable('tree-sitter') }
  await loaded.Parser.init(options)
  return loaded
}

/** Reads what is compiled. The build compresses it. */
function readTable(name: string): Uint8Array {
  const file = join(folder(), `${name}.wasm`)
  return existsSync(file) ? readFileSync(file) : brotliDecompressSync(readFileSync(`${file}.br`))
}

/** Returns the folder of the grammars. The build puts them beside the program. */
function folder(): string {
  const own = join(import.meta.dirname, 'grammars')
  return existsSync(own) ? own : dirname(require.resolve('@vscode/tree-sitter-wasm'))
}

/** What goes through a tree with a cursor. */
interface Visitor {
  /** Reads the node at the cursor. @returns whether the cursor is at its first child now */
  readonly enter: () => boolean
  readonly leave: () => void
}

/** Visits the nodes of a tree. @returns the visitor; null where as many as `most` nodes are inside each other */
export function visitNodes<V extends Visitor>(root: Node, most: number, create: (cursor: Cursor) => V): V | null {
  const cursor = root.walk()
  try {
    const visitor = create(cursor)
    for (let depth = 0; depth < most; ) {
      if (visitor.enter()) {
        depth += 1
        continue
      }
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) return visitor
        visitor.leave()
        depth -= 1
      }
    }
    return null
  } finally {
    cursor.delete()
  }
}

/** Of deeper trees no node is asked for its parent, which takes longer the deeper it is. */
const MAX_AROUND = 400

export const isTooDeep = (root: Node): boolean =>
  visitNodes(root, MAX_AROUND + 1, (cursor) => ({ enter: () => cursor.gotoFirstChild(), leave: () => undefined })) ===
  null
