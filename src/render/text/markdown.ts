/** The one place where untrusted text is made harmless GitHub Markdown: it stands in code, where nothing is interpreted. */
import { MAX_TEXT, plain } from './text.ts'

/** cmark pairs no run of more than 80 backticks; nobody needs more than these. */
const MAX_BACKTICKS = 8
const MAX_COMMAND = 4_000
const LONG_RUN = new RegExp(`\`{${MAX_BACKTICKS + 1},}`, 'g')
/** Letters or a number, quoted or in parentheses: nothing that GitHub links, mentions, counts as a reference or as markup. */
const SIMPLE_WORD = /^["'(]?(?:\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*|\d+(?:\.\d+)*%?)["')]?[.,;:!?…]*["')]?$/u
/** GitHub links it where such a commit exists. */
const LIKE_SHA = /[0-9a-f]{7}/i
/** What was cut behind it may have been an address. */
const LIKE_HOST = /www\./i
/** Between the file, the suites and the name of a test. */
const SEPARATOR = '>'
const LIST_NUMBER = /^\d+[.)]/
/**
 * Code between backticks, in parentheses or not; commands may hold a pair of their own: `echo \`date\` && npm ci`. Or code
 * between several of them, as Markdown writes what holds one. Else a word.
 */
const PIECES =
  /(?<!\S)(?<begin>\(?)(?:`(?<code>(?:[^`]|(?<=[\s("'=])`[^`\s](?:[^`]*[^`\s])?`(?=[\s)"';&|]))+)`|(?<fence>`{2,})(?!`)(?<fenced>.+?)(?<!`)\k<fence>)(?!`)(?<end>\)?[.,;:!?]*)(?!\S)|(?<word>\S+)/g
const LAST_PUNCTUATION = /^(.*[^.,;:!?])([.,;:!?]+)$/
const COMMENT_OPEN = /<(?=!)/g
const COMMENT_CLOSE = /--(?=!?>)/g
const ADDRESS = /^https?:\/\/[\w.:-]+(?:\/[\w.~%:/?#=&+-]*)?$/
const TABLE_HEAD = /^\|(?: -+:? \|)+$/
const FENCE = /^(`{3,})[^`]*$/
const encoder = new TextEncoder()

/** One line in a code span, cut at `max` characters. */
export function code(text: string, max = MAX_TEXT): string {
  return span(plain(text, max))
}

/**
 * A sentence of the gate with names of others in it: plain words stay, commands between backticks stay code, and everything
 * that could mean something to GitHub becomes code.
 */
export function prose(text: string, max = MAX_TEXT): string {
  const said: string[] = []
  let names: string[] = []
  const flush = () => {
    if (names.length > 0) said.push(spanOfNames(names.join(' ')))
    names = []
  }
  const pieces = [...plain(text, max).matchAll(PIECES)].map(({ groups = {} }) => groups)
  for (const [n, { begin = '', code, fenced, end = '', word = '' }] of pieces.entries()) {
    const quoted = code ?? fenced
    const isPart = [pieces[n - 1], pieces[n + 1]].some((next) => next?.['word'] === SEPARATOR)
    const isSimple = quoted === undefined && !isPart && isSimpleWord(word, said.length + names.length === 0)
    if (quoted === undefined && !isSimple) {
      names.push(word)
      // What comes next is said of it: `by @mona: because`.
      if (word.endsWith(':') && !isPart) flush()
      continue
    }
    flush()
    said.push(isSimple ? word : begin + span(plain(quoted ?? '')) + end)
  }
  flush()
  return said.join(' ')
}

function isSimpleWord(word: string, isFirst: boolean): boolean {
  if (LIKE_SHA.test(word) || LIKE_HOST.test(word)) return false
  return SIMPLE_WORD.test(word) && !(isFirst && LIST_NUMBER.test(word))
}

/** Punctuation that ends a sentence stays outside. */
function spanOfNames(names: string): string {
  const [, inner, end] = LAST_PUNCTUATION.exec(names) ?? []
  return inner === undefined ? span(names) : span(inner) + end
}

function span(text: string): string {
  const shown = withoutComments(text) || '(empty)'
  const fence = '`'.repeat(longestRun(shown) + 1)
  const pad = shown.startsWith('`') || shown.endsWith('`') ? ' ' : ''
  return fence + pad + shown + pad + fence
}

/** Tools of agents take comments out before they know what is code; and no run of backticks is too long to be fenced. */
function withoutComments(text: string): string {
  return text
    .replace(LONG_RUN, '`'.repeat(MAX_BACKTICKS))
    .replace(COMMENT_OPEN, '< ')
    .replace(COMMENT_CLOSE, '-- ')
    .trim()
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
}

/** Commands in a fenced block, one a line: a command is never cut where somebody would copy it, nor broken in two. */
export function codeBlock(lines: readonly string[], info: 'sh' | 'text'): string {
  const shown = lines.map((line) => withoutComments(plain(line, MAX_COMMAND)))
  const fence = '`'.repeat(Math.max(2, ...shown.map(longestRun)) + 1)
  return [fence + info, ...shown, fence].join('\n')
}

/** A value as JSON in a block; characters that a page or a tool could take for markup are written as `\uXXXX`. */
export function jsonBlock(value: unknown): string {
  const json = JSON.stringify(value, null, 2)
    .replace(/[<&\u007f-\u009f\u2028\u2029]|(?<=--!?)>|\p{Cf}|\p{DI}/gu, escaped)
    .replace(/`{3,}/g, (run) => '\\u0060'.repeat(run.length))
  return ['```json', json, '```'].join('\n')
}

function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}

/** A row of a table from cells that are Markdown already. */
export function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replace(/(\\*)\|/g, escapedPipe)).join(' | ')} |`
}

/** A backslash before a pipe would take ours for its own: one blank keeps them apart. */
function escapedPipe(_: string, slashes: string): string {
  return `${slashes}${slashes.length % 2 === 1 ? ' ' : ''}\\|`
}

/** Head, ruler and rows; nothing where there is no row. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  return rows.length === 0 ? [] : [row(head), row(head.map(() => '---')), ...rows.map(row)]
}

/** What somebody else named, as a link to where it stands; as it is where no address leads there. */
export function codeAt(text: string, address: string, max = MAX_TEXT): string {
  return ADDRESS.test(address) ? `[${code(text, max)}](${address})` : code(text, max)
}

/** A link with words of ours to an address without surprises; any other address is shown as it is. */
export function link(words: string, address: string): string {
  if (ADDRESS.test(address)) return `[${words}](${address})`
  return address === '' ? words : `${words} ${code(address)}`
}

export function getBytes(text: string): number {
  return encoder.encode(text).length
}

/**
 * At most so many bytes of UTF-8, and so at most as many characters however they are counted. Leaves out whole lines at the
 * end, never a part of a block or of a table's head, and says how many.
 */
export function clip(markdown: string, maxBytes: number): string {
  if (getBytes(markdown) <= maxBytes) return markdown
  const lines = markdown.split('\n')
  const kept = linesWithin(lines, maxBytes - getBytes(leftOut(lines.length)))
  return [...lines.slice(0, kept), leftOut(lines.length - kept)].join('\n').slice(0, maxBytes)
}

function leftOut(lines: number): string {
  return `\n_${lines} more lines are left out here: the whole report is in the artifact of the run._\n`
}

/** How many lines from the start fit, up to a place between blocks. */
function linesWithin(lines: readonly string[], maxBytes: number): number {
  let bytes = 0
  let kept = 0
  let fence = ''
  for (const [index, line] of lines.entries()) {
    bytes += getBytes(line) + 1
    if (bytes > maxBytes) break
    if (fence === '') fence = FENCE.exec(line)?.[1] ?? ''
    else if (line === fence) fence = ''
    if (fence === '' && !TABLE_HEAD.test(lines[index + 1] ?? '')) kept = index + 1
  }
  return kept
}
