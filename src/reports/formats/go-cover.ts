/** Reads Go's cover profile (`go test -coverprofile`): blocks of statements with their position and count. */
import type { Coverage } from '../../core/model/coverage.ts'
import {
  type Combine,
  type CoverageDraft,
  countEntry,
  draftCoverage,
  draftFile,
  type FileDraft,
  max,
  notePart,
  ratio,
  sum,
  toCoverage,
  toHits,
} from '../coverage/coverage-draft.ts'
import { warn } from '../coverage/coverage-warnings.ts'
import { type Block, noteBlockLines } from '../coverage/go-lines.ts'
import { type Bytes, type DescribedCoverageFormat, LIMITS, ReportError } from '../format.ts'
import { getLines } from '../input.ts'

const MODE = /^mode: (set|count|atomic)$/
/** `file:line.column,line.column statements count`; a file name may contain colons. */
const BLOCK = /^(.+):(\d{1,8})\.(\d{1,8}),(\d{1,8})\.(\d{1,8}) (\d{1,8}) (\d+)$/

/** The mode line, or a block: a profile without its beginning is recognised too, and reported as truncated. */
const HEAD = /^\s*(?:mode: (?:set|count|atomic)[ \t]*|[^\n]{1,4000}:\d+\.\d+,\d+\.\d+ \d+ \d+)\r?(?:\n|$)/

export const goCover: DescribedCoverageFormat = {
  about: 'Go `go test -coverprofile`: set, count and atomic, with or without `-coverpkg`',
  source: 'https://pkg.go.dev/golang.org/x/tools/cover',
  says: ['statements', 'hits'],
  limits:
    'lines, branches and functions: hits of lines are computed from blocks, with the comments in them; truncation between two lines',
  looksLike: (head) => HEAD.test(head),
  parse: parseGoCover,
}

type Blocks = Map<string, Block>

/** Each concatenated profile has a mode line. @throws ReportError for an unknown or truncated line. */
function parseGoCover(bytes: Bytes): Coverage {
  const draft = draftCoverage()
  const files = new Map<FileDraft, Blocks>()
  const modes = new Set<string>()
  let combine: Combine | null = null
  let number = 0
  for (const { text, isWhole } of getLines(bytes)) {
    number += 1
    if (!isWhole) throw new ReportError('the last line has no end: the profile was cut', number)
    const line = text.trim()
    const mode = MODE.exec(line)?.[1]
    if (mode !== undefined) {
      combine = mode === 'set' ? max : sum
      modes.add(mode)
    } else if (combine === null) throw new ReportError('has no `mode:` line: its beginning is missing', number)
    else if (line !== '') readBlock(draft, files, line, { combine, number })
  }
  if (combine === null) throw new ReportError('is no cover profile of Go')
  if (modes.size > 1)
    warn(draft.warnings, `modes are mixed (${[...modes].join(', ')}): how often a line ran is not known`)
  for (const [file, blocks] of files) noteBlocks(draft, file, [...blocks.values()])
  return toCoverage(draft)
}

/** With `-coverpkg` every test binary lists every package: a repeated block is the same block. */
function readBlock(
  draft: CoverageDraft,
  files: Map<FileDraft, Blocks>,
  line: string,
  { combine, number }: { readonly combine: Combine; readonly number: number },
): void {
  const [, path = '', ...numbers] = BLOCK.exec(line) ?? []
  const [startLine = 0, startColumn = 0, endLine = 0, endColumn = 0, statements = 0, count = 0] = numbers.map(toHits)
  const isBlock =
    startLine >= 1 && endLine <= LIMITS.sourceLine && comesBefore(startLine, startColumn, endLine, endColumn)
  if (!isBlock) throw new ReportError('is no block of a cover profile, or ends before it begins', number)
  const file = draftFile(draft, path)
  const blocks = files.get(file) ?? new Map<string, Block>()
  files.set(file, blocks)
  const key = `${startLine}.${startColumn},${endLine}.${endColumn}`
  const known = blocks.get(key)
  if (known === undefined) countEntry(draft)
  const place = { startLine, startColumn, endLine, endColumn }
  blocks.set(key, {
    ...place,
    statements: Math.max(statements, known?.statements ?? 0),
    count: known === undefined ? count : combine(known.count, count),
  })
}

const comesBefore = (line: number, column: number, endLine: number, endColumn: number): boolean =>
  line < endLine || (line === endLine && column <= endColumn)

/** Go counts statements and not lines. */
function noteBlocks(draft: CoverageDraft, file: FileDraft, blocks: readonly Block[]): void {
  file.says.add('statements')
  for (const { startLine, startColumn, endLine, endColumn, statements, count } of blocks) {
    const place = `${startLine}.${startColumn},${endLine}.${endColumn}`
    if (statements > 0) notePart(draft, file, 'statements', place, ratio(count > 0 ? statements : 0, statements))
  }
  noteBlockLines(draft, file, blocks)
}
