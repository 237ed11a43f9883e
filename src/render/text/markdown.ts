/** Escapes untrusted text for GitHub Markdown with code spans. This is the only module that does so. */
import { MAX_TEXT, plain, plainCode, toEscape } from './text.ts'

/** cmark pairs runs of at most 80 backticks. This bound is lower. */
const MAX_BACKTICKS = 8
const MAX_COMMAND = 4_000
const LONG_RUN = new RegExp(`\`{${MAX_BACKTICKS + 1},}`, 'g')
/** Text, quoted or in parentheses, that GitHub neither links nor interprets. */
const SIMPLE_WORD = /^["'(]?(?:\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*|\d+(?:\.\d+)*%?)["')]?[.,;:!?…]*["')]?$/u
/** GitHub links it where such a commit exists. */
const LIKE_SHA = /[0-9a-f]{7}/i
/** The truncated rest may have been an address. */
const LIKE_HOST = /www\./i
/** The separator between the file, the suites and the name of a test. */
const SEPARATOR = '>'
const LIST_NUMBER = /^\d+[.)]/
/**
 * Code between backticks, with or without parentheses; commands may contain a pair of backticks, or several may delimit
 * the code. Otherwise a word.
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

/** Renders one line as a code span, truncated at `max` characters. */
export function code(text: string, max = MAX_TEXT): string {
  return span(plain(text, max))
}

/**
 * Renders a sentence with foreign names: plain text stays, commands between backticks stay code, and everything that
 * GitHub could interpret becomes code. @param names of tests, which become one piece of code each
 */
export function prose(text: string, max = MAX_TEXT, names: readonly string[] = []): string {
  const parts: string[] = []
  let foreign: string[] = []
  const flush = () => {
    if (foreign.length > 0) parts.push(spanOfNames(foreign.join(' ')))
    foreign = []
  }
  const pieces = [...quoteNames(plain(text, max), names).matchAll(PIECES)].map(({ groups = {} }) => groups)
  for (const [n, { begin = '', code, fenced, end = '', word = '' }] of pieces.entries()) {
    const quoted = code ?? fenced
    const isPart = [pieces[n - 1], pieces[n + 1]].some((next) => next?.['word'] === SEPARATOR)
    const isSimple = quoted === undefined && !isPart && isSimpleWord(word, parts.length + foreign.length === 0)
    if (quoted === undefined && !isSimple) {
      foreign.push(word)
      // Keeps a name apart from the text after its colon: `by @mona: because`.
      if (word.endsWith(':') && !isPart) flush()
      continue
    }
    flush()
    parts.push(isSimple ? word : begin + span(plain(quoted ?? '')) + end)
  }
  flush()
  return parts.join(' ')
}

/** Quotes names that hold a separator; others are one word, and may stand in a command. The longest one comes first. */
function quoteNames(text: string, names: readonly string[]): string {
  const isQuoted = (name: string) => name.includes(` ${SEPARATOR} `) && text.includes(name) && !name.includes('`')
  const longest = names.filter(isQuoted).toSorted((a, b) => b.length - a.length)
  const split = (part: string, name: string) => part.split(name).flatMap((rest, n) => (n === 0 ? [rest] : [name, rest]))
  const parts = longest.reduce(
    (all, name) => all.flatMap((part, n) => (n % 2 === 0 ? split(part, name) : [part])),
    [text],
  )
  return parts.map((part, n) => (n % 2 === 0 ? part : `\`${part}\``)).join('')
}

function isSimpleWord(word: string, isFirst: boolean): boolean {
  if (LIKE_SHA.test(word) || LIKE_HOST.test(word)) return false
  return SIMPLE_WORD.test(word) && !(isFirst && LIST_NUMBER.test(word))
}

/** Keeps the final punctuation outside of the span. */
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

/** Removes HTML comments, because tools of agents remove them even in code, and long runs of backticks. */
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

/** Renders commands as a fenced block, one per line. Commands are never truncated or wrapped. */
export function codeBlock(lines: readonly string[], info: 'sh' | 'text'): string {
  return fenced(
    lines.map((line) => plain(line, MAX_COMMAND)),
    info,
  )
}

/** Renders a change as a fenced block. @param rows a fixed text that begins with a sign, and a line of foreign code */
export function diffBlock(rows: readonly (readonly [margin: string, code: string])[]): string {
  return fenced(
    rows.map(([margin, line]) => margin + plainCode(line).join('')),
    'diff',
  )
}

function fenced(lines: readonly string[], info: string): string {
  const shown = lines.map(withoutComments)
  const fence = '`'.repeat(Math.max(2, ...shown.map(longestRun)) + 1)
  return [fence + info, ...shown, fence].join('\n')
}

/** Characters of markup, and invisible ones. */
const MARKUP = /[<&\u007f-\u009f\u2028\u2029]|(?<=--!?)>|\p{Cf}|\p{DI}/gu
/** Characters that could end an HTML comment, or mean something to GitHub. */
const IN_COMMENT = /[>@#`]|-(?=-)|(?<=-)-/g

/** Renders a value as a JSON block. Characters of markup are written as `\uXXXX`. */
export function jsonBlock(value: unknown): string {
  const json = JSON.stringify(value, null, 2)
    .replace(MARKUP, toEscape)
    .replace(/`{3,}/g, (run) => '\\u0060'.repeat(run.length))
  return ['```json', json, '```'].join('\n')
}

/** Renders a value as JSON in an HTML comment of one line, which nothing in the value can end. */
export function hiddenJson(name: string, value: unknown): string {
  return `<!-- ${name} ${JSON.stringify(value).replace(MARKUP, toEscape).replace(IN_COMMENT, toEscape)} -->`
}

/** Renders a row of a table from cells of Markdown. */
export function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replace(/(\\*)\|/g, escapedPipe)).join(' | ')} |`
}

/** A backslash before a pipe would consume its escape, so a space separates them. */
function escapedPipe(_: string, slashes: string): string {
  return `${slashes}${slashes.length % 2 === 1 ? ' ' : ''}\\|`
}

/** Renders head, ruler and rows; empty where there are no rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  return rows.length === 0 ? [] : [row(head), row(head.map(() => '---')), ...rows.map(row)]
}

/** Renders a foreign name as a link, or without one where the address is empty. */
export function codeAt(text: string, address: string, max = MAX_TEXT): string {
  return ADDRESS.test(address) ? `[${code(text, max)}](${address})` : code(text, max)
}

/** Renders a link with a fixed text. Unusual addresses are shown as text. */
export function link(text: string, address: string): string {
  if (ADDRESS.test(address)) return `[${text}](${address})`
  return address === '' ? text : `${text} ${code(address)}`
}

/** Renders a part that readers open when they want it. @param title fixed text */
export function folded(title: string, lines: readonly string[]): readonly string[] {
  return [`<details><summary>${title}</summary>`, '', ...lines, '', '</details>']
}

export function getBytes(text: string): number {
  return encoder.encode(text).length
}

/**
 * Truncates to at most `maxBytes` of UTF-8. Whole lines are removed at the end, never parts of a block or a table's
 * head, and counted.
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

/** Returns the number of lines that fit, up to a boundary between blocks. */
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
