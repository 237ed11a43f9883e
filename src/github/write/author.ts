/** Names who writes on GitHub. */
import type { AppIdentity } from '../routes.ts'

/** The author of a write on GitHub. Checks and comments of other authors are never changed. */
export interface Author {
  /** The slug of the App. Its login is `<slug>[bot]`; logins of people cannot contain brackets. */
  readonly slug: string
  /** Null where it is unknown: then the slug identifies the author. */
  readonly appId: number | null
}

/** The author of the App's writes. */
export function getAuthor({ id, slug }: AppIdentity): Author {
  return { appId: id, slug }
}

/** The author of writes with GITHUB_TOKEN. */
export const ACTIONS: Author = { slug: 'github-actions', appId: null }

export function isApp(author: Author, app: { readonly id?: number; readonly slug?: string } | null): boolean {
  if (author.appId !== null) return app?.id === author.appId
  return app?.slug === author.slug
}
