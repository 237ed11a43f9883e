/** Reads OpenCover's XML: sequence points (statements) and branch points of methods, by module. */
import type { Coverage } from '../../core/model/coverage.ts'
import {
  type CoverageDraft,
  draftCoverage,
  draftFile,
  type FileDraft,
  isLine,
  type LineSpan,
  max,
  noteLine,
  notePart,
  noteSpans,
  one,
  stem,
  toCoverage,
  toHits,
} from '../coverage/coverage-draft.ts'
import { warn } from '../coverage/coverage-warnings.ts'
import { readCoverageXml } from '../coverage/coverage-xml.ts'
import type { Bytes, DescribedCoverageFormat } from '../format.ts'
import { own } from '../xml/text.ts'
import type { Attributes } from '../xml/xml.ts'

interface Method {
  name: string
  /** The number of the file for points that name none. */
  fileNumber: string
  /** The line of its first point. */
  file: FileDraft | null
  isHit: boolean
}

interface Reading {
  readonly draft: CoverageDraft
  /** The files of the module by number. */
  readonly files: Map<string, FileDraft>
  /** Statements of several lines. */
  readonly spans: Map<FileDraft, LineSpan[]>
  method: Method | null
  /** True inside an excluded module, class or method. */
  skipped: string | null
  isInName: boolean
}

/** The line number of code that the compiler generates (0xfeefee). */
const HIDDEN_LINE = 16_707_566
const SKIPPABLE = new Set(['Module', 'Class', 'Method'])

export const opencover: DescribedCoverageFormat = {
  about: 'OpenCover XML: OpenCover, coverlet (`opencover`), AltCover',
  source: 'https://github.com/OpenCover/opencover',
  says: ['lines', 'branches', 'functions', 'statements', 'hits'],
  limits: '',
  looksLike: (head) => /<CoverageSession[\s>]/.test(head),
  parse: parseOpencover,
}

/** @throws ReportError when the document is broken or has another root. */
function parseOpencover(bytes: Bytes): Coverage {
  const draft = draftCoverage()
  const reading: Reading = { draft, files: new Map(), spans: new Map(), method: null, skipped: null, isInName: false }
  const xml = {
    root: 'CoverageSession',
    of: 'OpenCover',
    wants: new Set(['Module', 'Class', 'Method', 'File', 'FileRef', 'SequencePoint', 'BranchPoint', 'MethodPoint']),
    wantsText: () => reading.isInName,
    open: (name: string, attributes: Attributes) => openElement(reading, name, attributes),
    close: (name: string) => closeElement(reading, name),
    text: (text: string) => {
      if (reading.method !== null) reading.method.name += text
    },
  }
  readCoverageXml(bytes, xml, draft.warnings)
  for (const [file, spans] of reading.spans) noteSpans(draft, file, spans)
  return toCoverage(draft)
}

function openElement(reading: Reading, name: string, attributes: Attributes): void {
  if (reading.skipped !== null) return
  if (SKIPPABLE.has(name) && attributes.has('skippedDueTo')) reading.skipped = name
  else if (name === 'Module') reading.files.clear()
  else if (name === 'File') openFile(reading, attributes)
  else if (name === 'Method') reading.method = { name: '', fileNumber: '', file: null, isHit: false }
  else if (name === 'FileRef' && reading.method !== null) reading.method.fileNumber = own(attributes.get('uid') ?? '')
  else if (name === 'Name') reading.isInName = reading.method !== null
  else if (name === 'SequencePoint') readSequencePoint(reading, attributes)
  else if (name === 'BranchPoint') readBranchPoint(reading, attributes)
  else if (name === 'MethodPoint') noteRun(reading, attributes)
}

function closeElement(reading: Reading, name: string): void {
  if (name === reading.skipped) reading.skipped = null
  else if (name === 'Name') reading.isInName = false
  else if (name === 'Method') closeMethod(reading)
}

/** A file may be part of several modules. A file without points is omitted: it may contain no code. */
function openFile({ draft, files }: Reading, attributes: Attributes): void {
  const path = (attributes.get('fullPath') ?? '').replaceAll('\\', '/')
  files.set(own(attributes.get('uid') ?? ''), draftFile(draft, path))
}

/** Points may name their file, for partial classes; in older versions only methods do. */
function pointFile(reading: Reading, attributes: Attributes): FileDraft | null {
  const number = attributes.get('fileid') ?? reading.method?.fileNumber ?? ''
  const file = reading.files.get(number) ?? null
  if (file === null) warn(reading.draft.warnings, `points of file «${number}», which the module does not name`)
  return file
}

function noteRun({ method }: Reading, attributes: Attributes): number {
  const hits = toHits(attributes.get('vc'))
  if (method !== null && hits > 0) method.isHit = true
  return hits
}

/** A statement may span several lines. */
function readSequencePoint(reading: Reading, attributes: Attributes): void {
  const { draft, method } = reading
  const of = (key: string) => Number(attributes.get(key) ?? attributes.get('sl'))
  const [start, end] = [of('sl'), of('el')]
  const hits = noteRun(reading, attributes)
  const file = start === HIDDEN_LINE ? null : pointFile(reading, attributes)
  if (file === null) return
  if (method !== null) method.file ??= file
  noteLine(draft, file, start, hits, max)
  if (!isLine(start)) return
  notePart(draft, file, 'statements', `${start}.${of('sc')}-${end}.${of('ec')}`, one(hits))
  if (isLine(end) && end > start) noteSpan(reading, file, { start, end, hits })
}

function noteSpan({ spans }: Reading, file: FileDraft, span: LineSpan): void {
  const known = spans.get(file)
  if (known === undefined) spans.set(file, [span])
  else known.push(span)
}

function readBranchPoint(reading: Reading, attributes: Attributes): void {
  const hits = noteRun(reading, attributes)
  const file = attributes.get('sl') === String(HIDDEN_LINE) ? null : pointFile(reading, attributes)
  if (file === null) return
  const place = ['sl', 'offset', 'ordinal', 'path'].map((key) => attributes.get(key) ?? '').join(':')
  notePart(reading.draft, file, 'branches', `${stem(reading.method?.name ?? '')} ${place}`, one(hits))
}

/** The compiler generates methods without a point in a file. */
function closeMethod(reading: Reading): void {
  const { draft, method } = reading
  reading.method = null
  if (method !== null && method.file !== null)
    notePart(draft, method.file, 'functions', method.name, one(method.isHit ? 1 : 0))
}
