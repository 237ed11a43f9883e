/** Turns the nodes under a cursor into leaves, without what means nothing. */
import { isTypeHint, readAnnotation, toJsxText, toPlainQuotes, withoutAnnotation } from './annotations.ts'
import type { Syntax } from './languages.ts'
import type { ImportRange } from './modules.ts'
import { holdsCode } from './nodes.ts'
import type { Cursor } from './parser.ts'

/** A token, or where a node begins or ends. */
export interface Leaf {
  readonly kind: 'token' | 'begin' | 'end'
  /** As written, strings with one kind of quotes; the type of a node. */
  readonly text: string
  /** Offset in the text. */
  readonly at: number
  /** Whether it belongs to an import. */
  readonly isImport: boolean
}

export interface Reading {
  /** Returns whether a comment counts. @param isAlone whether nothing stands before it in its line */
  readonly keeps: (comment: string, isAlone: boolean) => boolean
  /** Returns whether the code in a text is read as code; absent: every text is one token. @param at where it begins */
  readonly opensText?: (at: number) => boolean
}

/** A node around the one that is read. */
interface Frame {
  type: string
  readonly start: number
  readonly end: number
  /** The place of its begin among the leaves. */
  readonly first: number
  readonly isImport: boolean
  /** Whether semicolons divide it, as the head of a loop. */
  readonly isDivided: boolean
  /** Whether it is read as if only its parts were there. */
  isHidden: boolean
  /** Whether an expression in it has a type that is not read. */
  hasCast: boolean
  /** Whether the node before the place where it is read was dropped. */
  isAfterDropped: boolean
  /** How many named nodes it had so far. */
  named: number
  wasNamed: boolean
  /** The place of a comma behind a named node. */
  comma: number
}

const CLOSING = new Set([')', ']', '}', '>'])
/** A number with its sign is one value. */
const SIGNED = /^-\s*\d[\w.]*$/
const DOCUMENTING = /^[rRuUbB]{0,2}["']/
const BROKEN_LINE = /\\\r?\n/g
const NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u
/** Semicolons divide the head of a loop, and what it holds next to itself. */
const LOOP = /^(?:c_style_|enhanced_)?for(?:_|$)/
/** In front of what stands beside code in a text: no name, and no value of one word. */
const BESIDE_CODE = '"0 '
/** What goes on with the line above. */
const GOES_ON = /[.,)\]};:=?*&|]/

export class LeafReader {
  readonly #cursor: Cursor
  readonly #text: string
  readonly #syntax: Syntax
  readonly #reading: Reading
  readonly #leaves: Leaf[] = []
  /** Where each import ends, by its begin. */
  readonly #imports: ReadonlyMap<number, number>
  readonly #frames: Frame[] = []
  /** Where the last token or comment ended. */
  #end = 0
  /** Where the node ends whose last word ends at a line end. */
  #lineEndsUntil = 0

  constructor(cursor: Cursor, text: string, syntax: Syntax, reading: Reading, imports: readonly ImportRange[]) {
    this.#imports = new Map(imports.map(({ start, end }) => [start, end]))
    this.#cursor = cursor
    this.#text = text
    this.#syntax = syntax
    this.#reading = reading
  }

