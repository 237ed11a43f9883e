/** lcov tracefiles: written by nyc, c8, jest, vitest, node, bun, deno, coverage.py, gcc and llvm, each in its own way. */
import type { Coverage } from '../core/coverage.ts'
import {
  type Draft,
  draftCoverage,
  draftFile,
  type FileDraft,
  isLine,
  noteLine,
  notePart,
  one,
  ratio,
  sum,
  toCoverage,
  toHits,
} from './coverage-draft.ts'
import { warn } from './coverage-warnings.ts'
import { type Bytes, type DescribedCoverageFormat, ReportError } from './format.ts'
import { linesOf } from './input.ts'

/** All records of one report together; more is no source code. */
const MAX_RECORDS = 20_000_000
const END = 'end_of_record'
const CUT = 'ends in a line that is no whole record, or before a file: the report was cut'

export const lcov: DescribedCoverageFormat = {
  about: 'lcov tracefiles (`lcov.info`): nyc, c8, jest, vitest, node, bun, deno, coverage.py, gcc, LLVM, Dart',
  says: ['lines', 'branches', 'functions', 'hits'],
  cannotSay: 'statements; that it was cut between two files',
  looksLike: (head) => /^\s*(?:#[^\n]*\n)*(?:TN:[^\n]*\n)*SF:/.test(head),
  parse: parseLcov,
}

/** One file may come in several blocks, each with a header of its own at its end. */
interface Block {
  readonly draft: Draft
  readonly file: FileDraft
  /** Templates bring the same lines again. */
  readonly lines: Set<number>
  lastLine: number
  functions: { found: number; hit: number }
}

/** @throws ReportError when a file has no end, or there is no file. */
function parseLcov(bytes: Bytes): Coverage {
  const draft = draftCoverage()
  let block: Block | null = null
  let number = 0
  let isAnnounced = false
  for (const { text, isWhole } of linesOf(bytes)) {
    number += 1
    if (!isWhole && text !== END && text.trim() !== '') throw new ReportError(CUT, number)
    isAnnounced = text.startsWith('TN:') || (isAnnounced && text === '')
    if (number > MAX_RECORDS) throw new ReportError(`more records than the limit of ${MAX_RECORDS}`)
    if (text.startsWith('SF:')) block = openBlock(draft, text.slice(3))
    else if (text === END) block = null
    else if (block !== null) note(block, text, number)
    else if (/^(?:DA|FNDA|BRDA):/.test(text)) throw new ReportError('a record outside of a file', number)
  }
  if (block !== null) throw new ReportError('the last file has no `end_of_record`: the report was cut', number)
  if (isAnnounced && draft.files.size > 0) throw new ReportError(CUT, number)
  if (draft.files.size === 0) throw new ReportError('holds no file')
  return toCoverage(draft)
}

function openBlock(draft: Draft, path: string): Block {
  const file = draftFile(draft, path)
  file.says.add('lines')
  return { draft, file, lines: new Set(), lastLine: 0, functions: { found: 0, hit: 0 } }
}

function note(block: Block, text: string, number: number): void {
  const colon = text.indexOf(':')
  const rest = text.slice(colon + 1)
  const key = text.slice(0, colon)
  if (key === 'DA') readLine(block, rest)
  else if (key === 'LF') checkLines(block, toHits(rest))
  else if (key === 'BRDA') readBranch(block, rest)
  else if (key === 'BRF') block.file.says.add('branches')
  else if (key === 'FN') readFunction(block, rest.replace(/^\d+,(?:\d+,)?/, ''), 0)
  else if (key === 'FNDA') readFunction(block, rest.slice(rest.indexOf(',') + 1), toHits(rest.split(',', 1)[0]))
  else if (key === 'FNA') readAlias(block, rest)
  else if (key === 'FNF') claimFunctions(block, { found: toHits(rest), hit: block.functions.hit })
  else if (key === 'FNH') claimFunctions(block, { found: block.functions.found, hit: toHits(rest) })
  else if (colon < 0 && text.trim() !== '') throw new ReportError(CUT, number)
}

/** `line,hits[,checksum]`; line 0 is no line. */
function readLine(block: Block, rest: string): void {
  const { draft, file } = block
  const [line, hits] = rest.split(',', 2)
  const at = toHits(line)
  if (hits === undefined || (at === 0 && line?.trim() !== '0')) return
  noteLine(draft, file, at, toHits(hits), sum)
  if (!isLine(at)) return
  if (at < block.lastLine) warn(draft.warnings, `${file.path}: its lines are out of order`)
  block.lines.add(at)
  block.lastLine = at
}

function checkLines({ draft, file, lines }: Block, found: number): void {
  if (found === lines.size) return
  warn(draft.warnings, `${file.path}: its header says ${found} lines, ${lines.size} are listed`)
}

/** `line,block,branch,taken`: `-` is a line that never ran; a branch may be any text. */
function readBranch({ draft, file }: Block, rest: string): void {
  const comma = rest.lastIndexOf(',')
  notePart(draft, file, 'branches', rest.slice(0, comma), one(toHits(rest.slice(comma + 1))))
}

/** lcov 2: `index,hits,name`, where a name may hold commas. */
function readAlias(block: Block, rest: string): void {
  const [, hits = '', name = ''] = /^\d+,([^,]*),(.*)$/.exec(rest) ?? []
  readFunction(block, name, toHits(hits))
}

function readFunction({ draft, file }: Block, name: string, hits: number): void {
  notePart(draft, file, 'functions', name, one(hits))
}

/** Some producers count functions without naming them. */
function claimFunctions(block: Block, functions: { found: number; hit: number }): void {
  block.functions = functions
  block.file.claims.set('functions', ratio(functions.hit, functions.found))
}
