/** Reads a coverage report in XML, as a whole or not at all. */
import { type Bytes, ReportError } from '../format.ts'
import { reportTexts } from '../texts.ts'
import { type Attributes, tokenizeXml } from '../xml/xml.ts'
import { type Warnings, warn } from './coverage-warnings.ts'

interface CoverageXml {
  readonly root: string
  /** The tools that write this root, for messages. */
  readonly of: string
  /** Elements whose attributes are read. */
  readonly wants: ReadonlySet<string>
  readonly open: (name: string, attributes: Attributes) => void
  readonly close: (name: string) => void
  readonly wantsText?: () => boolean
  readonly text?: (text: string) => void
}

/** Reads the report. @throws ReportError for a malformed or truncated document, and for another root element. */
export function readCoverageXml(bytes: Bytes, xml: CoverageXml, warnings: Warnings): void {
  let depth = 0
  const end = tokenizeXml(bytes, {
    wantsAttributes: (name) => xml.wants.has(name),
    wantsText: () => xml.wantsText?.() ?? false,
    text: (text) => xml.text?.(text),
    open: (name, attributes) => {
      if (depth === 0 && name !== xml.root) throw new ReportError(reportTexts.noRoot(xml.root, xml.of))
      depth += 1
      xml.open(name, attributes)
    },
    close: (name) => {
      depth -= 1
      xml.close(name)
    },
  })
  // A truncated coverage report is refused: its missing part would look like code that was not measured.
  if (end.brokenBy !== null) throw end.brokenBy
  for (const text of end.warnings) warn(warnings, text)
}
