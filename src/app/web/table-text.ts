/** Answers with one table of a page. */
import { toCsv, toTableJson, type WebTable } from '../../render/web/table.ts'

export interface PageText {
  readonly text: string
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Null: the page has no such table. */
export function toTableText(tables: readonly WebTable[], table: string, format: string | undefined): PageText | null {
  const found = tables.find(({ name }) => name === table)
  if (found === undefined) return null
  if (format === 'json') return { text: toTableJson(found), type: 'application/json' }
  const headers = { 'content-disposition': `attachment; filename="${table}.csv"` }
  return { text: toCsv(found), type: 'text/csv; charset=utf-8', headers }
}
