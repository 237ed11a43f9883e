/**
 * Classifies how much of a file's meaning an edit changes. The class chooses the phase of a commit; the suite still has
 * to pass.
 */
import { asEsModule, getSyntax } from '../../syntax/index.ts'
import type { TextEdit } from '../model/commit.ts'
import { isSameList } from '../util/order.ts'
import { effectsIn } from './import-bindings.ts'
import { type Comments, getCodeTokens, leavesOfCode, readCode, toMark } from './read-code.ts'

const PYTHON = /\.pyi?$/
const BLOCK = '\u0002block'
export const TYPED = /\.[cm]?ts$/

export function getEdit(path: string, before: string, after: string, comments: Comments = 'ignored'): TextEdit | null {
  const [one, other] = [readMarks(path, before, comments), readMarks(path, after, comments)]
  if (one === null || other === null) return null
  if (isSameList(one.all, other.all)) return 'layout'
  if (isSameList(one.code, other.code)) return 'imports'
  return isPartOf(asTokens(path, other.all), asTokens(path, one.all)) ? 'removal' : null
}

/** Returns whether a file of TypeScript is empty once its types are removed. */
export function isTypesOnly(path: string, text: string): boolean {
  const left = TYPED.test(path) ? getCodeTokens(path, text) : null
  return left !== null && /^(?:export { })?$/.test(left.join(' '))
}

/** Reads all marks of a text, and those of its code without imports. */
function readMarks(path: string, text: string, comments: Comments) {
  const own = readCode(path, text, comments)
  const plain = asEsModule(path, text)
  const rest = plain === text ? own : readCode(path, plain, comments)
  if (own === null || rest === null) return null
  return { all: own.map(toMark), code: [...leavesOfCode(rest).map(toMark), ...effectsIn(path, text)] }
}

/**
 * Returns a file's text without imports, in comparable form: equal when the file moved and its imports followed. Null
 * when unknown.
 */
export function getComparableText(path: string, text: string, comments: Comments = 'ignored'): string | null {
  return readMarks(path, text, comments)?.code.join('\u0001') ?? null
}

/** Leaves only the tokens, and the blocks of Python: a condition may go, and its block stay. */
function asTokens(path: string, marks: readonly string[]): readonly string[] {
  if (getSyntax(path) === null) return marks
  let depth = 0
  return marks.flatMap((mark) => {
    if (!/^[\u0002\u0003]/.test(mark)) return [mark]
    if (!PYTHON.test(path) || mark.slice(1) !== 'block') return []
    depth += mark === BLOCK ? 1 : -1
    return [`${mark}${mark === BLOCK ? depth - 1 : depth}`]
  })
}

/** Returns whether all tokens occur in the other list, in this order. */
function isPartOf(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0
  for (const token of whole) if (token === part[at]) at += 1
  return at === part.length && part.length < whole.length
}
