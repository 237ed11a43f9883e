/** In whose name something is written on GitHub: what others wrote is never changed. */
export interface Author {
  /** Of the App; its login is `<slug>[bot]`, which no person can have, because of the brackets. */
  readonly slug: string
  /** Null where it is not known: then the slug tells. */
  readonly appId: number | null
}

/** Who writes with GITHUB_TOKEN. */
export const ACTIONS: Author = { slug: 'github-actions', appId: null }

export function isApp(author: Author, app: { readonly id?: number; readonly slug?: string } | null): boolean {
  if (author.appId !== null) return app?.id === author.appId
  return app?.slug === author.slug
}
