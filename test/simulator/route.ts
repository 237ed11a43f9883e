/** Routes of the REST API: their handlers, and what a handler receives. */
import type { Endpoints } from '@octokit/types'
import type { Caller, Repository, User, World } from './world.ts'

export type Route = keyof Endpoints

export interface Asked<R extends Route = Route> {
  readonly world: World
  readonly caller: Caller
  /** Who does it: the person, or the bot of the App. Routes that read this refuse anonymous requests. */
  readonly actor: User
  /** Of path, query and body together, numbers and booleans read as the description says. */
  readonly parameters: Endpoints[R]['parameters']
  /** On routes with `{owner}/{repo}`. */
  readonly repository: Repository
  readonly url: URL
}

export interface Answered {
  readonly status: number
  /** Missing parts are filled in from GitHub's description; text and bytes go out as they are. */
  readonly data?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type Handler<R extends Route> = (asked: Asked<R>) => Answered | Promise<Answered>
export type Handlers = { readonly [R in Route]?: Handler<R> }

export const ok = (data: unknown): Answered => ({ status: 200, data })
export const created = (data: unknown): Answered => ({ status: 201, data })
export const NO_CONTENT: Answered = { status: 204 }

/** Parameters that may hold slashes, encoded or not. */
const DEEP = ['ref', 'basehead', 'branch']

export interface Matched {
  readonly route: Route
  /** Decoded. */
  readonly params: Readonly<Record<string, string>>
}

/** Finds the route of a request, the one with most fixed parts first. */
export function createRouter(routes: readonly Route[]): (method: string, path: string) => Matched | null {
  const table = routes.map((route) => ({ route, verb: getVerb(route), pattern: getPattern(route) }))
  table.sort((a, b) => fixedParts(b.route) - fixedParts(a.route))
  return (method, path) => {
    for (const { route, verb, pattern } of table) {
      const groups = verb === method ? pattern.exec(path)?.groups : undefined
      if (groups !== undefined || (verb === method && pattern.test(path)))
        return { route, params: decoded(groups ?? {}) }
    }
    return null
  }
}

const getVerb = (route: Route) => route.split(' ')[0] ?? ''
const fixedParts = (route: Route) => route.split('/').filter((part) => part !== '' && !part.startsWith('{')).length

/** A folder's own path is empty, and then its slash is left out. */
function getPattern(route: Route): RegExp {
  const path = (route.split(' ')[1] ?? '')
    .replace('/{path}', '(?:/(?<path>.+))?')
    .replaceAll(/\{([^}]+)\}/g, (_, name: string) => (DEEP.includes(name) ? `(?<${name}>.+)` : `(?<${name}>[^/]+)`))
  return new RegExp(`^${path}/?$`)
}

function decoded(groups: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(groups).map(([name, value = '']) => [name, decodeURIComponent(value)]))
}
