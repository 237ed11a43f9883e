/** Creates the page of an organisation or user from the repositories that the reader may read. */
import { type RepositoryName, toRepositoryName } from '../../github/routes.ts'
import { toWebPage } from '../../render/web/layout.ts'
import { type OwnedRepository, toOwnerContent, toOwnerTables } from '../../render/web/owner-page.ts'
import type { PullStore } from '../queue/pulls.ts'
import type { ReaderAccess } from './access.ts'
import { type PageText, toTableText } from './pages.ts'

export interface OwnerRoute {
  readonly login: string
  /** Undefined: the page with all of them. */
  readonly table: string | undefined
  readonly format: string | undefined
}

interface OwnerOptions {
  readonly pulls: Pick<PullStore, 'figures' | 'repositories'>
  readonly read: (name: RepositoryName) => ReturnType<ReaderAccess['repository']>
}

const OWNER = /^\/o\/([\w.-]{1,100})(?:\/([a-z-]{1,30})\.(csv|json))?$/

/** Null: this is no page. */
export function toOwnerRoute(path: string): OwnerRoute | null {
  const [, login, table, format] = OWNER.exec(path) ?? []
  return login === undefined ? null : { login, table, format }
}

/** Null: there is no such page, or the reader may read none of the repositories. */
export async function answerOwner(
  options: OwnerOptions,
  { login, table, format }: OwnerRoute,
): Promise<PageText | null | 'signed-out'> {
  const stored = await options.pulls.repositories(login)
  const answers = await Promise.all(stored.map(({ name }) => options.read(toRepositoryName(name))))
  if (answers.includes('signed-out')) return 'signed-out'
  const owned = await Promise.all(
    stored.flatMap(({ id }, i): readonly Promise<OwnedRepository>[] => {
      const answer = answers[i]
      // The name may belong to another repository now.
      if (typeof answer !== 'object' || answer?.id !== id) return []
      return [options.pulls.figures(id).then((pulls) => ({ name: answer.name, pulls }))]
    }),
  )
  if (owned.length === 0) return null
  const tables = toOwnerTables(owned)
  if (table !== undefined) return toTableText(tables, table, format)
  const frame = { title: login, isSignedIn: true, path: [[login, `/o/${login}`]] as const }
  return { text: toWebPage(frame, toOwnerContent(login, tables)) }
}
