/** The page of an organisation or user: its repositories, as far as the reader may read them, and all of them together. */
import type { ListedFigures } from '../../core/status/pull-figures.ts'
import { type Html, html } from '../text/html.ts'
import { countRefusals, GUARDS, getMedian, listAuthors, listRejections, total } from './repository-page.ts'
import { toTablesHtml, type WebTable } from './table.ts'

export interface OwnedRepository {
  /** `owner/repo` */
  readonly name: string
  readonly pulls: readonly ListedFigures[]
}

export function toOwnerContent(login: string, tables: readonly WebTable[]): Html {
  return html`<header><h1>${login}</h1></header><main>${toTablesHtml(tables, `/o/${login}`)}</main>`
}

export function toOwnerTables(owned: readonly OwnedRepository[]): readonly WebTable[] {
  const pulls = owned.flatMap((one) => one.pulls)
  return [listRepositories(owned), listAuthors(pulls), listRejections(pulls)]
}

function listRepositories(owned: readonly OwnedRepository[]): WebTable {
  const rows = owned.map(({ name, pulls }) => {
    const open = pulls.filter(({ isOpen }) => isOpen)
    return [
      { text: name, address: `/r/${name}` },
      open.length,
      `${total(open.map(({ done }) => done))} of ${total(open.map(({ subtasks }) => subtasks))}`,
      open.filter(({ guard }) => guard in GUARDS).length,
      countRefusals(pulls),
      new Set(pulls.flatMap(({ flaky }) => flaky)).size,
      getMedian(pulls.flatMap(({ minutes }) => minutes)),
    ]
  })
  const columns = [
    'repository',
    'open',
    'subtasks done',
    'not enforced',
    'rejected commits',
    'flaky tests',
    'RED to GREEN',
  ]
  const about = 'Those that changed last. Not enforced: open pull requests into branches that do not require the check.'
  return { name: 'repositories', title: 'Repositories', about, columns, rows }
}
