/** Parses source text with tree-sitter's grammars. Loads a grammar with the first text of its language. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type TreeSitter from '@vscode/tree-sitter-wasm'

export type Node = TreeSitter.Node

/** Parsing stops after this time; most files take a few milliseconds. */
const MAX_MICROSECONDS = 5_000_000
const require = createRequire(import.meta.url)
const parsers = new Map<string, Promise<TreeSitter.Parser>>()
let runtime: Promise<typeof TreeSitter> | null = null

/**
 * Parses a text and frees the tree afterwards.
 * @returns the result of `read`; null for text that does not parse
 */
export async function parse<T>(grammar: string, text: string, read: (root: Node) => T): Promise<T | null> {
  const parser = await getParser(grammar)
  parser.reset()
  const tree = parser.parse(text)
  if (tree === null) return null
  try {
    return tree.rootNode.hasError ? null : read(tree.rootNode)
  } finally {
    tree.delete()
  }
}

function getParser(grammar: string): Promise<TreeSitter.Parser> {
  const known = parsers.get(grammar) ?? openParser(grammar)
  parsers.set(grammar, known)
  return known
}

async function openParser(grammar: string): Promise<TreeSitter.Parser> {
  runtime ??= openRuntime()
  const { Parser, Language } = await runtime
  const parser = new Parser()
  parser.setLanguage(await Language.load(readTable(`tree-sitter-${grammar}`)))
  parser.setTimeoutMicros(MAX_MICROSECONDS)
  return parser
}

async function openRuntime(): Promise<typeof TreeSitter> {
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
