/** Reads a test report in XML: its elements one by one, with the bounded text of those that were asked for. */
import { MAX_STACK } from '../core/test-run.ts'
import { type Bytes, ReportError } from './format.ts'
import { type Attributes, tokenizeXml, type XmlEnd } from './xml.ts'
import { own } from './xml-text.ts'

export interface XmlReport {
  /** Elements that may stand at the top; any other is another report. */
  readonly roots: ReadonlySet<string>
  /** Elements whose attributes are read. */
  readonly wants: ReadonlySet<string>
  /** Elements whose text is kept; elements inside of them are passed by. */
  readonly texts: ReadonlySet<string>
  /** The attributes may be kept. */
  readonly open: (name: string, attributes: Attributes, parent: string) => void
  /** `text` is empty for elements that are not in `texts`. */
  readonly close: (name: string, text: string, parent: string) => void
}

/** More than MAX_STACK, so that cleaning and cutting has something to work on. */
const MAX_TEXT = MAX_STACK * 2

/** @throws ReportError for another root, or when a limit is passed. Broken structure is in `brokenBy`. */
export function readXmlReport(bytes: Bytes, xml: XmlReport): XmlEnd {
  const path: string[] = []
  let kept: { readonly depth: number; readonly pieces: string[]; size: number } | null = null
  return tokenizeXml(bytes, {
    wantsAttributes: (name) => kept === null && xml.wants.has(name),
    wantsText: () => kept !== null && kept.size < MAX_TEXT,
    text: (text) => {
      kept?.pieces.push(text)
      if (kept !== null) kept.size += text.length
    },
    open: (name, attributes) => {
      if (path.length === 0 && !xml.roots.has(name)) throw new ReportError(`the report holds <${name}>, no test report`)
      if (kept === null) {
        if (xml.texts.has(name)) kept = { depth: path.length, pieces: [], size: 0 }
        else xml.open(name, new Map(attributes), path.at(-1) ?? '')
      }
      path.push(name)
    },
    close: (name) => {
      path.pop()
      if (kept !== null && kept.depth < path.length) return
      const text = kept === null ? '' : own(kept.pieces.join('').slice(0, MAX_TEXT))
      kept = null
      xml.close(name, text, path.at(-1) ?? '')
    },
  })
}

const PROLOG = /^(?:\ufeff|\s+|<\?[^>]*>|<!--[\s\S]*?-->|<!DOCTYPE\b[^[>]*(?:\[[^\]]*\]\s*)?>)*/
const OPENING = /<(?:[\w.-]+:)?([\w.-]+)((?:\s[^>]*)?)(?:>|$)/y

/** Name and attributes, as they are written, of the element that a head begins with; null when it begins otherwise. */
export function rootOf(head: string): { readonly name: string; readonly attributes: string } | null {
  OPENING.lastIndex = PROLOG.exec(head)?.[0].length ?? 0
  const [, name, attributes = ''] = OPENING.exec(head) ?? []
  return name === undefined ? null : { name, attributes }
}
