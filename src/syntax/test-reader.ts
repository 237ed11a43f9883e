/** Finds the places of tests under a cursor, in one pass. */
import { children, field, findFrom, getDeclarator, getShortText, namedNodes } from './nodes.ts'
import type { Cursor, Node } from './parser.ts'

interface TextRange {
  readonly start: number
  readonly end: number
}

/** A string or a name that may be the title of a test, and what it is the title of: a call, a declaration, a row of data. */
export interface TestPlace extends TextRange {
  /** Empty where a test has none that is written. */
  readonly title: string
  /** Offset of the string or the name. */
  readonly at: number
  /** The type of its node. */
  readonly type: string
  /** The statement, with the marks before it. */
  readonly whole: TextRange
  /** Whether a test, or a group of tests, begins with it. */
  readonly isTest: boolean
  /** Whether it stands in no function and no class. */
  readonly isTop: boolean
  /** What says that it is skipped: how it begins, or a statement in it. */
  readonly skips: 'head' | 'statement' | null
}

export interface TestNodes {
  readonly calls: ReadonlySet<string>
  readonly declarations: ReadonlySet<string>
  /** Names of calls, of declarations, and marks of declarations that begin tests. */
  readonly begins: { readonly call: RegExp; readonly name: RegExp; readonly mark: RegExp }
}

/** Characters of a mark that are read. */
const MAX_MARK = 400

/** A node around the one that is read. */
interface Frame extends TextRange {
  readonly type: string
  /** Its name in the node around it. */
  readonly field: string | null
  /** How many functions and classes are around it, itself included. */
  readonly borders: number
  /** The annotations and attributes right before the place where it is read. */
  marks: TextRange[]
}

const BORDER = /function|lambda|class|method|closure|_block$|interface|struct|record/
const MARK_BEFORE = /^(?:attribute_item|decorator)$/
const MARK_INSIDE = /^(?:attribute_list|modifiers)$/
const MEMBER = /^(?:member_expression|member_call_expression)$/
const AROUND =
  /^(?:await_expression|await|return_statement|expression_statement|export_statement|decorated_definition)$/
/** What holds a string and what belongs to it. */
const ROW =
  /^(?:object|array|dictionary|list|tuple|set|literal_value|composite_literal|hash|array_creation_expression|initializer_list|initializer_expression|array_initializer|array_expression|tuple_expression)$|statement$|declaration$|assignment$/
const SKIP_CALL = /^(?:t|b|tb|self|this|pytest|ctx|context|unittest)\.(?:skip|Skip|todo|pending)\w*$/
const SKIP =
  /\b(?:skip(?:[iI]f|[uU]nless)?|todo|pending|fixme|failing|x(?:it|test|specify|describe|context|scenario)|[iI]gnored?|Disabled|expectedFailure|xfail)\b/
