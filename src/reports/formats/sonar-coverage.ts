/** Reads SonarQube's generic coverage: whether each line ran, and how many of its branches did. */
import type { Coverage } from '../../core/model/coverage.ts'
import {
  draftCoverage,
  draftFile,
  type FileDraft,
  isLine,
  max,
  noteLine,
  notePart,
  ratio,
  toCoverage,
  toHits,
} from '../coverage/coverage-draft.ts'
import { readCoverageXml } from '../coverage/coverage-xml.ts'
import { type Bytes, type DescribedCoverageFormat, ReportError } from '../format.ts'
import { getRoot } from '../xml/report.ts'
import { own } from '../xml/text.ts'
import type { Attributes } from '../xml/xml.ts'

const COVERED: ReadonlyMap<string | undefined, number> = new Map([
  ['true', 1],
  ['false', 0],
])

export const sonarCoverage: DescribedCoverageFormat = {
  about: 'SonarQube generic coverage: gcovr `--sonarqube`, and converters of other formats',
  source: 'https://docs.sonarsource.com/sonarqube-server/latest/analyzing-source-code/test-coverage/generic-test-data/',
  says: ['lines', 'branches', 'hits'],
  limits: 'how often a line ran; functions; statements',
  looksLike: (head) =>
    getRoot(head)?.name === 'coverage' &&
    /<coverage\s[^>]{0,200}>\s*(?:<file\s+path=|$)/.test(head) &&
    /<lineToCover\s|<coverage version="1"/.test(head),
  parse: parseSonar,
}

/** @throws ReportError when the document is broken or has another root, or a line has no result. */
function parseSonar(bytes: Bytes): Coverage {
  const draft = draftCoverage()
  let file: FileDraft | null = null
  const readLine = (attributes: Attributes) => {
    if (file === null) return
    const line = Number(attributes.get('lineNumber'))
    const hits = COVERED.get(attributes.get('covered'))
    if (hits === undefined) throw new ReportError('a line does not say `covered`')
    noteLine(draft, file, line, hits, max)
    const total = toHits(attributes.get('branchesToCover'))
    if (isLine(line) && total > 0)
      notePart(draft, file, 'branches', String(line), ratio(toHits(attributes.get('coveredBranches')), total))
  }
  const xml = {
    root: 'coverage',
    of: 'SonarQube',
    wants: new Set(['file', 'lineToCover']),
    open: (name: string, attributes: Attributes) => {
      if (name === 'file') file = draftFile(draft, own(attributes.get('path') ?? ''))
      else if (name === 'lineToCover') readLine(attributes)
    },
    close: (name: string) => {
      if (name === 'file') file = null
    },
  }
  readCoverageXml(bytes, xml, draft.warnings)
  return toCoverage(draft)
}
