/** lcov tracefiles: written by nyc, c8, jest, vitest, node, bun, deno, coverage.py, gcc and llvm, each in its own way. */
import type { Coverage, FileCoverage, Ratio } from '../core/coverage.ts'
import { totalsOfFiles } from './coverage.ts'
import { type Bytes, type CoverageFormat, ReportError } from './format.ts'
import { linesOf } from './input.ts'

/** All records of one report together; more is no source code. */
const MAX_RECORDS = 20_000_000

export const lcov: CoverageFormat = {
  about: 'lcov tracefiles (`lcov.info`): lines, branches and functions',
  looksLike: (head) => /^\s*(?:#[^\n]*\n)*(?:TN:[^\n]*\n)*SF:/.test(head),
  parse: parseLcov,
}

interface Draft {
  readonly hits: Map<number, number>
  /** Taken counts by line, block and branch. */
  readonly branches: Map<string, number>
  readonly functions: Map<string, number>
  /** What the header says, for producers that write no records. */
  claimed: { found: number; hit: number } | null
  hasBranches: boolean
}

/** @throws ReportError when a file has no end, or there is no file. */
function parseLcov(bytes: Bytes): Coverage {
  const drafts = new Map<string, Draft>()
  let draft: Draft | null = null
  let number = 0
  for (const { text } of linesOf(bytes)) {
    number += 1
    if (number > MAX_RECORDS) throw new ReportError(`more records than the limit of ${MAX_RECORDS}`)
    if (text.startsWith('SF:')) draft = draftOf(drafts, text.slice(3))
    else if (text === 'end_of_record') draft = null
    else if (draft !== null) note(draft, text, number)
    else if (/^(?:DA|FNDA|BRDA):/.test(text)) throw new ReportError('a record outside of a file', number)
  }
  if (draft !== null) throw new ReportError('the last file has no `end_of_record`: the report was cut', number)
  if (drafts.size === 0) throw new ReportError('holds no file')
  const files = [...drafts].map(([path, all]) => toFile(path, all))
  return { totals: totalsOfFiles(files), files }
}

/** One file may come in several blocks: their counts are added. */
function draftOf(drafts: Map<string, Draft>, path: string): Draft {
  const known = drafts.get(path)
  if (known !== undefined) return known
  const draft = { hits: new Map(), branches: new Map(), functions: new Map(), claimed: null, hasBranches: false }
  drafts.set(path, draft)
  return draft
}

function note(draft: Draft, text: string, number: number): void {
  const colon = text.indexOf(':')
  const rest = text.slice(colon + 1)
  const key = text.slice(0, colon)
  if (key === 'DA') noteLine(draft, rest)
  else if (key === 'BRDA') noteBranch(draft, rest)
  else if (key === 'BRF') draft.hasBranches = true
  else if (key === 'FN') add(draft.functions, rest.replace(/^\d+,(?:\d+,)?/, ''), 0)
  else if (key === 'FNDA') add(draft.functions, rest.slice(rest.indexOf(',') + 1), toHits(rest.split(',', 1)[0]))
  else if (key === 'FNA') noteAlias(draft, rest)
  else if (key === 'FNF') draft.claimed = { found: toHits(rest), hit: draft.claimed?.hit ?? 0 }
  else if (key === 'FNH') draft.claimed = { found: draft.claimed?.found ?? 0, hit: toHits(rest) }
  else if (colon < 0 && text.trim() !== '')
    throw new ReportError('a line that is no record: the report was cut', number)
}

/** `line,hits[,checksum]`; line 0 is no line. */
function noteLine(draft: Draft, rest: string): void {
  const [line, hits] = rest.split(',', 2)
  const at = toHits(line)
  if (at > 0 && hits !== undefined) add(draft.hits, at, toHits(hits))
}

/** `line,block,branch,taken`: `-` is a line that never ran; a branch may be any text. */
function noteBranch(draft: Draft, rest: string): void {
  const comma = rest.lastIndexOf(',')
  add(draft.branches, rest.slice(0, comma), toHits(rest.slice(comma + 1)))
  draft.hasBranches = true
}

/** lcov 2: `index,hits,name`, where a name may hold commas. */
function noteAlias(draft: Draft, rest: string): void {
  const [, hits = '', name = ''] = /^\d+,([^,]*),(.*)$/.exec(rest) ?? []
  add(draft.functions, name, toHits(hits))
}

const add = <K>(counts: Map<K, number>, key: K, hits: number) => counts.set(key, (counts.get(key) ?? 0) + hits)

/** Some write floating point, some run over into the negative: never more than a safe integer, never less than 0. */
function toHits(text: string | undefined): number {
  const value = Number(text)
  return Number.isNaN(value) ? 0 : Math.min(Math.max(Math.trunc(value), 0), Number.MAX_SAFE_INTEGER)
}

function toFile(path: string, draft: Draft): FileCoverage {
  const functions = functionsOf(draft)
  return {
    path,
    hits: draft.hits,
    lines: ratioOf(draft.hits),
    ...(draft.hasBranches && { branches: ratioOf(draft.branches) }),
    ...(functions && { functions }),
  }
}

function functionsOf({ functions, claimed }: Draft): Ratio | null {
  if (functions.size > 0 || claimed === null) return functions.size > 0 ? ratioOf(functions) : null
  return { covered: Math.min(claimed.hit, claimed.found), total: claimed.found }
}

function ratioOf(counts: ReadonlyMap<unknown, number>): Ratio {
  let covered = 0
  for (const hits of counts.values()) if (hits > 0) covered += 1
  return { covered, total: counts.size }
}
