/** Reads lcov tracefiles, as written by nyc, c8, jest, vitest, node, bun, deno, coverage.py, gcc and llvm. */
import type { Coverage, CoverageMetric, Ratio } from '../../core/model/coverage.ts'
import {
  type CoverageDraft,
  claimCoverage,
  draftCoverage,
  draftFile,
  type FileDraft,
  isLine,
  noteLine,
  notePart,
  one,
  sum,
  toCoverage,
  toHits,
} from '../coverage/coverage-draft.ts'
import { warn } from '../coverage/coverage-warnings.ts'
import { type Bytes, type DescribedCoverageFormat, LIMITS, LimitError, ReportError } from '../format.ts'
import { getLines } from '../input.ts'

/** Bound on the records of one report. Real projects have fewer. */
const MAX_RECORDS = 20_000_000
const END = 'end_of_record'
const CUT = 'ends in a line that is no whole record, or before a file: the report was cut'

export const lcov: DescribedCoverageFormat = {
  about: 'lcov tracefiles (`lcov.info`): nyc, c8, jest, vitest, node, bun, deno, coverage.py, gcc, LLVM, Dart',
  source: 'https://man7.org/linux/man-pages/man1/geninfo.1.html',
  says: ['lines', 'branches', 'functions', 'hits'],
  limits: 'statements; truncation between two files',
  looksLike: (head) => /^\s*(?:#[^\n]*\n)*(?:TN:[^\n]*\n)*SF:/.test(head),
  parse: parseLcov,
}

/** One file may have several blocks, each with its own header at the end. */
interface Block {
  readonly draft: CoverageDraft
  readonly file: FileDraft
  /** Templates repeat the same lines. */
  readonly lines: Set<number>
  lastLine: number
  /** The counts of its header. */
  readonly header: Map<CoverageMetric, { covered: number; total: number }>
}

/** Records of a header. */
const HEADER: ReadonlyMap<string, readonly [CoverageMetric, keyof Ratio]> = new Map([
  ['LF', ['lines', 'total']],
  ['LH', ['lines', 'covered']],
  ['FNF', ['functions', 'total']],
  ['FNH', ['functions', 'covered']],
  ['BRF', ['branches', 'total']],
  ['BRH', ['branches', 'covered']],
])

/** @throws ReportError when a file has no end, or there is no file. */
function parseLcov(bytes: Bytes): Coverage {
  const draft = draftCoverage()
  let block: Block | null = null
  let number = 0
  let isAnnounced = false
  for (const { text, isWhole } of getLines(bytes)) {
    number += 1
    const isEnd = text.startsWith(END) && text.trimEnd() === END
    if (!isWhole && !isEnd && text.trim() !== '') throw new ReportError(CUT, number)
    isAnnounced = text.startsWith('TN:') || (isAnnounced && text === '')
    if (number > MAX_RECORDS) throw new LimitError(`more records than the limit of ${MAX_RECORDS}`)
    if (text.startsWith('SF:')) block = openBlock(draft, text.slice(3))
    else if (isEnd) block = closeBlock(block)
    else if (block !== null) note(block, text, number)
    else if (/^(?:DA|FNDA|BRDA):/.test(text)) throw new ReportError('a record outside of a file', number)
  }
  if (block !== null) throw new ReportError('the last file has no `end_of_record`: the report was cut', number)
  if (isAnnounced && draft.files.size > 0) throw new ReportError(CUT, number)
  if (draft.files.size === 0) throw new ReportError('holds no file')
  return toCoverage(draft)
}

/** Opens a block. A source embedded in a URL has a path that is too long: its block is read and dropped. */
function openBlock(all: CoverageDraft, path: string): Block {
  const isLong = path.length > LIMITS.pathCharacters
  if (isLong)
    warn(
      all.warnings,
      `a path is longer than limit pathCharacters (${LIMITS.pathCharacters}): the reader ignored its file`,
    )
  const draft = isLong ? draftCoverage() : all
  const file = draftFile(draft, isLong ? '' : path)
  return { draft, file, lines: new Set(), lastLine: 0, header: new Map() }
}

/** Uses the header's counts where a producer lists no lines. */
function closeBlock(block: Block | null): null {
  if (block === null) return null
  if (!isListed(block)) block.header.delete('lines')
  for (const [metric, counted] of block.header) claimCoverage(block.file, metric, counted)
  return null
}

function note(block: Block, text: string, number: number): void {
  const colon = text.indexOf(':')
  const rest = text.slice(colon + 1)
  const key = text.slice(0, colon)
  const [metric, half] = HEADER.get(key) ?? []
  if (metric !== undefined && half !== undefined) readHeader(block, metric, half, toHits(rest))
  else if (key === 'DA') readLine(block, rest)
  else if (key === 'BRDA') readBranch(block, rest)
  else if (key === 'FN') readFunction(block, rest.replace(/^\d+,(?:\d+,)?/, ''), 0)
  else if (key === 'FNDA') readFunction(block, rest.slice(rest.indexOf(',') + 1), toHits(rest.split(',', 1)[0]))
  else if (key === 'FNA') readAlias(block, rest)
  else if (colon < 0 && text.trim() !== '') throw new ReportError(CUT, number)
}

function readHeader({ header }: Block, metric: CoverageMetric, half: keyof Ratio, count: number): void {
  const counted = header.get(metric) ?? { covered: 0, total: 0 }
  counted[half] = count
  header.set(metric, counted)
}

/** `line,hits[,checksum]`; line 0 is ignored. */
function readLine(block: Block, rest: string): void {
  const { draft, file } = block
  const [line, hits] = rest.split(',', 2)
  const at = toHits(line)
  if (at === 0 && line?.trim() !== '0') return
  if (hits === undefined) warn(draft.warnings, `${file.path}: line ${at} has no count: it is taken as not run`)
  noteLine(draft, file, at, toHits(hits), sum)
  if (!isLine(at)) return
  if (at < block.lastLine) warn(draft.warnings, `${file.path}: its lines are out of order`)
  block.lines.add(at)
  block.lastLine = at
}

/** Returns true when the header counts the lines that are listed, if any are; reports a mismatch. */
function isListed({ draft, file, lines, header }: Block): boolean {
  const found = header.get('lines')?.total
  if (found === undefined || found === lines.size || lines.size === 0) return true
  warn(draft.warnings, `${file.path}: its header says ${found} lines, ${lines.size} are listed`)
  return false
}

/** `line,block,branch,taken`: `-` means that the line never ran; a branch may be any text. */
function readBranch({ draft, file }: Block, rest: string): void {
  const comma = rest.lastIndexOf(',')
  notePart(draft, file, 'branches', rest.slice(0, comma), one(toHits(rest.slice(comma + 1))))
}

/** lcov 2: `index,hits,name`, where a name may contain commas. */
function readAlias(block: Block, rest: string): void {
  const [, hits = '', name = ''] = /^\d+,([^,]*),(.*)$/.exec(rest) ?? []
  readFunction(block, name, toHits(hits))
}

function readFunction({ draft, file }: Block, name: string, hits: number): void {
  notePart(draft, file, 'functions', name, one(hits))
}
