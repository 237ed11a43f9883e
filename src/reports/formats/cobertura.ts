/** Reads Cobertura XML: hits and branches of lines, as istanbul, coverage.py, gcovr, phpunit, coverlet and others write it. */
import type { Coverage, FileCoverage, Ratio } from '../../core/model/coverage.ts'
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
  one,
  ratio,
  toCoverage,
  toHits,
} from '../coverage/coverage-draft.ts'
import { readCoverageXml } from '../coverage/coverage-xml.ts'
import { type Bytes, type DescribedCoverageFormat, LIMITS, LimitError } from '../format.ts'
import { own } from '../xml/text.ts'
import type { Attributes } from '../xml/xml.ts'

interface Reading {
  readonly draft: CoverageDraft
  readonly sources: string[]
  file: FileDraft | null
  method: { readonly name: string; firstLine: string | null; isHit: boolean } | null
  source: string | null
  /** A line of the class without a summary of its conditions. */
  unsummed: { readonly line: number; covered: number; total: number } | null
}

const HEAD = /<coverage\s(?![^>]{0,4000}\bclover=)[^>]{0,4000}\bline-rate=/
const CONDITIONS = /\((\d{1,9})\/(\d{1,9})\)/
/** Recognises a branch as grcov writes it: 1 for a branch that was taken. */
const BRANCH = /^[01]$/
const ABSOLUTE = /^(?:\/|[A-Za-z]:)/

export const cobertura: DescribedCoverageFormat = {
  about:
    'Cobertura XML: istanbul (jest, nyc, c8, vitest), coverage.py, gcovr, grcov, phpunit, coverlet, gocover-cobertura and Cobertura itself',
  source: 'https://cobertura.sourceforge.net/xml/coverage-04.dtd',
  says: ['lines', 'branches', 'functions', 'hits'],
  limits: 'statements; functions of coverage.py and gcovr',
  looksLike: (head) => HEAD.test(head),
  parse: parseCobertura,
}

/** Parses a document. @throws ReportError when it is broken or has another root. */
function parseCobertura(bytes: Bytes): Coverage {
  const draft = draftCoverage()
  const reading: Reading = { draft, sources: [], file: null, method: null, source: null, unsummed: null }
  const xml = {
    root: 'coverage',
    of: 'Cobertura',
    wants: new Set(['coverage', 'class', 'method', 'line', 'condition']),
    wantsText: () => reading.source !== null,
    open: (name: string, attributes: Attributes) => openElement(reading, name, attributes),
    close: (name: string) => closeElement(reading, name),
    text: (text: string) => {
      reading.source += text
    },
  }
  readCoverageXml(bytes, xml, draft.warnings)
  const coverage = toCoverage(draft)
  return { ...coverage, files: coverage.files.map((file) => placed(file, reading.sources)) }
}

function openElement(reading: Reading, name: string, attributes: Attributes): void {
  if (name === 'source') reading.source = ''
  else if (name === 'coverage') readHeader(reading.draft, attributes)
  else if (name === 'class') reading.file = getFile(reading.draft, attributes)
  else if (name === 'method') openMethod(reading, attributes)
  else if (name === 'line') readLine(reading, attributes)
  else if (name === 'condition') readCondition(reading, attributes)
}

function closeElement(reading: Reading, name: string): void {
  if (name === 'source' && reading.source !== null) {
    const source = slashes(own(reading.source.trim()))
    if (source !== '' && source !== '.') reading.sources.push(source)
    if (reading.sources.length > LIMITS.sources)
      throw new LimitError(`more sources than limit sources (${LIMITS.sources})`)
    reading.source = null
  } else if (name === 'line') closeLine(reading)
  else if (name === 'class') reading.file = null
  else if (name === 'method') closeMethod(reading)
}

/** Reads the counts of the report. Older writers report rates only, which cannot be converted to counts. */
function readHeader(draft: CoverageDraft, attributes: Attributes): void {
  const of = (name: string) => toHits(attributes.get(name))
  claimCoverage(draft, 'lines', { covered: of('lines-covered'), total: of('lines-valid') })
  claimCoverage(draft, 'branches', { covered: of('branches-covered'), total: of('branches-valid') })
}

/** Returns the file of a class. Several classes and packages may have one file. */
function getFile(draft: CoverageDraft, attributes: Attributes): FileDraft {
  const file = draftFile(draft, slashes(attributes.get('filename') ?? attributes.get('name') ?? ''))
  file.says.add('lines')
  return file
}

function openMethod(reading: Reading, attributes: Attributes): void {
  reading.method = { name: `${attributes.get('name')}${attributes.get('signature')}`, firstLine: null, isHit: false }
}

/** Adds a method, identified by its name and first line. Of several classes that report it, the higher count wins. */
function closeMethod(reading: Reading): void {
  const { draft, file, method } = reading
  reading.method = null
  if (file === null || method === null || method.firstLine === null) return
  notePart(draft, file, 'functions', `${method.name} ${method.firstLine}`, one(method.isHit ? 1 : 0))
}

/**
 * Reads a line of a class or a method. A class repeats the lines of its methods. Istanbul's method lines are declarations,
 * which show whether the method ran.
 */
function readLine(reading: Reading, attributes: Attributes): void {
  const { draft, file, method } = reading
  reading.unsummed = null
  const hits = toHits(attributes.get('hits'))
  if (method !== null && method.firstLine === null) {
    method.firstLine = attributes.get('number') ?? ''
    method.isHit = hits > 0
  }
  if (file === null || method !== null) return
  const line = Number(attributes.get('number'))
  noteLine(draft, file, line, hits, max)
  const branches = getBranches(attributes.get('condition-coverage'))
  if (!isLine(line)) return
  if (branches !== null) notePart(draft, file, 'branches', String(line), branches)
  else reading.unsummed = { line, covered: 0, total: 0 }
}

function readCondition({ unsummed }: Reading, attributes: Attributes): void {
  const coverage = attributes.get('coverage') ?? ''
  if (unsummed === null || !BRANCH.test(coverage)) return
  unsummed.total += 1
  unsummed.covered += Number(coverage)
}

function closeLine(reading: Reading): void {
  const { draft, file, unsummed } = reading
  reading.unsummed = null
  if (file === null || unsummed === null || unsummed.total === 0) return
  notePart(draft, file, 'branches', String(unsummed.line), ratio(unsummed.covered, unsummed.total))
}

function getBranches(text: string | undefined): Ratio | null {
  const [, covered, total] = CONDITIONS.exec(text ?? '') ?? []
  return covered === undefined ? null : ratio(Number(covered), Number(total))
}

/** Returns the file under its source. Of several sources, the git tree decides which one contains the file. */
function placed(file: FileCoverage, sources: readonly string[]): FileCoverage {
  const [source] = sources
  if (source === undefined || ABSOLUTE.test(file.path)) return file
  return sources.length > 1
    ? { ...file, roots: sources }
    : { ...file, path: `${source.replace(/\/$/, '')}/${file.path}` }
}

function slashes(path: string): string {
  return path.replaceAll('\\', '/')
}
