/** Cobertura XML: hits and branches of lines, as istanbul, coverage.py, gcovr, phpunit, coverlet and others write it. */
import type { Coverage, CoverageTotals, FileCoverage, Ratio } from '../core/coverage.ts'
import { type Bytes, type CoverageFormat, ReportError } from './format.ts'
import { type Attributes, tokenizeXml } from './xml.ts'
import { own } from './xml-text.ts'

/** What is known of one file; it may stand in several classes and packages. */
interface Measured {
  readonly hits: Map<number, number>
  readonly branches: Map<number, Ratio>
  /** By name and first line; what one class tells of a method, another may tell better. */
  readonly methods: Map<string, boolean>
}

interface Reading {
  readonly sources: string[]
  readonly files: Map<string, Measured>
  file: Measured | null
  method: { readonly name: string; firstLine: string | null; isHit: boolean } | null
  source: string | null
  isCobertura: boolean
}

const HEAD = /<coverage\s(?![^>]{0,4000}\bclover=)[^>]{0,4000}\bline-rate=/
const WANTED = new Set(['class', 'method', 'line'])
const CONDITIONS = /\((\d{1,9})\/(\d{1,9})\)/
const ABSOLUTE = /^(?:\/|[A-Za-z]:)/

export const cobertura: CoverageFormat = {
  about: 'Cobertura XML: istanbul (jest, nyc, c8, vitest), coverage.py, gcovr, phpunit, coverlet, gocover-cobertura',
  looksLike: (head) => HEAD.test(head),
  parse: parseCobertura,
}

function parseCobertura(bytes: Bytes): Coverage {
  const reading: Reading = { sources: [], files: new Map(), file: null, method: null, source: null, isCobertura: false }
  const { brokenBy } = tokenizeXml(bytes, {
    wantsAttributes: (name) => WANTED.has(name),
    wantsText: () => reading.source !== null,
    open: (name, attributes) => openElement(reading, name, attributes),
    close: (name) => closeElement(reading, name),
    text: (text) => {
      reading.source += text
    },
  })
  // Half a coverage report is none: what is missing would look like code that nobody measured.
  if (brokenBy !== null) throw brokenBy
  if (!reading.isCobertura) throw new ReportError('the report holds no <coverage> of Cobertura')
  const files = [...reading.files].map(([name, measured]) => fileOf(pathOf(name, reading.sources), measured))
  return { totals: sum(files), files }
}

function openElement(reading: Reading, name: string, attributes: Attributes): void {
  if (name === 'coverage') reading.isCobertura = true
  else if (name === 'source') reading.source = ''
  else if (name === 'class')
    reading.file = fileNamed(reading, attributes.get('filename') ?? attributes.get('name') ?? '')
  else if (name === 'method') openMethod(reading, attributes)
  else if (name === 'line') readLine(reading, attributes)
}

function closeElement(reading: Reading, name: string): void {
  if (name === 'source' && reading.source !== null) {
    const source = slashes(own(reading.source.trim()))
    if (source !== '' && source !== '.') reading.sources.push(source)
    reading.source = null
  } else if (name === 'class') reading.file = null
  else if (name === 'method') closeMethod(reading)
}

function fileNamed(reading: Reading, name: string): Measured {
  const known = reading.files.get(name)
  if (known !== undefined) return known
  const measured: Measured = { hits: new Map(), branches: new Map(), methods: new Map() }
  reading.files.set(own(name), measured)
  return measured
}

function openMethod(reading: Reading, attributes: Attributes): void {
  reading.method = { name: `${attributes.get('name')}${attributes.get('signature')}`, firstLine: null, isHit: false }
}

function closeMethod(reading: Reading): void {
  const { file, method } = reading
  reading.method = null
  if (file === null || method === null || method.firstLine === null) return
  const key = own(`${method.name} ${method.firstLine}`)
  file.methods.set(key, method.isHit || file.methods.get(key) === true)
}

/** Lines of a method are told again by its class, but for istanbul's, which are declarations: they say whether it ran. */
function readLine({ file, method }: Reading, attributes: Attributes): void {
  const hits = hitsOf(attributes.get('hits'))
  if (method !== null && method.firstLine === null) {
    method.firstLine = attributes.get('number') ?? ''
    method.isHit = hits > 0
  }
  const line = Number(attributes.get('number'))
  if (file === null || method !== null || !Number.isSafeInteger(line) || line < 1) return
  file.hits.set(line, Math.max(hits, file.hits.get(line) ?? 0))
  const branches = branchesOf(attributes.get('condition-coverage'))
  if (branches !== null) file.branches.set(line, better(branches, file.branches.get(line)))
}

function hitsOf(text: string | undefined): number {
  const hits = Number(text)
  return Number.isFinite(hits) && hits > 0 ? hits : 0
}

function branchesOf(text: string | undefined): Ratio | null {
  const [, covered, total] = CONDITIONS.exec(text ?? '') ?? []
  return covered === undefined ? null : { covered: Math.min(Number(covered), Number(total)), total: Number(total) }
}

function better(a: Ratio, b: Ratio | undefined): Ratio {
  return b === undefined ? a : { covered: Math.max(a.covered, b.covered), total: Math.max(a.total, b.total) }
}

function fileOf(path: string, { hits, branches, methods }: Measured): FileCoverage {
  return {
    path,
    lines: { covered: hits.values().reduce((count, hit) => count + (hit > 0 ? 1 : 0), 0), total: hits.size },
    ...(branches.size === 0 ? {} : { branches: add(branches.values()) }),
    ...(methods.size === 0
      ? {}
      : {
          functions: {
            covered: methods.values().reduce((count, isHit) => count + (isHit ? 1 : 0), 0),
            total: methods.size,
          },
        }),
    hits,
  }
}

/** Totals of the files; a metric that no file has stays absent. */
function sum(files: readonly FileCoverage[]): CoverageTotals {
  const of = (metric: 'lines' | 'branches' | 'functions') => {
    const ratios = files.flatMap((file) => file[metric] ?? [])
    return ratios.length === 0 ? {} : { [metric]: add(ratios) }
  }
  return { ...of('lines'), ...of('branches'), ...of('functions') }
}

function add(ratios: Iterable<Ratio>): Ratio {
  let covered = 0
  let total = 0
  for (const ratio of ratios) {
    covered += ratio.covered
    total += ratio.total
  }
  return { covered, total }
}

/** With one source the path is known; with several, which one it is under is for the tree to say. */
function pathOf(name: string, sources: readonly string[]): string {
  const path = slashes(name)
  const [source] = sources
  if (source === undefined || sources.length > 1 || ABSOLUTE.test(path)) return path
  return `${source.replace(/\/$/, '')}/${path}`
}

function slashes(path: string): string {
  return path.replaceAll('\\', '/')
}
