/** A table as HTML, CSV or JSON. */
import { type Html, html, NOTHING } from '../text/html.ts'

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

/** Renders the tables that have rows, and folds the others. @param address of the page, without a trailing slash */
export function toTablesHtml(tables: readonly WebTable[], address: string): Html {
  const empty = tables.filter(({ rows }) => rows.length === 0)
  const titles = empty.map(({ title }) => title).join(', ')
  const items = empty.map((table) => html`<li>${table.title}: ${sayEmpty(table)} ${toLinks(table, address)}</li>\n`)
  const folded = html`<details class="card"><summary>Nothing to show: ${titles}</summary><ul>${items}</ul></details>`
  return html`${tables.filter(({ rows }) => rows.length > 0).map((table) => toTableHtml(table, address))}${empty.length > 0 ? folded : NOTHING}`
}

/** @param body by default a table */
export function toTableHtml(table: WebTable, address: string, body = toBody(table)): Html {
  const { name, title, about, rows } = table
  const left = rows.length - MAX_ROWS
  return html`<section aria-labelledby="${name}"><h2 id="${name}">${title}</h2><p class="dim small">${about}${left > 0 ? ` The page shows ${MAX_ROWS} of ${rows.length} rows.` : ''}
${toLinks(table, address)}</p>
${rows.length === 0 ? html`<p class="card dim">${sayEmpty(table)}</p>` : body}</section>
`
}

const sayEmpty = ({ empty = 'None.' }: WebTable) => empty

function toLinks({ name, title }: WebTable, address: string): Html {
  return html`<a href="${address}/${name}.csv">CSV<span class="hidden"> of ${title}</span></a> <a href="${address}/${name}.json">JSON<span class="hidden"> of ${title}</span></a>`
}

function toBody({ title, columns, rows }: WebTable): Html {
  return html`<div class="card scroll" tabindex="0" role="group" aria-label="${title}"><table><thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.slice(0, MAX_ROWS).map((row) => html`<tr>${row.map(toCell)}</tr>\n`)}</tbody></table></div>`
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
