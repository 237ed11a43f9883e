/** Reads an XML test report element by element, with the bounded text of requested elements. */
import { MAX_STACK } from '../../core/model/test-run.ts'
import { type Bytes, ReportError } from '../format.ts'
import { outputEnd } from '../output.ts'
import { reportTexts } from '../texts.ts'
import { own } from './text.ts'
import { type Attributes, tokenizeXml, type XmlEnd } from './xml.ts'

interface XmlReport {
  /** Possible root elements; another root is another kind of report. */
  readonly roots: ReadonlySet<string>
  /** Elements whose attributes are read. */
  readonly wants: ReadonlySet<string>
  /** Elements whose text is kept; elements inside of them are skipped. */
  readonly texts: ReadonlySet<string>
  /** The attributes may be kept. */
  readonly open: (name: string, attributes: Attributes, parent: string) => void
  /** `text` is empty for elements that are not in `texts`. */
  readonly close: (name: string, text: string, parent: string) => void
  /** Returns true for an element with output of the run: it is neither opened nor closed, and its content is skipped. */
  readonly isOutput?: (name: string, parent: string) => boolean
}

export interface XmlReportEnd extends XmlEnd {
  /** The end of all outputs, joined. */
  readonly output: string
}

/** More than MAX_STACK, because cleaning shortens the text. */
const MAX_TEXT = MAX_STACK * 2

/** @throws ReportError for another root, or when a limit is passed. Broken structure is in `brokenBy`. */
export function readXmlReport(bytes: Bytes, xml: XmlReport): XmlReportEnd {
  const path: string[] = []
  const output = outputEnd()
  let kept: { readonly depth: number; readonly pieces: string[]; size: number } | null = null
  let outputDepth: number | null = null
  const end = tokenizeXml(bytes, {
    wantsAttributes: (name) => kept === null && outputDepth === null && xml.wants.has(name),
    wantsText: () => (outputDepth === null ? kept !== null && kept.size < MAX_TEXT : path.length === outputDepth + 1),
    text: (text) => {
      if (outputDepth !== null) output.add(text)
      kept?.pieces.push(text)
      if (kept !== null) kept.size += text.length
    },
    open: (name, attributes) => {
      const parent = path.at(-1) ?? ''
      if (path.length === 0 && !xml.roots.has(name)) throw new ReportError(reportTexts.noTestReport(name))
      if (kept === null && outputDepth === null) {
        if (xml.isOutput?.(name, parent)) {
          outputDepth = path.length
          output.add('\n')
        } else if (xml.texts.has(name)) kept = { depth: path.length, pieces: [], size: 0 }
        else xml.open(name, attributes, parent)
      }
      path.push(name)
    },
    close: (name) => {
      path.pop()
      if (outputDepth !== null) {
        if (outputDepth === path.length) outputDepth = null
        return
      }
      if (kept !== null && kept.depth < path.length) return
      const text = kept === null ? '' : own(kept.pieces.join('').slice(0, MAX_TEXT))
      kept = null
      xml.close(name, text, path.at(-1) ?? '')
    },
  })
  return { ...end, output: output.text() }
}

const PROLOG = /^(?:\ufeff|\s+|<\?[^>]*>|<!--[\s\S]*?-->|<!DOCTYPE\b[^[>]*(?:\[[^\]]*\]\s*)?>)*/
const OPENING = /<(?:[\w.-]+:)?([\w.-]+)((?:\s[^>]*?)?)\/?(?:>|$)/y

/** Returns name and raw attributes of the first element of a head; null when the head starts otherwise. */
export function getRoot(head: string): { readonly name: string; readonly attributes: string } | null {
  OPENING.lastIndex = PROLOG.exec(head)?.[0].length ?? 0
  const [, name, attributes = ''] = OPENING.exec(head) ?? []
  return name === undefined ? null : { name, attributes }
}