  /** Reads the node at the cursor. @returns whether the cursor is at its first child now */
  enter(): boolean {
    const { nodeType: type, nodeIsNamed: isNamed, startIndex: start, endIndex: end } = this.#cursor
    const parent = this.#frames.at(-1)
    if (isNamed && (type.endsWith('comment') || this.#isDocumentation(type, start, end, parent)))
      return this.#readComment(start, end)
    const isHint = (at: string) => isTypeHint(at, () => this.#cursor.currentFieldName, this.#text.slice(start, end))
    if (parent !== undefined && this.#syntax.isPython && isHint(parent.type)) return this.#dropHint(parent, end)
    const annotation = this.#getAnnotation(type, start, end, parent)
    if (annotation === 'dropped') return this.#drop(start, end, parent)
    if (parent !== undefined && isNamed) parent.named += 1
    const frame = this.#open(type, start, end, parent)
    if (annotation === 'cast') frame.isHidden = true
    if (annotation === 'cast' && parent !== undefined) parent.hasCast = true
    if (!this.#isWhole(type, start, end) && this.#cursor.gotoFirstChild()) {
      this.#leaves.push({ kind: 'begin', text: frame.type, at: start, isImport: frame.isImport })
      this.#frames.push(frame)
      if (parent !== undefined) Object.assign(parent, { wasNamed: isNamed, isAfterDropped: false })
      return true
    }
    this.#readToken(frame, parent)
    if (parent !== undefined) parent.wasNamed = isNamed
    return false
  }

  leave(): void {
    const frame = this.#frames.pop()
    if (frame === undefined) return
    const { type, first, isImport } = frame
    if (frame.hasCast && type === 'parenthesized_expression' && this.#isName(first + 1)) {
      this.#leaves.pop()
      this.#leaves.splice(first, 2)
      return
    }
    const parameter = type === 'formal_parameters' ? this.#getParameter(first + 1) : undefined
    if (parameter !== undefined) this.#leaves.splice(first, this.#leaves.length - first, parameter)
    else if (frame.isHidden) this.#leaves.splice(first, 1)
    else if (this.#leaves.length === first + 1 || this.#isBareExport(type, first + 1)) this.#leaves.splice(first)
    else this.#leaves.push({ kind: 'end', text: type, at: this.#leaves.at(-1)?.at ?? 0, isImport })
  }

  finish(): readonly Leaf[] {
    this.#readGap(this.#text.length, false)
    return this.#leaves
  }

  #open(type: string, start: number, end: number, parent: Frame | undefined): Frame {
    const isInHead = parent !== undefined && LOOP.test(parent.type)
    return {
      type: this.#syntax.isTyped ? withoutAnnotation(type) : type,
      start,
      end,
      first: this.#leaves.length,
      isImport: parent?.isImport === true || this.#imports.get(start) === end,
      isDivided: LOOP.test(type) || (isInHead && this.#cursor.currentFieldName !== 'body'),
      isHidden: false,
      hasCast: false,
      isAfterDropped: false,
      named: 0,
      wasNamed: false,
      comma: -1,
    }
  }

  /** Returns whether a node is one token, whatever is inside. */
  #isWhole(type: string, start: number, end: number): boolean {
    if (this.#syntax.texts.has(type)) return !this.#reading.opensText?.(start) || !holdsCode(this.#cursor.currentNode)
    return type.includes('unary') && SIGNED.test(this.#text.slice(start, end))
  }

  /** Returns whether the cursor is in a text whose code is read: each blank counts. */
  #isInText(parent: Frame | undefined): boolean {
    return parent !== undefined && this.#syntax.texts.has(parent.type) && this.#end >= parent.start
  }

  #readToken({ type, start, end, isImport }: Frame, parent: Frame | undefined): void {
    const raw = this.#text.slice(start, end)
    const own = type === 'jsx_text' ? toJsxText(raw) : raw
    const isExact = parent !== undefined && this.#syntax.exact.has(parent.type)
    const isBreak = !this.#syntax.texts.has(type) && /^(?:;|\s+)$/.test(own)
    const isLeft = own === ',' && parent?.isAfterDropped === true
    if (parent !== undefined) parent.isAfterDropped = false
    const isInText = this.#isInText(parent)
    const isDropped = own === '' || isLeft || (isBreak && !isExact && !isInText && parent?.isDivided !== true)
    if (isDropped) this.#lineEndsUntil = 0
    this.#readGap(start, isImport)
    this.#end = end
    if (isDropped) return
    if (CLOSING.has(own) && !isExact && parent?.comma === this.#leaves.length - 1) this.#leaves.pop()
    const shown = isInText ? `${BESIDE_CODE}${own}` : toPlainQuotes(own, this.#syntax.quotes)
    this.#leaves.push({ kind: 'token', text: shown, at: start, isImport })
    if (parent === undefined) return
    if (own === ',') parent.comma = parent.wasNamed ? this.#leaves.length - 1 : -1
    if (this.#syntax.endsAtLine.has(own)) this.#lineEndsUntil = parent.end
  }

  /** Reads what no node holds: a text without it would mean the same. */
  #readGap(until: number, isImport: boolean): void {
    const gap = this.#text.slice(this.#end, until)
    const isEnded = this.#lineEndsUntil > until && gap.includes('\n') && !GOES_ON.test(this.#text[until] ?? '')
    this.#lineEndsUntil = 0
    const isInText = this.#isInText(this.#frames.at(-1)) && gap !== ''
    const text = isEnded ? '\n' : isInText ? `${BESIDE_CODE}${gap}` : gap
    if (isEnded || isInText || gap.replace(BROKEN_LINE, '').trim() !== '')
      this.#leaves.push({ kind: 'token', text, at: this.#end, isImport })
  }

  #readComment(start: number, end: number): false {
    const comment = this.#text.slice(start, end).trimEnd()
    const isAlone = this.#end === 0 || this.#text.slice(this.#end, start).includes('\n')
    const isLineKept = this.#lineEndsUntil
    this.#readGap(start, false)
    if (this.#reading.keeps(comment, isAlone))
      this.#leaves.push({ kind: 'token', text: comment, at: start, isImport: false })
    this.#lineEndsUntil = isLineKept
    this.#end = start + comment.length
    return false
  }

  #isDocumentation(type: string, start: number, end: number, parent: Frame | undefined): boolean {
    if (!this.#syntax.isPython || type !== 'string' || parent?.type !== 'expression_statement') return false
    return parent.start === start && parent.end === end && DOCUMENTING.test(this.#text.slice(start, start + 3))
  }

  #getAnnotation(type: string, start: number, end: number, parent: Frame | undefined): 'dropped' | 'cast' | null {
    if (!this.#syntax.isTyped || parent === undefined) return null
    return readAnnotation(type, parent.type, parent.named === 0, () => this.#text.slice(start, end))
  }

  #drop(start: number, end: number, parent: Frame | undefined): false {
    this.#readGap(start, false)
    this.#end = end
    if (parent !== undefined) parent.isAfterDropped = true
    return false
  }

  /** Returns whether only a name in brackets follows: a member of it counts as a name. */
  #isName(from: number): boolean {
    const tokens = this.#leaves.slice(from).filter(({ kind }) => kind === 'token')
    return /^\([\w$.]+\)$/.test(tokens.map(({ text }) => text).join(''))
  }

  /** Returns whether what an export declares was dropped. */
  #isBareExport(type: string, from: number): boolean {
    const isWord = ({ text }: Leaf) => /^(?:export|default)$/.test(text)
    return type === 'export_statement' && this.#leaves.slice(from).every(isWord)
  }

  /** Drops a type of Python with the sign in front of it. */
  #dropHint(parent: Frame, end: number): false {
    this.#leaves.pop()
    this.#end = end
    parent.isHidden = parent.type === 'typed_parameter'
    parent.type = withoutAnnotation(parent.type)
    const begin = this.#leaves[parent.first]
    if (begin !== undefined) this.#leaves[parent.first] = { ...begin, text: parent.type }
    return false
  }

  /** Returns the only parameter of an arrow function, which needs no brackets. @param from behind the begin */
  #getParameter(from: number): Leaf | undefined {
    if (this.#frames.at(-1)?.type !== 'arrow_function') return undefined
    const tokens = this.#leaves.slice(from).filter(({ kind }) => kind === 'token')
    return tokens.length === 3 && NAME.test(tokens[1]?.text ?? '') ? tokens[1] : undefined
  }
}
