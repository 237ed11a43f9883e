/** What a GREEN leaves out of a function that it keeps: put back alone, a test must notice it. */
import { readChanged } from '../changes/changed-parts.ts'
import { findLostPieces, type LostPiece } from '../changes/lost-pieces.ts'
import { compareScopes } from '../changes/scopes.ts'
import { readSides } from '../changes/tree-texts.ts'
import { productionSince } from '../core/compare/counterfactual.ts'
import { trackedFiles } from '../core/model/state.ts'
import { isRemoved } from '../core/text/parts.ts'
import { withoutSpaces } from '../rewriting/forks.ts'
import { getLanguage } from '../rewriting/index.ts'
import { type Mutant, onlyParsed } from '../rewriting/mutants.ts'
import {
  type CodeEdit,
  children,
  field,
  getStatements,
  insert,
  KINDS,
  type Node,
  namedNodes,
  REPORT,
} from '../syntax/index.ts'
import { ask, askAboutTexts } from './notice.ts'
import { isCode } from './taken-back.ts'
import { type GreenTrial, MAX_TRIED_FILES } from './trial.ts'

export const droppedGuards: GreenTrial = {
  code: 'dropped-guards',
  about:
    'puts back a condition with an exit, a call, an operand of a condition, a wait, a copy, an end of a pattern or the error of a handler that a GREEN leaves out of a function: a test must fail',
  rules: ['production-is-asked-for'],
  needsWhole: true,
  run: async ({ session: { scratch }, state, commit, measured, green }, runs) => {
    const changes = [...productionSince(state, commit).values()].filter(isCode).slice(0, MAX_TRIED_FILES)
    const rewritten = changes.filter(({ before }) => before !== null)
    if (rewritten.length === 0) return null
    const getText = await readSides(scratch, changes)
    const known = changes.map(({ after }) => getText(after) ?? '').join('\n')
    const files = await readChanged(scratch, commit.tree, rewritten)
    const old = changes.map(({ before }) => getText(before) ?? '').join('\n')
    const found: DroppedGuard[] = []
    for (const { change, text, parts } of files) {
      const tried = parts.filter(isRemoved).map(({ old }) => old.join(''))
      const sides = { path: change.path, before: getText(change.before) ?? '', after: text }
      const guards = await getDroppedGuards({ ...sides, known })
      found.push(...guards.filter(({ code }) => !tried.some((old) => old.includes(code))))
      const isShown = ({ line }: LostPiece) =>
        measured.unaskedLines?.some(({ path, first, last }) => path === change.path && first <= line && line <= last)
      found.push(...(await findLostPieces({ ...sides, known: [old, known] })).filter((piece) => !isShown(piece)))
    }
    const near = { files: trackedFiles(green.cycles), tests: [...green.drivers] }
    const now = changes.map(({ path, after }) => ({ path, mode: after?.mode ?? '' }))
    const question = askAboutTexts<DroppedGuard>(scratch, now, ({ code }) => ({ change: `put back: ${code}` }))
    const { unnoticed } = await ask(runs, found, near, question)
    const toLines = (line: number) => ({ first: line, last: line, isRemoved: true }) as const
    const shown = unnoticed.map(({ path, line, code }) => ({ path, ...toLines(line), code }))
    return shown.length === 0 ? null : { unaskedLines: [...(measured.unaskedLines ?? []), ...shown] }
  },
}

/** Characters of code that people read. */
const MAX_CODE = 80

/** Its line is the one at which its function begins now. */
interface DroppedGuard extends Pick<Mutant, 'path' | 'line' | 'text' | 'edit'> {
  /** The first line of what was left out. */
  readonly code: string
}

interface Rewritten {
  readonly path: string
  readonly before: string
  readonly after: string
  /** All that changed files say now: what stands there only moved. */
  readonly known: string
}

/** A statement of a function. */
interface Guard {
  readonly text: string
  readonly column: number
  /** What it asks or calls. */
  readonly words: readonly string[]
  readonly isCall: boolean
}

/**
 * Finds statements that a change leaves out of a function: conditions that lead out of it, and calls.
 * @returns none for a file of no known language, and for one that does not parse
 */
