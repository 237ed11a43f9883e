/** Finds every command line of a page: the lines of its shell blocks, and inline code that begins with a program. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { lexer, type Token, type Tokens } from 'marked'
import { toAnchor } from '../../../scripts/markdown.ts'

const ROOT = resolve(import.meta.dirname, '..', '..', '..')

/** Inline code that begins with one of them and has another word is a command line. */
const PROGRAMS = new Set(
  `apk apt apt-get bash brew bun bunx cat chmod cp curl deno docker echo export gh git helm journalctl kubectl ln make mkdir mv node
  npm npx openssl pg_dump pg_restore pip pip3 pipx pnpm podman psql python python3 rm scp sed sh ssh sudo systemctl tar tdd-gate touch uv
  uvx wget yarn`.split(/\s+/),
)
const SHELLS = ['bash', 'console', 'fish', 'sh', 'shell', 'shell-session', 'zsh']

/** Why no test runs a command. Its page says so in these words: `# needs Docker` in a block, `(needs Docker)` after inline code. */
export const MARKS = {
  'needs Docker': /\bdocker\b/,
  'needs GitHub': /\bgh\b|--github\b/,
  'needs an App': /\bgithub_client_|\btdd_gate_url\b|\bapp_id\b|\badmin\b/i,
  'needs PostgreSQL': /postgres|\bpg_/i,
  'needs another machine': /^(?:ssh|scp) /,
  'needs root': /^(?:sudo|apt|apt-get|apk) /,
  'runs for minutes': /^(?:npm test\b|npm run (?:bench|record|test:\w+|unit|verify)\b|node bench\/)/,
} as const
export type Mark = keyof typeof MARKS
const ANY_MARK = Object.keys(MARKS).join('|')
const COMMENT_MARK = new RegExp(`^(${ANY_MARK})(?:$|[:,;.])`)
const INLINE_MARK = new RegExp(`^\\s+\\((${ANY_MARK})\\)`)

export interface PageCommand {
  readonly page: string
  /** From 1. */
  readonly line: number
  /** The anchor of the heading above. */
  readonly section: string
  /** In one line, without prompt, comment and the text of a here-document. Empty: a comment alone. */
  readonly command: string
  /** What a reader pastes. */
  readonly text: string
  readonly comment: string
  readonly mark: Mark | null
  readonly isInline: boolean
}

/** @param page its path from the top of the repository */
export const readPage = (page: string): readonly PageCommand[] =>
  readCommands(page, readFileSync(join(ROOT, page), 'utf8'))

/** @param place a page, or one of its sections: `README.md#try-it` */
export function isPlace(place: string, { page, section, isInline }: PageCommand): boolean {
  return !isInline && (place === page || place === `${page}#${section}`)
}

/** @param page its path, which each command names */
export function readCommands(page: string, markdown: string): readonly PageCommand[] {
  const found: PageCommand[] = []
  let [offset, section] = [0, '']
  const visit = (token: Token): void => {
    const isCode = token.type === 'code' || token.type === 'codespan'
    if (token.type === 'html' && /<(?:code|pre)\b/i.test(token.raw))
      throw new Error(`${page} has code in HTML, which no test reads: ${token.raw}`)
    if (token.type === 'heading') section = toAnchor((token as Tokens.Heading).text)
    if (!isCode) for (const child of childrenOf(token)) visit(child)
    if (!isCode) return
    const { start, end } = locate(markdown, token.raw, offset)
    offset = end
    const line = markdown.slice(0, start).split('\n').length
    const shared = { page, section }
    if (token.type === 'codespan') {
      const command = (token as Tokens.Codespan).text.replaceAll(/\s+/g, ' ').trim()
      const mark = toMark(INLINE_MARK.exec(markdown.slice(end))?.[1])
      if (isCommand(command)) found.push({ ...shared, line, command, text: command, comment: '', mark, isInline: true })
      return
    }
    const { lang = '', text, codeBlockStyle } = token as Tokens.Code
    if (!isShell(lang.split(/\s/, 1)[0] ?? '', text)) return
    const first = codeBlockStyle === 'indented' ? line : line + 1
    for (const entry of readBlock(text)) found.push({ ...shared, ...entry, line: first + entry.line, isInline: false })
  }
  for (const token of lexer(markdown)) visit(token)
  return found
}

function childrenOf(token: Token): readonly Token[] {
  if (token.type === 'list') return (token as Tokens.List).items
  if (token.type !== 'table') return ('tokens' in token && token.tokens) || []
  const { header, rows } = token as Tokens.Table
  return [...header, ...rows.flat()].flatMap(({ tokens }) => tokens)
}

