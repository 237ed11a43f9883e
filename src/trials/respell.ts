/** Writes a test file in another way that means the same: only a reader of the file can tell. */
import { getLanguage } from '../rewriting/index.ts'
import {
  apply,
  type CodeEdit,
  field,
  isParsed,
  type Node,
  namedNodes,
  ofScripts,
  parse,
  replace,
} from '../syntax/index.ts'

/** A generated file may have thousands. */
const MAX_EDITS = 200
const NUMBER = /^\d{1,9}$/
/** Without escapes; a path may be part of an import. */
const TEXT = /^(['"])(?!\1)[^'"\\/\n]{1,100}\1$/
/** Matches nodes whose children are values: arguments, entries of lists, sides of comparisons. */
const VALUES = /^(?:arguments?|argument_list|array|list|.*binary.*|comparison_operator|token_tree|literal_element)$/
/** Calls that tools read before anything runs. */
const READ_EARLY = /(?:^|\.)(?:require|import|mock|unmock|doMock|hoisted|patch)$/
/** Languages in which a sum of two texts is a text. */
const ADDS_TEXTS = /\.(?:[cm]?[jt]sx?|py|go|rb|java|cs)$/

interface ReadTwice {
  /** The name that the object has in the read. */
  readonly it: string
  /** Writes a function that reads twice. */
  readonly write: (read: string) => string
}

/** By the grammars. */
const TWICE: Readonly<Record<string, ReadTwice>> = {
  ...ofScripts(() => ({ it: 'it', write: (read: string) => `((it) => (${read}, ${read}))` })),
  python: { it: 'it', write: (read) => `(lambda it: (${read}, ${read})[1])` },
  php: { it: '$it', write: (read) => `(fn($it) => [${read}, ${read}][1])` },
}
const READS = /^(?:member_expression|attribute|member_access_expression|cast_expression)$/
/** Functions that let an object tell what it is. */
const TELLS = /^(?:String|str|repr)$/

/** @returns null for a file of no known language, one that does not parse, and one without such values */
export async function respell(path: string, text: string): Promise<string | null> {
  const language = getLanguage(path)
  if (language === null) return null
  const hasTexts = ADDS_TEXTS.test(path)
  const twice = TWICE[language.grammar]
  const edits = await parse(language.grammar, text, (root) => cut(readEdits(root, hasTexts, twice)))
  if (!edits || edits.length === 0) return null
  const said = apply(text, edits)
  return (await isParsed(language.grammar, said)) ? said : null
}

/** A read has an edit on each side: half of it does not parse. */
function cut(values: readonly (readonly CodeEdit[])[]): readonly CodeEdit[] {
  const edits: CodeEdit[] = []
  for (const own of values) {
    if (edits.length + own.length > MAX_EDITS) break
    edits.push(...own)
  }
  return edits
}

/** @returns the edits of each value */
function readEdits(node: Node, hasTexts: boolean, twice: ReadTwice | undefined): readonly (readonly CodeEdit[])[] {
  if (isReadEarly(node)) return []
  const isValue = VALUES.test(node.type)
  return namedNodes(node).flatMap((child) => {
    const sum = isValue ? toSum(child, hasTexts) : null
    const owner = isValue && twice ? getOwner(child) : null
    if (twice && owner) {
      const before = child.text.slice(0, owner.startIndex - child.startIndex)
      const after = child.text.slice(owner.endIndex - child.startIndex)
      return [
        [
          { start: child.startIndex, end: owner.startIndex, text: `${twice.write(before + twice.it + after)}(` },
          ...readEdits(owner, hasTexts, twice).flat(),
          { start: owner.endIndex, end: child.endIndex, text: ')' },
        ],
      ]
    }
    return sum === null ? readEdits(child, hasTexts, twice) : [[replace(child, sum)]]
  })
}

/** Returns the object that a value is read of. */
function getOwner(node: Node): Node | null {
  const [first, ...more] = namedNodes(field(node, 'arguments') ?? node)
  if (TELLS.test(field(node, 'function')?.text ?? '')) return more.length === 0 ? (first ?? null) : null
  if (!READS.test(node.type) || node.text.includes('?.')) return null
  return node.type === 'cast_expression' ? field(node, 'value') : field(node, 'object')
}

function isReadEarly(node: Node): boolean {
  if (/import/.test(node.type)) return true
  const callee = field(node, 'function') ?? field(node, 'method')
  return callee !== null && READ_EARLY.test(callee.text)
}

function toSum({ text, type }: Node, hasTexts: boolean): string | null {
  if (NUMBER.test(text)) return `(${text} - 0)`
  return hasTexts && /string/.test(type) && TEXT.test(text) ? `(${text} + ${text[0]}${text[0]})` : null
}