export async function getDroppedGuards({ path, before, after, known }: Rewritten): Promise<readonly DroppedGuard[]> {
  const language = getLanguage(path)
  const all = withoutSpaces(known)
  const words = getWords(known)
  const found = await compareScopes(path, [before, after], {
    // The last expression may be the value of the function.
    read: ({ node }) =>
      readStatements(node)
        .slice(0, -1)
        .flatMap((one) => toGuard(one) ?? []),
    compare: ({ node }, guards) => {
      const [place, asked] = [readPlace(node), askedIn(node)]
      const isGone = ({ text, words: own, isCall }: Guard) =>
        !all.includes(withoutSpaces(text)) && own.length > 0 && own.every((word) => !(isCall ? words : asked).has(word))
      return place ? guards.filter(isGone).map((guard) => toDropped({ path, text: after, place }, guard)) : []
    },
  })
  return language === null ? [] : onlyParsed(language, found)
}

const EXIT =
  /^(?:throw|return|raise|panic|die|exit|abort|fail|continue|break|sys\.exit|os\.Exit|process\.exit|bail!|panic!)\b/

/** Returns the statements of a function. */
function readStatements(node: Node): readonly Node[] {
  const body = field(node, 'body')
  return body !== null && KINDS.block.test(body.type) ? getStatements(body) : []
}

function toGuard(statement: Node): Guard | null {
  const wrapped = statement.type === 'expression_statement' ? (namedNodes(statement)[0] ?? statement) : statement
  const { text } = statement
  const { column } = statement.startPosition
  if (KINDS.call.test(wrapped.type))
    return REPORT.test(text) ? null : { text, column, words: getNames(text.replace(/\(.*$/s, '')), isCall: true }
  const isGuard = KINDS.conditional.test(wrapped.type) && field(wrapped, 'alternative') === null && leaves(wrapped)
  const condition = isGuard ? field(wrapped, 'condition') : null
  return condition === null ? null : { text, column, words: getNames(condition.text), isCall: false }
}

/** Returns whether the branch ends in an exit. */
function leaves(conditional: Node): boolean {
  const branch = field(conditional, 'consequence') ?? field(conditional, 'body')
  const last = branch === null ? null : ((KINDS.block.test(branch.type) ? getStatements(branch) : []).at(-1) ?? branch)
  return last !== null && EXIT.test(last.text)
}

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*|\d+/gu
const getWords = (text: string): ReadonlySet<string> => new Set(text.match(WORD))
const KEYWORD = /^(?:await|not|and|or|null|nil|None|undefined|true|false|self|this)$/
const getNames = (text: string) => [...getWords(text)].filter((word) => !KEYWORD.test(word))

const ASKS = /^(?:[<>=!]=*|&&|\|\||\?\?|\?\.|and|or|not|in)$/

/** Returns the words of everything that a function asks. */
function askedIn(node: Node): ReadonlySet<string> {
  const condition = field(node, 'condition')
  const own = [
    ...(condition ? [condition] : []),
    ...(children(node).some((child) => ASKS.test(child.text)) ? [node] : []),
  ]
  return new Set([
    ...own.flatMap((one) => [...getWords(one.text)]),
    ...namedNodes(node).flatMap((child) => [...askedIn(child)]),
  ])
}

/** Where a function can get a statement more. */
interface Place {
  readonly line: number
  readonly start: number
  readonly end: number
  readonly column: number
  /** The whole body is one expression. */
  readonly isExpression: boolean
}

function readPlace(node: Node): Place | null {
  const body = field(node, 'body')
  const line = node.startPosition.row + 1
  if (body === null) return null
  const [first] = readStatements(node)
  if (first) {
    const { startIndex: start, startPosition } = first
    return { line, start, end: start, column: startPosition.column, isExpression: false }
  }
  const { startIndex: start, endIndex: end } = body
  return KINDS.block.test(body.type) ? null : { line, start, end, column: 0, isExpression: true }
}

function toDropped({ path, text, place }: { path: string; text: string; place: Place }, guard: Guard): DroppedGuard {
  const { line, start, end, column, isExpression } = place
  const indent = text.slice(start - column, start)
  const [first = '', ...rest] = guard.text.split('\n')
  const code = first.length > MAX_CODE ? `${first.slice(0, MAX_CODE)}…` : first
  const moved = [first, ...rest.map((one) => indent + one.slice(guard.column))]
  const edit: CodeEdit = isExpression
    ? { start, end, text: `{ ${guard.text}\nreturn (${text.slice(start, end)}) }` }
    : insert(start, `${moved.join('\n')}\n${indent}`)
  return { path, line, code, edit, text }
}
