/** Writes numbers and texts of a test file in another way that means the same: only a reader of the file can tell. */

import { getLanguage } from '../rewriting/index.ts'
import { apply, type CodeEdit, isParsed, type Node, namedNodes, parse, replace } from '../syntax/index.ts'

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

/** @returns null for a file of no known language, one that does not parse, and one without such values */
export async function respell(path: string, text: string): Promise<string | null> {
  const language = getLanguage(path)
  if (language === null) return null
  const hasTexts = ADDS_TEXTS.test(path)
  const edits = await parse(language.grammar, text, (root) => readEdits(root, hasTexts).slice(0, MAX_EDITS))
  if (!edits || edits.length === 0) return null
  const said = apply(text, edits)
  return (await isParsed(language.grammar, said)) ? said : null
}

function readEdits(node: Node, hasTexts: boolean): readonly CodeEdit[] {
  if (isReadEarly(node)) return []
  const isValue = VALUES.test(node.type)
  return namedNodes(node).flatMap((child) => {
    const sum = isValue ? toSum(child, hasTexts) : null
    return sum === null ? readEdits(child, hasTexts) : [replace(child, sum)]
  })
}

function isReadEarly(node: Node): boolean {
  if (/import/.test(node.type)) return true
  const callee = node.childForFieldName('function') ?? node.childForFieldName('method')
  return callee !== null && READ_EARLY.test(callee.text)
}

function toSum({ text, type }: Node, hasTexts: boolean): string | null {
  if (NUMBER.test(text)) return `(${text} - 0)`
  return hasTexts && /string/.test(type) && TEXT.test(text) ? `(${text} + ${text[0]}${text[0]})` : null
}