/** A list takes the indentation away from what it holds, and a table the backslash before `|`. */
function locate(markdown: string, raw: string, from: number): { readonly start: number; readonly end: number } {
  const words = raw.trim().split(/\s+|(?=\|)/)
  const pattern = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[\\s\\\\>]*')
  const match = new RegExp(pattern, 'g')
  match.lastIndex = from
  const place = match.exec(markdown)
  if (place === null) throw new Error(`This code is not found in its page: ${raw}`)
  return { start: place.index, end: match.lastIndex }
}

/** A block without a language is one where it begins with a program: what a program prints begins otherwise. */
function isShell(language: string, text: string): boolean {
  return SHELLS.includes(language) || (language === '' && isCommand(text.split('\n', 1)[0]?.replace(/^\$ /, '') ?? ''))
}

/** `tdd-gate / judge` is the name of a check, and `./gradlew` a program of the folder. */
function isCommand(text: string): boolean {
  const [program = '', next = '/'] = wordsOf(text).filter((word) => !ASSIGNMENT.test(word))
  return (PROGRAMS.has(program) && next !== '/') || /^\.\.?\/\w/.test(program)
}

const ASSIGNMENT = /^[A-Za-z_]\w*=/

type Entry = Omit<PageCommand, 'page' | 'section' | 'isInline'>

/** Where a line begins with `$ `, every line without it is output. A mark above all commands counts for each of them. */
function readBlock(text: string): readonly Entry[] {
  const lines = text.split('\n')
  const hasPrompts = lines.some((line) => line.startsWith('$ '))
  const entries: Entry[] = []
  let next = 0
  const takeUntil = (isLast: (line: string) => boolean): string => {
    const end = lines.findIndex((line, at) => at >= next && isLast(line))
    const taken = lines.slice(next, end < 0 ? lines.length : end + 1)
    next += taken.length
    return taken.map((line) => `\n${line}`).join('')
  }
  while (next < lines.length) {
    const line = next
    let whole = lines[next++] ?? ''
    if (hasPrompts && !whole.startsWith('$ ')) continue
    if (hasPrompts) whole = whole.slice(2)
    while (isOpen(whole) && next < lines.length) whole += `\n${lines[next++]}`
    const { command, comment } = splitComment(whole.replaceAll(/\\\n\s*/g, ''))
    const [, end] = /<<-?\s*['"]?(\w+)['"]?/.exec(command) ?? []
    if (end !== undefined) whole += takeUntil((one) => one.trim() === end)
    if (whole.trim() === '') continue
    const mark = toMark(COMMENT_MARK.exec(comment)?.[1]) ?? markOfBlock(entries)
    entries.push({ line, command, text: whole, comment, mark })
  }
  return entries
}

function markOfBlock(entries: readonly Entry[]): Mark | null {
  return entries.find(({ command, mark }) => command === '' && mark !== null)?.mark ?? null
}

const toMark = (text: string | undefined): Mark | null => (text === undefined ? null : (text as Mark))

/** Quoted text, a placeholder such as `<the base>`, or one other character. */
const PIECE = /'[^']*'|"(?:\\.|[^"\\])*"|<[^<>\n&|]*>|\\.|[\s\S]/g
const isQuote = (piece: string) => piece === "'" || piece === '"'

/** Whether a line goes on: it ends with a backslash, or within quotes. */
function isOpen(line: string): boolean {
  const { command } = splitComment(line)
  return /(?:^|[^\\])\\$/.test(command) || (command.match(PIECE) ?? []).some(isQuote)
}

/** `#` begins a comment at the start of a word, outside of quotes. */
function splitComment(line: string): { readonly command: string; readonly comment: string } {
  let command = ''
  for (const piece of line.match(PIECE) ?? []) {
    if (piece === '#' && /(?:^|\s)$/.test(command)) {
      return { command: command.trim(), comment: line.slice(command.length + 1).trim() }
    }
    command += piece
  }
  return { command: command.trim(), comment: '' }
}

/** The words as they stand, quotes included; a placeholder with blanks is part of one word. */
export function wordsOf(command: string): readonly string[] {
  const words: string[] = []
  let isOpenWord = false
  for (const piece of command.match(PIECE) ?? []) {
    if (/^\s+$/.test(piece)) isOpenWord = false
    else if (isOpenWord) words.push(`${words.pop()}${piece}`)
    else {
      words.push(piece)
      isOpenWord = true
    }
  }
  return words
}

/** The single calls of a line: what stands between `&&`, `||`, `|` and `;`. */
export function callsOf(command: string): readonly (readonly string[])[] {
  const calls: string[][] = [[]]
  for (const word of wordsOf(command.replaceAll(/;(?=\s|$)/g, ' ;'))) {
    if (['&&', '||', '|', ';'].includes(word)) calls.push([])
    else calls.at(-1)?.push(word)
  }
  return calls.filter((call) => call.length > 0)
}
