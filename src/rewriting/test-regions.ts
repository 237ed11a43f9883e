/** Splits a source file into its code and the tests beside it, where the syntax of the language marks them. */
import { isSameList } from '../core/util/order.ts'
import { apply, getSyntax, type Node, parse } from '../syntax/index.ts'

interface Marks {
  /** A file without this text has no tests. */
  readonly hint: RegExp
  /** @param attributes the ones right before the item */
  readonly isTest: (item: Node, attributes: readonly Node[]) => boolean
}

const ATTRIBUTE = 'attribute_item'
const TEST_ATTRIBUTE = /^#\[(?:cfg\(test\)|(?:tokio::|async_std::|actix_rt::)?test(?:\([^\]]*\))?)\]$/

const rust: Marks = {
  hint: /#\[\s*(?:cfg\s*\(\s*test\s*\)|(?:\w+::)?test\b)/,
  isTest: (_, attributes) => attributes.some(({ text }) => TEST_ATTRIBUTE.test(text.replace(/\s+/g, ''))),
}

// https://vitest.dev/guide/in-source
const vitest: Marks = {
  hint: /import\.meta\.vitest/,
  isTest: (item) =>
    item.type === 'if_statement' &&
    /^if\s*\(\s*import\.meta\.vitest\s*\)\s*\{/.test(item.text) &&
    item.childForFieldName('alternative') === null,
}

const MARKS: Readonly<Record<string, Marks>> = { rust, javascript: vitest, typescript: vitest, tsx: vitest }
const getMarks = (path: string): Marks | undefined => MARKS[getSyntax(path)?.grammar ?? '']

/** Returns whether files of this name may hold tests that the syntax marks. */
export const canMarkTests = (path: string): boolean => getMarks(path) !== undefined

/** Returns false for a text that surely holds none, without parsing it. */
export const mayMarkTests = (path: string, text: string): boolean => getMarks(path)?.hint.test(text) === true

/** The items of a file, in order. White space between them means nothing. */
interface Items {
  readonly code: readonly string[]
  readonly tests: readonly string[]
  readonly regions: readonly { readonly start: number; readonly end: number }[]
}

/** Puts the tests of one text beside the code of another. @returns null when one of them cannot be split */
export async function withTestsOf(path: string, code: string, tests: string): Promise<string | null> {
  const [own, from] = [await splitTests(path, code), await splitTests(path, tests)]
  if (own === null || from === null) return null
  const all = from.tests.join('\n\n')
  const isSameCount = own.regions.length === from.tests.length
  const getText = (n: number) => (isSameCount ? (from.tests[n] ?? '') : n === 0 ? all : '')
  const edits = own.regions.map((region, n) => ({ ...region, text: getText(n) }))
  const text = edits.length > 0 || all === '' ? apply(code, edits) : `${code.trimEnd()}\n\n${all}\n`
  const made = await splitTests(path, text)
  return made !== null && isSameList(made.code, own.code) && isSameList(made.tests, from.tests) ? text : null
}

/** Returns null for a text that does not parse or is too large: what of it is a test is unknown. */
export async function splitTests(path: string, text: string): Promise<Items | null> {
  const [marks, syntax] = [getMarks(path), getSyntax(path)]
  return marks && syntax ? parse(syntax.grammar, text, (root) => sortItems(root, marks, text)) : null
}

function sortItems(root: Node, { isTest }: Marks, text: string): Items {
  const [code, regions]: [string[], { start: number; end: number }[]] = [[], []]
  let attributes: Node[] = []
  for (const node of root.children) {
    if (node === null) continue
    if (node.type === ATTRIBUTE) attributes.push(node)
    else if (isTest(node, attributes)) regions.push({ start: (attributes[0] ?? node).startIndex, end: node.endIndex })
    else code.push(...attributes.map((one) => one.text), node.text)
    if (node.type !== ATTRIBUTE) attributes = []
  }
  return { code, tests: regions.map(({ start, end }) => text.slice(start, end)), regions }
}
