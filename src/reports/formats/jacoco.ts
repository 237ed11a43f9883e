/** Reads JaCoCo's XML: executed instructions and branches of each line, by package and source file. */
import type { Coverage, Ratio } from '../../core/model/coverage.ts'
import {
  type CoverageDraft,
  claimCoverage,
  draftCoverage,
  draftFile,
  type FileDraft,
  isLine,
  max,
  noteLine,
  notePart,
  ratio,
  stem,
  toCoverage,
  toHits,
} from '../coverage/coverage-draft.ts'
import { readCoverageXml } from '../coverage/coverage-xml.ts'
import { type Bytes, type DescribedCoverageFormat, ReportError } from '../format.ts'
import { own } from '../xml/text.ts'
import type { Attributes } from '../xml/xml.ts'

interface Reading {
  readonly draft: CoverageDraft
  /** Names of the outer modules; a report of several modules has a group for each. */
  readonly groups: string[]
  /** Null outside of packages. */
  package: string | null
  /** The source file of the class; older versions omit it. */
  classFile: string | null
  className: string
  method: string | null
  file: FileDraft | null
}

const HEAD = /<!DOCTYPE report PUBLIC "-\/\/JACOCO|<report\s[^>]{0,1000}>\s*<(?:sessioninfo|group|package)\b/
/** Counters of a file that replace missing elements. */
const CLAIMED = new Map([
  ['METHOD', 'functions'],
  ['BRANCH', 'branches'],
  ['LINE', 'lines'],
] as const)

export const jacoco: DescribedCoverageFormat = {
  about: 'JaCoCo XML: Maven, Gradle, Ant, Kover, gcovr',
  source: 'https://www.jacoco.org/jacoco/trunk/coverage/report.dtd',
  says: ['lines', 'branches', 'functions', 'hits'],
  limits:
    'how often a line ran; statements (instructions are none); folders (a file has only its package); from gcovr: which lines ran',
  looksLike: (head) => HEAD.test(head),
  parse: parseJacoco,
}

/** @throws ReportError when the document is broken or has another root. */
function parseJacoco(bytes: Bytes): Coverage {
  const draft = draftCoverage()
  const reading: Reading = {
    draft,
    groups: [],
    package: null,
    classFile: null,
    className: '',
    method: null,
    file: null,
  }
  const xml = {
    root: 'report',
    of: 'JaCoCo',
    wants: new Set(['group', 'package', 'class', 'method', 'sourcefile', 'line', 'counter']),
    open: (name: string, attributes: Attributes) => openElement(reading, name, attributes),
    close: (name: string) => closeElement(reading, name),
  }
  readCoverageXml(bytes, xml, draft.warnings)
  return toCoverage(draft)
}

function openElement(reading: Reading, name: string, attributes: Attributes): void {
  const named = (key = 'name') => own(attributes.get(key) ?? '')
  if (name === 'group') reading.groups.push(named())
  else if (name === 'package') reading.package = named()
  else if (name === 'class') {
    reading.classFile = attributes.has('sourcefilename') ? named('sourcefilename') : null
    reading.className = named()
  } else if (name === 'method')
    reading.method = `${stem(reading.className)} ${named()}${named('desc')} ${named('line')}`
  else if (name === 'sourcefile') reading.file = getFile(reading, named())
  else if (name === 'line') readLine(reading, attributes)
  else if (name === 'counter') readCounter(reading, attributes)
}

function closeElement(reading: Reading, name: string): void {
  if (name === 'group') reading.groups.pop()
  else if (name === 'package') reading.package = null
  else if (name === 'class') reading.classFile = null
  else if (name === 'method') reading.method = null
  else if (name === 'sourcefile') reading.file = null
}

/**
 * Reports name no root: the package identifies a file, and the module where there are several. gcovr writes the folders of
 * a package with dots.
 */
function getFile({ draft, groups, package: folder }: Reading, name: string): FileDraft {
  return draftFile(
    draft,
    folder === null || folder === '' ? name : `${folder.includes('/') ? folder : folder.replaceAll('.', '/')}/${name}`,
    groups.length === 0 ? [] : [groups.join('/')],
  )
}

/** Instructions show whether a line ran, not how often. gcovr writes counters of lines instead. */
function readLine({ draft, file }: Reading, attributes: Attributes): void {
  if (file === null) return
  const of = (key: string) => toHits(attributes.get(key))
  const line = Number(attributes.get('nr'))
  if (attributes.has('ci') || attributes.has('mi')) noteLine(draft, file, line, of('ci') > 0 ? 1 : 0, max)
  if (attributes.has('cb') !== attributes.has('mb')) throw new ReportError('a line has no `mb` or no `cb`')
  const branches = ratio(of('cb'), of('cb') + of('mb'))
  if (isLine(line) && branches.total > 0) notePart(draft, file, 'branches', String(line), branches)
}

function readCounter(reading: Reading, attributes: Attributes): void {
  if (!attributes.has('missed') || !attributes.has('covered'))
    throw new ReportError('a counter has no `missed` or no `covered`')
  const [missed, covered] = [toHits(attributes.get('missed')), toHits(attributes.get('covered'))]
  const counted = ratio(covered, missed + covered)
  const type = attributes.get('type')
  const isOfAll = reading.package === null && reading.groups.length === 0
  if (reading.file !== null || isOfAll) claimCounter(reading.file ?? reading.draft, type, counted)
  else if (type === 'METHOD' && reading.method !== null && reading.classFile !== null)
    notePart(reading.draft, getFile(reading, reading.classFile), 'functions', reading.method, counted)
}

/** Without debug symbols a file has counters and no lines. */
function claimCounter(of: Pick<FileDraft, 'claims'>, type: string | undefined, counted: Ratio): void {
  for (const [name, metric] of CLAIMED) if (name === type && counted.total > 0) claimCoverage(of, metric, counted)
}
