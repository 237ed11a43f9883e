/** Reads a text into lines of code: tokens without comments, layout, types, imports and the number of a version. */
import { getSyntax, type Leaf } from '../../syntax/index.ts'
import { leavesOfCode, readCode, toMark } from '../text/read-code.ts'
import { asBlocks, matchAt, type PlacedTokens } from '../text/tokens.ts'

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
    const placed = leaves === null ? placeWords(plain) : toPlaced(leaves)
    return { lines: toLines(path, plain, joinTokens(plain, placed)), shape: null }
  }
  const shape = leaves.map((leaf) => ({ ...leaf, text: toNumber(leaf.text) }))
  const isShown = ({ kind, text: type }: Leaf) => kind === 'token' || (PYTHON.test(path) && type === 'block')
  const shown = shape.filter(isShown)
  // A block ends where the code behind it begins.
  const placed = shown.map((leaf, n) => (leaf.kind === 'end' ? { ...leaf, at: shown[n + 1]?.at ?? leaf.at } : leaf))
  return { lines: toLines(path, plain, toPlaced(placed)), shape }
}

const toPlaced = (leaves: readonly Leaf[]): PlacedTokens => ({
  tokens: leaves.map(toMark),
  places: leaves.map(({ at }) => at),
})

/** Reads a text of an unknown language: everything counts except blanks. */
function placeWords(text: string): PlacedTokens {
  const words = [...text.matchAll(/[\p{L}\p{N}_]+|"(?:[^"\\\n]|\\.)*"|[^\s]/gu)]
  return { tokens: words.map(([word]) => word), places: words.map(({ index }) => index) }
}

const OPERATOR = /(?:[<>=!]==?|&&|\|\||\?\?|[-+*/%&|^]=|=>|->|<<|>>|\*\*|\+\+|--)/y
const NUMBER = /\d[\p{L}\d_]*(?:\.\d[\p{L}\d_]*)?/uy
const OPERAND = /[\p{L}\p{N}_$"'`)\]}]$/u
const BEFORE_VALUE = new Set(['return', 'case', 'and', 'or', 'not', 'in', 'yield'])

/** Joins the characters of an operator, and those of a number. */
function joinTokens(text: string, { tokens, places }: PlacedTokens): PlacedTokens {
  const joined = { tokens: [] as string[], places: [] as number[] }
  let end = 0
  for (const [n, token] of tokens.entries()) {
    const place = places[n] ?? 0
    // Formatters add and remove a comma at the end of a list, and a semicolon at the end of a line.
    if (place < end || (token === ',' && /^[)\]}>]$/.test(tokens[n + 1] ?? '')) || token === ';') continue
    const whole = readWhole(text, token, place, joined.tokens.at(-1) ?? '')
    end = place + (whole === token ? 0 : whole.length)
    joined.tokens.push(toNumber(whole))
    joined.places.push(place)
  }
  return joined
}

function readWhole(text: string, token: string, place: number, last: string): string {
  if (/^[\n"'`\p{L}_$@]/u.test(token)) return token
  const isSign = token === '-' && (!OPERAND.test(last) || BEFORE_VALUE.has(last))
  const number = matchAt(NUMBER, text, isSign ? place + 1 : place)
  if (number !== null) return isSign ? `-${number}` : number
  return matchAt(OPERATOR, text, place) ?? token
}

/** Writes a number in one way: `1_000`, `1e3` and `1000` are the same. */
function toNumber(token: string): string {
  if (!/^-?(?:[1-9]|0\.|0$)/.test(token) || token.length > 15) return token
  const value = Number(token.replaceAll('_', ''))
  return Number.isFinite(value) ? String(value) : token
}

function toLines(path: string, text: string, { tokens, places }: PlacedTokens): readonly CodeLine[] {
  const marked = BLOCKS.test(path) ? asBlocks(tokens) : tokens.map((token) => token.replace(/^\n.*/, '\n'))
  const lines: { number: number; tokens: string[] }[] = []
  let [number, at] = [1, 0]
  for (const [n, token] of marked.entries()) {
    for (; at < (places[n] ?? 0); at += 1) if (text[at] === '\n') number += 1
    const last = lines.at(-1)
    if (last?.number === number) last.tokens.push(token)
    else lines.push({ number, tokens: [token] })
  }
  return lines
}
