/** A table as HTML, CSV or JSON. */
import { type Html, html } from '../text/html.ts'

type TableCell = string | number | null | { readonly text: string; readonly address: string }

export interface WebTable {
  /** Part of its address. */
  readonly name: string
  readonly title: string
  readonly about: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly TableCell[])[]
  /** What is known where there are no rows; absent: nothing more. */
  readonly empty?: string
}

const MAX_ROWS = 200
/** A spreadsheet would run a cell that begins so as a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** @param address of the page, without a trailing slash */
export function toTableHtml({ name, title, about, columns, rows, empty = 'None.' }: WebTable, address: string): Html {
  const left = rows.length - MAX_ROWS
  const body = html`<div class="card scroll" tabindex="0" role="group" aria-label="${title}"><table><thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.slice(0, MAX_ROWS).map((row) => html`<tr>${row.map(toCell)}</tr>\n`)}</tbody></table></div>`
  return html`<section aria-labelledby="${name}"><h2 id="${name}">${title}</h2><p class="dim small">${about}${left > 0 ? ` The page shows ${MAX_ROWS} of ${rows.length} rows.` : ''}
<a href="${address}/${name}.csv">CSV<span class="hidden"> of ${title}</span></a> <a href="${address}/${name}.json">JSON<span class="hidden"> of ${title}</span></a></p>
${rows.length === 0 ? html`<p class="card dim">${empty}</p>` : body}</section>
`
}

function toCell(cell: TableCell): Html {
  if (cell === null || typeof cell !== 'object') return html`<td>${cell ?? '-'}</td>`
  return html`<td><a href="${cell.address}">${cell.text}</a></td>`
}

function toPlain(cell: TableCell): string | number | null {
  return typeof cell === 'object' && cell !== null ? cell.text : cell
}

export function toCsv({ columns, rows }: WebTable): string {
  return [columns, ...rows].map((row) => row.map((cell) => toField(toPlain(cell))).join(',')).join('\r\n')
}

function toField(value: string | number | null): string {
  if (typeof value !== 'string') return String(value ?? '')
  return `"${(FORMULA.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`
}

export function toTableJson({ name, columns, rows }: WebTable): string {
  const entries = rows.map((row) => Object.fromEntries(row.map((cell, i) => [columns[i] ?? '', toPlain(cell)])))
  return JSON.stringify({ schemaVersion: 1, table: name, rows: entries })
}
