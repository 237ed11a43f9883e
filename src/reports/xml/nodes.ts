/** Reads XML reports with one element per test: the element as a small tree, and the elements around it as groups. */
import { MAX_STACK } from '../../core/model/test-run.ts'
import { type Bytes, LimitError, ReportError } from '../format.ts'
import { reportTexts } from '../texts.ts'
import { own } from './text.ts'
import { type Attributes, tokenizeXml, type XmlEnd } from './xml.ts'

export interface XmlNode {
  readonly name: string
  readonly attributes: Attributes
  /** Of the element itself, bounded. */
  text: string
  readonly children: XmlNode[]
}

interface XmlNodes {
  /** Possible root elements; another root is another kind of report. */
  readonly roots: ReadonlySet<string>
  /** Elements that are read completely. */
  readonly whole: (name: string, parent: string) => boolean
  /** Elements that are skipped with their content. */
  readonly passed?: ReadonlySet<string>
  /** `isTruncated`: the report ends inside this element. */
  readonly take: (node: XmlNode, isTruncated: boolean) => void
  /** Any other element. */
  readonly open?: (name: string, attributes: Attributes) => void
  readonly close?: (name: string) => void
}

/** Tests of real reports have fewer. */
const MAX_NODES = 100_000
const MAX_TEXT = MAX_STACK * 2

/** @throws ReportError for another root, or when a limit is passed. Broken structure is in `brokenBy`. */
export function readNodes(bytes: Bytes, xml: XmlNodes): XmlEnd {
  const path: string[] = []
  /** The open elements inside of the one that is read; null for a skipped one. */
  const open: (XmlNode | null)[] = []
  let nodes = 0
  let passedDepth: number | null = null
  let isBegun = false
  const end = tokenizeXml(bytes, {
    wantsAttributes: () => passedDepth === null,
    wantsText: () => passedDepth === null && (open.at(-1)?.text.length ?? MAX_TEXT) < MAX_TEXT,
    text: (text) => {
      const node = open.at(-1)
      if (node) node.text += own(text.slice(0, MAX_TEXT))
    },
    open: (name, attributes) => {
      const parent = path.at(-1) ?? ''
      if (path.length === 0 && !xml.roots.has(name)) throw new ReportError(reportTexts.noTestReport(name))
      isBegun = true
      path.push(name)
      if (passedDepth !== null) return
      if (open.length > 0 || xml.whole(name, parent)) {
        if (open.length === 0) nodes = 0
        if (xml.passed?.has(name)) passedDepth = path.length
        else {
          nodes += 1
          if (nodes > MAX_NODES) throw new LimitError(reportTexts.tooManyElements(MAX_NODES))
          const node: XmlNode = { name, attributes, text: '', children: [] }
          open.at(-1)?.children.push(node)
          open.push(node)
        }
      } else if (xml.passed?.has(name)) passedDepth = path.length
      else xml.open?.(name, attributes)
    },
    close: (name) => {
      const depth = path.length
      path.pop()
      if (passedDepth !== null) {
        if (passedDepth === depth) passedDepth = null
        return
      }
      const node = open.pop()
      if (node === undefined) xml.close?.(name)
      else if (open.length === 0 && node !== null) xml.take(node, false)
    },
  })
  if (end.brokenBy !== null && !isBegun) throw end.brokenBy
  const [cut] = open
  if (end.brokenBy !== null && cut) xml.take(cut, true)
  return end
}

export const getChild = (node: XmlNode, ...names: readonly string[]): XmlNode | undefined =>
  node.children.find(({ name }) => names.includes(name))

export const getAttribute = ({ attributes }: XmlNode, name: string): string => attributes.get(name) ?? ''

/** Lists the element and all elements inside of it, in order. */
export function* allIn(node: XmlNode): Generator<XmlNode> {
  yield node
  for (const child of node.children) yield* allIn(child)
}

/** Removes the spaces of the indentation. */
export const getNodeText = (node: XmlNode | undefined): string =>
  (node?.text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim()

export const getNumber = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,15}(?:\.\d{1,15})?(?:e-?\d{1,3})?$/i.test(text) ? Number(text) : null
