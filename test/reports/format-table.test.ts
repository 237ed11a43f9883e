import { expect, test } from 'vitest'
import { SECTIONS } from '../../scripts/docs.ts'
import type { ReportFormat } from '../../src/reports/format.ts'
import { reportFormats } from '../../src/reports/index.ts'

const rows = SECTIONS['formats']?.().split('\n') ?? []

test.each(Object.entries<ReportFormat>(reportFormats))(
  'the table tells who writes %s and what it cannot say',
  (name, format) => {
    const row = rows.find((line) => line.startsWith(`| \`${name}\` |`))
    expect(row?.split(' | ').slice(1).join(' | ')).toBe(`${format.about} | ${format.limits ?? ''} |`)
  },
)

test('every JSON format of a framework says what it cannot', () => {
  const silent = Object.entries<ReportFormat>(reportFormats).filter(([, { limits }]) => limits === undefined)
  expect(silent.map(([name]) => name).filter((name) => /json|messages|ctrf|stream/.test(name))).toEqual([])
})
