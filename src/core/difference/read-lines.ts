/** Reads a text into lines of code: tokens without comments, layout, types, imports and the number of a version. */
import { getSyntax, type Leaf } from '../../syntax/index.ts'
import { asBlocks, getLineNumbers, leavesOfCode, readCode, readWhole, toMark } from '../text/read-code.ts'

export interface CodeLine {
  /** From 1. */
  readonly number: number
  readonly tokens: readonly string[]
}

/** A version that is assigned to a version. */
const VERSION =
  /(?<![\w$])((?:__)?(?:(?:app|package|pkg|lib|cli)_?)?version(?:__)?['"]?(?:\s+string)?\s*(?::=|[=:]|\s)\s*['"]?)v?\d+\.\d+\.\d+[\w.+-]*/gi
/** Blanks at the begin of a line have a meaning. */
const BLOCKS = /\.ya?ml$/
const PYTHON = /\.pyi?$/

export interface CodeLines {
  readonly lines: readonly CodeLine[]
  /** Its tokens and nodes; null where no grammar reads it. */
  readonly shape: readonly Leaf[] | null
}

export function readLines(path: string, text: string): CodeLines {
  const plain = text.replace(VERSION, '$10.0.0')
  const code = readCode(path, plain, 'ignored')
  const leaves = code && leavesOfCode(code)
  if (leaves === null || getSyntax(path) === null) {
    // Everything counts in a text that is not read.
    const all = leaves ?? readWhole(plain)
    // Formatters add and remove a comma at the end of a list, and a semicolon at the end of a line.
    const isShown = ({ text: own }: Leaf, n: number) =>
      own !== ';' && !(own === ',' && /^[)\]}>]$/.test(all[n + 1]?.text ?? ''))
    return { lines: toLines(path, plain, all.filter(isShown)), shape: null }
  }
  const shape = leaves.map((leaf) => ({ ...leaf, text: toNumber(leaf.text) }))
  const isShown = ({ kind, text: type }: Leaf) => kind === 'token' || (PYTHON.test(path) && type === 'block')
  const shown = shape.filter(isShown)
  // A block ends where the code behind it begins.
  const placed = shown.map((leaf, n) => (leaf.kind === 'end' ? { ...leaf, at: shown[n + 1]?.at ?? leaf.at } : leaf))
  return { lines: toLines(path, plain, placed), shape }
}

/** Writes a number in one way: `1_000`, `1e3` and `1000` are the same. */
function toNumber(token: string): string {
  if (!/^-?(?:[1-9]|0\.|0$)/.test(token) || token.length > 15) return token
  const value = Number(token.replaceAll('_', ''))
  return Number.isFinite(value) ? String(value) : token
}

function toLines(path: string, text: string, leaves: readonly Leaf[]): readonly CodeLine[] {
  const tokens = leaves.map((leaf) => toNumber(toMark(leaf)))
  const marked = BLOCKS.test(path) ? asBlocks(tokens) : tokens.map((token) => token.replace(/^\n.*/, '\n'))
  const lines: { number: number; tokens: string[] }[] = []
  for (const [n, number] of getLineNumbers(text, leaves).entries()) {
    const [last, token = ''] = [lines.at(-1), marked[n]]
    if (last?.number === number) last.tokens.push(token)
    else lines.push({ number, tokens: [token] })
  }
  return lines
}
