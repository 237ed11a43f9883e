/** Reads Clover XML of Clover, istanbul and PHPUnit, whose conditions have different meanings. */
import type { Coverage, Ratio } from '../../core/model/coverage.ts'
import {
  type CoverageDraft,
  claimCoverage,
  countEntry,
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
import { warn, warnOfHeader } from '../coverage/coverage-warnings.ts'
import { readCoverageXml } from '../coverage/coverage-xml.ts'
import { type Bytes, type DescribedCoverageFormat, ReportError } from '../format.ts'
import type { Attributes } from '../xml/xml.ts'

interface Condition {
  readonly line: number
  readonly isTrue: number
  readonly isFalse: number
}

interface Reading {
  readonly draft: CoverageDraft
  file: FileDraft | null
  conditions: Condition[]
  /** The counts in the header of the file. */
  claimed: Ratio | null
  /** The number of statements in that header, and their elements: one line may contain several. */
  statements: Ratio | null
  listed: { covered: number; total: number }
  hasMethods: boolean
  isInClass: boolean
  /** True inside of `<testproject>`, whose files are tests. */
  isInTests: boolean
}

const HEAD = /<coverage\s(?=[^>]{0,4000}\b(?:generated|clover)=)(?![^>]{0,4000}\bline-rate=)/

export const clover: DescribedCoverageFormat = {
  about: 'Clover XML: istanbul (jest, nyc, c8, vitest), phpunit, Clover and OpenClover',
  source: 'https://bitbucket.org/atlassian/clover/raw/bd0ebb6cc8cc3e3fdb878b2640078461b8902a32/etc/schema/clover.xsd',
  says: ['lines', 'branches', 'functions', 'hits'],
  limits: 'statements: its writers count lines under that name',
  looksLike: (head) => HEAD.test(head),
  parse: parseClover,
}

/** Parses a document. @throws ReportError when it is broken or has another root. */
function parseClover(bytes: Bytes): Coverage {
  const draft = draftCoverage()
  const nowhere = { file: null, isInClass: false, isInTests: false }
  const reading: Reading = { draft, ...nowhere, ...noFile() }
  const xml = {
    root: 'coverage',
    of: 'Clover',
    wants: new Set(['file', 'line', 'metrics']),
    open: (name: string, attributes: Attributes) => openElement(reading, name, attributes),
    close: (name: string) => closeElement(reading, name),
  }
  readCoverageXml(bytes, xml, draft.warnings)
  return toCoverage(draft)
}

function openElement(reading: Reading, name: string, attributes: Attributes): void {
  if (name === 'testproject') reading.isInTests = true
  else if (name === 'class') reading.isInClass = true
  else if (name === 'file' && !reading.isInTests) openFile(reading, attributes)
  else if (name === 'metrics' && !reading.isInClass) readMetrics(reading, attributes)
  else if (name === 'line') readLine(reading, attributes)
}

function closeElement(reading: Reading, name: string): void {
  if (name === 'testproject') reading.isInTests = false
  else if (name === 'class') reading.isInClass = false
  else if (name === 'file') closeFile(reading)
}

function openFile(reading: Reading, attributes: Attributes): void {
  const file = draftFile(reading.draft, attributes.get('path') ?? attributes.get('name') ?? '')
  file.says.add('lines')
  Object.assign(reading, { file, ...noFile() })
}

const noFile = () => ({
  conditions: [],
  claimed: null,
  statements: null,
  listed: { covered: 0, total: 0 },
  hasMethods: false,
})

/**
 * Reads the counts of a file. istanbul writes functions there only, and its `statements` are lines. A count of 0 may mean
 * that nothing was counted.
 */
function readMetrics(reading: Reading, attributes: Attributes): void {
  const { file } = reading
  if (file === null) return
  const of = (name: string) => ({
    covered: toHits(attributes.get(`covered${name}`)),
    total: toHits(attributes.get(name)),
  })
  const [branches, functions] = [of('conditionals'), of('methods')]
  reading.claimed = branches
  reading.statements = of('statements')
  if (functions.covered + functions.total > 0) claimCoverage(file, 'functions', functions)
}

/** Reads a line. That of a method is the declaration of a function, and does not count as code. */
function readLine(reading: Reading, attributes: Attributes): void {
  const { draft, file } = reading
  if (file === null) return
  const line = Number(attributes.get('num'))
  const [isTrue, isFalse] = [toHits(attributes.get('truecount')), toHits(attributes.get('falsecount'))]
  const hits = toHits(attributes.get('count') ?? isTrue + isFalse)
  const type = attributes.get('type')
  if (type === 'method') {
    reading.hasMethods = true
    notePart(draft, file, 'functions', `${line} ${attributes.get('signature') ?? attributes.get('name')}`, one(hits))
  } else {
    noteLine(draft, file, line, hits, max)
    reading.listed.covered += one(hits).covered
    reading.listed.total += 1
  }
  if (type !== 'cond') return
  if (attributes.has('truecount') !== attributes.has('falsecount'))
    throw new ReportError('a condition has no `truecount` or no `falsecount`')
  if (!isLine(line)) return
  countEntry(draft)
  reading.conditions.push({ line, isTrue, isFalse })
}

/**
 * Adds the branches of a file. Clover counts how often a condition was true and false: two branches. istanbul writes how
 * many branches of the line ran, and how many did not. The file's header decides. If it fits neither, only Clover writes
 * methods.
 */
function closeFile(reading: Reading): void {
  const { draft, file, conditions, claimed, statements, listed } = reading
  reading.file = null
  if (file === null) return
  if (statements !== null && statements.covered > listed.covered)
    warnOfHeader(draft.warnings, file.path, 'statements', statements, listed)
  if (claimed !== null && conditions.length === 0 && claimed.covered + claimed.total > 0)
    claimCoverage(file, 'branches', claimed)
  const fits = (read: (condition: Condition) => Ratio) => isSum(claimed, conditions.map(read))
  const isClovers = fits(asCounts) === fits(asBranches) ? reading.hasMethods : fits(asCounts)
  if (claimed !== null && !fits(asCounts) && !fits(asBranches))
    warn(draft.warnings, `${file.path}: its header counts other branches than its lines`)
  for (const [nth, condition] of conditions.entries()) {
    const branches = isClovers ? asCounts(condition) : asBranches(condition)
    notePart(draft, file, 'branches', `${condition.line}:${nth}`, ratio(branches.covered, branches.total))
  }
}

const asBranches = ({ isTrue, isFalse }: Condition): Ratio => ({ covered: isTrue, total: isTrue + isFalse })
const asCounts = ({ isTrue, isFalse }: Condition): Ratio => ({
  covered: one(isTrue).covered + one(isFalse).covered,
  total: 2,
})

function isSum(claimed: Ratio | null, ratios: readonly Ratio[]): boolean {
  const add = (pick: (ratio: Ratio) => number) => ratios.reduce((total, part) => total + pick(part), 0)
  return claimed?.total === add(({ total }) => total) && claimed.covered === add(({ covered }) => covered)
}