const STRING = /(["'`])(?:\\.|(?!\1).)*\1/gs
const OPTION = /^(?:object|pair|hash|simple_symbol|keyword_argument)$/
/** A mark of pytest for a whole file. */
const FILE_MARK = /^pytestmark\s*=.*\b(?:skip(?:if)?|xfail)\b/s

type Titled = Pick<TestPlace, 'title' | 'at' | 'isTest'>

export class TestReader {
  readonly #cursor: Cursor
  readonly #text: string
  readonly #nodes: TestNodes
  readonly #texts: ReadonlySet<string>
  readonly #frames: Frame[] = []
  readonly #places: TestPlace[] = []
  /** Offsets of strings that are titles of calls. */
  readonly #titles = new Set<number>()
  /** Offsets of statements that skip the test around them. */
  readonly #skips: number[] = []

  constructor(cursor: Cursor, text: string, nodes: TestNodes, texts: ReadonlySet<string>) {
    this.#cursor = cursor
    this.#text = text
    this.#nodes = nodes
    this.#texts = texts
  }

  /** Reads the node at the cursor. @returns whether the cursor is at its first child now; a text has none */
  enter(): boolean {
    const { nodeType: type, startIndex: start, endIndex: end, nodeIsNamed } = this.#cursor
    const around = this.#frames.at(-1)
    const borders = (around?.borders ?? 0) + Number(nodeIsNamed && BORDER.test(type))
    this.#frames.push({ type, start, end, field: this.#cursor.currentFieldName, borders, marks: [] })
    if (this.#texts.has(type)) this.#readString(start)
    else if (this.#nodes.calls.has(type)) this.#readCall(this.#cursor.currentNode)
    else if (this.#nodes.declarations.has(type)) this.#readDeclaration(this.#cursor.currentNode)
    else if (type === 'assignment' && FILE_MARK.test(this.#slice({ start, end }))) this.#readFileMark()
    const isMark = MARK_BEFORE.test(type) || (type === 'comment' && /@test\b/.test(this.#slice({ start, end })))
    if (around !== undefined && nodeIsNamed) around.marks = isMark ? [...around.marks, { start, end }] : []
    if (!this.#texts.has(type) && this.#cursor.gotoFirstChild()) return true
    this.leave()
    return false
  }

  leave(): void {
    this.#frames.pop()
  }

  /** Orders the places, and marks each that holds a statement that skips. */
  finish(): readonly TestPlace[] {
    return this.#places
      .map((place): TestPlace => {
        const skip = this.#skips[findFrom(this.#skips, place.start, (at) => at)] ?? Number.POSITIVE_INFINITY
        return place.skips === null && skip < place.end ? { ...place, skips: 'statement' } : place
      })
      .toSorted((a, b) => a.start - b.start || b.end - a.end)
  }

  #slice({ start, end }: TextRange): string {
    return this.#text.slice(start, Math.min(end, start + MAX_MARK))
  }

  #readCall(node: Node): void {
    const callee = getCallee(node)
    if (SKIP_CALL.test(callee)) this.#skips.push(node.startIndex)
    const isTest = this.#nodes.begins.call.test(callee)
    const list = field(node, 'arguments')
    const first = list?.firstNamedChild ?? null
    const title = first && this.#toTitle(first)
    // What is called again has no title, as the table of `test.each`.
    const isTable = this.#frames.at(-1)?.field === 'function' && this.#nodes.calls.has(this.#frames.at(-2)?.type ?? '')
    if (isTable || (title === null && !isTest)) return
    if (list === null && field(node, 'block') === null && field(node, 'function') === null) return
    if (first !== null && title !== null) this.#titles.add(first.startIndex)
    const depth = this.#getChain(this.#frames.length - 1)
    const behind = this.#text.slice(node.endIndex, this.#frames[depth]?.end)
    const options = list === null ? [] : namedNodes(list).filter(({ type }) => OPTION.test(type))
    const head = [callee, behind.slice(0, MAX_MARK), ...options.map(({ text }) => text)]
    this.#add(depth, { title: title ?? '', at: first?.startIndex ?? node.startIndex, isTest }, head)
  }

  /** Returns the string that a node is, or that an argument of PHP holds. */
  #toTitle(node: Node): string | null {
    const own = node.type === 'argument' ? node.firstNamedChild : node
    if (own === null || !this.#texts.has(own.type)) return null
    const written = this.#slice({ start: own.startIndex, end: own.endIndex })
    const quoted = /^[a-zA-Z@$]*("""|'''|["'`])(.*)\1$/s.exec(written)
    return quoted?.[2]?.replace(/\\(["'`])/g, '$1') ?? null
  }

  #readDeclaration(node: Node): void {
    const { begins } = this.#nodes
    const name = field(node, 'name') ?? getDeclarator(node)
    const own = getShortText(name)
    if (name === null || own === '') return
    const inside = children(node).filter(({ type }) => MARK_INSIDE.test(type))
    const marks = [
      ...(this.#frames.at(-2)?.marks ?? []).map((mark) => this.#slice(mark)),
      ...inside.flatMap((one) => (one.type === 'modifiers' ? namedNodes(one) : [one])).map(({ text }) => text),
    ]
    const isNamed = begins.name.test(own) && node.type !== 'variable_declarator'
    const isTest = isNamed || marks.some((mark) => begins.mark.test(mark))
    const isMacro = isNamed && /^[A-Z_]+$/.test(own) && name.parent?.type === 'function_declarator'
    const list = isMacro ? name.parent && field(name.parent, 'parameters') : null
    // As `TEST(Cart, Adds)`.
    const names = list === null ? [name] : namedNodes(list)
    for (const [n, one] of names.entries()) {
      const titled = { title: getShortText(one), at: one.startIndex, isTest: isTest && n === names.length - 1 }
      this.#add(this.#frames.length - 1, titled, marks)
    }
  }

  /** Reads a string that is no title of a call: one that names a declaration, or a row of data. */
  #readString(start: number): void {
    const title = this.#titles.has(start) ? null : this.#toTitle(this.#cursor.currentNode)
    const depth = this.#frames.findLastIndex(({ type }, at) => at < this.#frames.length - 1 && this.#holds(type, at))
    if (title === null || depth === -1) return
    this.#add(depth, { title, at: start, isTest: false }, [])
  }

  #holds(type: string, depth: number): boolean {
    // The value of a key in quotes may be a test.
    if (type === 'pair') return this.#frames[depth + 1]?.field === 'key' && this.#frames.length === depth + 2
    return ROW.test(type) || this.#nodes.calls.has(type) || this.#nodes.declarations.has(type)
  }

  #readFileMark(): void {
    this.#add(0, { title: '', at: 0, isTest: false }, ['skip'])
  }

  /** @param depth of the node among the frames @param head what may say that it is skipped */
  #add(depth: number, titled: Titled, head: readonly string[]): void {
    const own = this.#frames[depth]
    if (own === undefined) return
    const { start, end, type } = own
    const isSkipped = head.some((text) => SKIP.test(text.replace(STRING, '')))
    const isTop = titled.isTest && (this.#frames[depth - 1]?.borders ?? 0) === 0
    const whole = this.#getWhole(depth)
    this.#places.push({ ...titled, type, start, end, whole, isTop, skips: isSkipped ? 'head' : null })
  }

  /** Returns the depth of the call with the calls on its result. */
  #getChain(depth: number): number {
    let at = depth
    for (;;) {
      const member = this.#frames[at - 1]?.type ?? ''
      if (!MEMBER.test(member) || this.#frames[at]?.field !== 'object') return at
      const next = member === 'member_expression' ? at - 2 : at - 1
      if (!this.#nodes.calls.has(this.#frames[next]?.type ?? '')) return at
      at = next
    }
  }

  #getWhole(depth: number): TextRange {
    let at = depth
    while (AROUND.test(this.#frames[at - 1]?.type ?? '')) at -= 1
    const { start, end } = this.#frames[at] as Frame
    return { start: this.#frames[at - 1]?.marks[0]?.start ?? start, end }
  }
}

/** Returns the name that a call begins with, without arguments: of `test.each([1])('adds', f)` it is `test.each`. */
function getCallee(call: Node): string {
  let callee: Node = call
  for (let next = field(call, 'function'); next !== null && callee.type === call.type; next = field(next, 'function'))
    callee = next
  const name = field(callee, 'method') ?? field(callee, 'name')
  const receiver = name && (field(callee, 'receiver') ?? field(callee, 'object') ?? field(callee, 'scope'))
  return [receiver, name ?? callee].flatMap((part) => getShortText(part).replace(/\s/g, '') || []).join('.')
}
