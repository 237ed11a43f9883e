/** PIT: mutations.xml. */
import type { Bytes, ParsedReport } from '../format.ts'
import { getAttribute, getChild, getNodeText, readNodes, type XmlNode } from '../xml/nodes.ts'
import { getRoot } from '../xml/report.ts'
import { type MutationFormat, type ReportedMutant, toMutationReport } from './mutant.ts'

/** The other statuses are no result of tests: NON_VIABLE, MEMORY_ERROR, RUN_ERROR, NOT_STARTED, STARTED. */
const NOTICED: Readonly<Record<string, boolean>> = {
  KILLED: true,
  TIMED_OUT: true,
  SURVIVED: false,
  NO_COVERAGE: false,
}
const ROOTS = new Set(['mutations'])

export const pit: MutationFormat = {
  about: 'PIT: `mutations.xml`',
  source: 'https://github.com/hcoles/pitest',
  looksLike: (head) => ROOTS.has(getRoot(head)?.name ?? ''),
  parse: readPit,
}

function readPit(bytes: Bytes): ParsedReport {
  const mutants: ReportedMutant[] = []
  const end = readNodes(bytes, {
    roots: ROOTS,
    whole: (name) => name === 'mutation',
    take: (node, isTruncated) => void (isTruncated || mutants.push(...toMutant(node))),
  })
  return { ...toMutationReport('pit', mutants), isComplete: end.brokenBy === null }
}

function toMutant(node: XmlNode): readonly ReportedMutant[] {
  const isNoticed = NOTICED[getAttribute(node, 'status')]
  const line = Number(getNodeText(getChild(node, 'lineNumber')))
  if (isNoticed === undefined || !Number.isSafeInteger(line) || line < 1) return []
  // A class inside of another one stands in the same file.
  const className = getNodeText(getChild(node, 'mutatedClass')).replace(/\$.*$/, '')
  const folder = className.split('.').slice(0, -1).join('/')
  const name = getNodeText(getChild(node, 'sourceFile'))
  const to = getNodeText(getChild(node, 'description')) || getNodeText(getChild(node, 'mutator'))
  return [{ file: folder === '' ? name : `${folder}/${name}`, line, isNoticed, from: null, to }]
}
