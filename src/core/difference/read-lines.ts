/** Reads a text into lines of code: tokens without comments, layout, types, imports and the number of a version. */
import { doubtObeyed } from '../text/doubt.ts'
import { withoutImports } from '../text/edits.ts'
import { asBlocks, matchAt, type PlacedTokens, placeTokens } from '../text/tokens.ts'
import { withoutHints } from '../text/type-hints.ts'

export interface CodeLine {
  /** From 1. */
  readonly number: number
  readonly tokens: readonly string[]
}

/** A version that is assigned to a version. */
const VERSION =
  /(?<![\w$])((?:__)?(?:(?:app|package|pkg|lib|cli)_?)?version(?:__)?['"]?(?:\s+string)?\s*(?::=|[=:]|\s)\s*['"]?)v?\d+\.\d+\.\d+[\w.+-]*/gi
const PYTHON = /\.pyi?$/
/** Blanks at the begin of a line have a meaning in few languages. */
const BLOCKS = /\.(?:pyi?|ya?ml)$/

/** @param withoutTypes keeps all lines */
export function readLines(path: string, text: string, withoutTypes: (text: string) => string): readonly CodeLine[] {
  const code = withoutImports(path, withoutTypes(text), (found) => found.replace(/[^\n]/g, ' '))
  const plain = code.replace(VERSION, '$10.0.0')
  const { tokens, places } = joinTokens(plain, placeTokens(path, plain, doubtObeyed(path, plain)) ?? placeWords(plain))
  const hinted = PYTHON.test(path) ? withoutTokens({ tokens, places }, withoutHints(tokens)) : { tokens, places }
  return toLines(path, plain, hinted)
}

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
    // Formatters add a comma at the end of type parameters, too.
    if (place < end || (token === ',' && tokens[n + 1] === '>')) continue
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

/** @param kept some of the tokens, in their order */
function withoutTokens({ tokens, places }: PlacedTokens, kept: readonly string[]): PlacedTokens {
  let next = 0
  const isKept = tokens.map((token) => {
    if (token !== kept[next]) return false
    next += 1
    return true
  })
  return { tokens: kept, places: places.filter((_, n) => isKept[n]) }
}

function toLines(path: string, text: string, { tokens, places }: PlacedTokens): readonly CodeLine[] {
  const marked = BLOCKS.test(path) ? asBlocks('a.py', tokens) : tokens.map((token) => token.replace(/^\n.*/, '\n'))
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
