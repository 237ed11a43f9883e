import { expect, test } from 'vitest'
import { SECTIONS } from '../../scripts/docs.ts'
import type { ReportFormat } from '../../src/reports/format.ts'
import { coverageFormats, reportFormats } from '../../src/reports/index.ts'

const rows = SECTIONS['formats']?.().split('\n') ?? []

test.each(Object.entries<ReportFormat>(reportFormats))(
  'the table tells who writes %s and what it cannot say',
  (name, format) => {
    const row = rows.find((line) => line.startsWith('| ') && line.includes(`\`${name}\``))
    expect(row?.split(' | ').slice(1).join(' | ')).toBe(`${format.about} | ${format.limits ?? ''} |`)
  },
)

test('every JSON format of a framework says what it cannot', () => {
  const silent = Object.entries<ReportFormat>(reportFormats).filter(([, { limits }]) => limits === undefined)
  expect(silent.map(([name]) => name).filter((name) => /json|messages|ctrf|stream/.test(name))).toEqual([])
})

test.each(Object.entries<{ readonly source?: string }>({ ...reportFormats, ...coverageFormats }))(
  'the format %s names the document that describes it, and the table links to it',
  (name, { source = '' }) => {
    expect(source).toMatch(/^https:\/\/\S+$|^[\w., /-]+\w$/)
    const all = `${SECTIONS['formats']?.()}\n${SECTIONS['coverage']?.()}`
    const cell = source.startsWith('https:') ? `| [\`${name}\`](${source}) |` : `| \`${name}\` (${source}) |`
    expect(all).toContain(cell)
  },
)
