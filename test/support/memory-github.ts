/** A GitHub in memory, just large enough to open a task: it may die at any request, before or after doing it. */

import { toRefusal } from '../../src/github/refusal.ts'
import type { AppIdentity, GitHub, Route } from '../../src/github/routes.ts'

interface Commit {
  readonly sha: string
  readonly message: string
  readonly parents: readonly string[]
  readonly author: string
}

export interface MemoryPull {
  readonly number: number
  readonly head: string
  readonly body: string
  readonly draft: boolean
  /** Closed with this commit as its head; absent while open. */
  readonly closedAt?: string
  readonly isMerged?: boolean
}

export interface MemoryGitHub {
  readonly github: GitHub
  readonly commits: Commit[]
  readonly refs: Map<string, string>
  readonly checks: { readonly name: string; readonly head_sha: string; readonly text: string }[]
  readonly pulls: MemoryPull[]
  readonly requests: string[]
}

/** The content of these requests. */
interface Asked {
  readonly ref: string
  readonly sha: string
  readonly message: string
  readonly parents: readonly string[]
  readonly name: string
  readonly check_name: string
  readonly head_sha: string
  readonly output: { readonly text: string }
  readonly head: string
  readonly body: string
  readonly draft?: boolean
  readonly state?: 'open' | 'closed'
}

export class Died extends Error {}

/** @param dies the request (from 0) at which the process dies, and whether GitHub had done it already */
export function memoryGitHub(self: AppIdentity, hasDrafts = true) {
  const world = {
    commits: [] as Commit[],
    refs: new Map<string, string>(),
    checks: [],
    pulls: [],
    requests: [],
  } as unknown as MemoryGitHub
  const bot = `${self.slug}[bot]`
  const refuse = (route: Route, status: number, message: string): never => {
    throw toRefusal(route, Object.assign(new Error(message), { status, response: { headers: {} } }))
  }
  const handlers: Record<string, (asked: Asked, route: Route) => unknown> = {
    'GET /repos/{owner}/{repo}/git/ref/{ref}': ({ ref }, route) => {
      const sha = world.refs.get(ref) ?? refuse(route, 404, 'Not Found')
      return { object: { sha } }
    },
    'GET /repos/{owner}/{repo}/commits/{ref}': ({ ref }) => {
      const { sha, message, author } = world.commits.find((commit) => commit.sha === ref)!
      return { sha, author: { login: author }, commit: { message, verification: { verified: author === bot } } }
    },
    'POST /repos/{owner}/{repo}/git/commits': ({ message, parents }) => {
      const sha = String(world.commits.length + 1).padStart(40, 'c')
      world.commits.push({ sha, message, parents, author: bot })
      return { sha }
    },
    'POST /repos/{owner}/{repo}/git/refs': ({ ref, sha }, route) => {
      const name = String(ref).replace('refs/', '')
      if (world.refs.has(name)) refuse(route, 422, 'Reference already exists')
      world.refs.set(name, sha)
      return {}
    },
    'GET /repos/{owner}/{repo}/commits/{ref}/check-runs': ({ ref, check_name }) => ({
      check_runs: world.checks
        .map((check, id) => ({ ...check, id, app: self, output: { text: check.text } }))
        .filter((check) => check.head_sha === ref && check.name === (check_name ?? check.name)),
    }),
    'POST /repos/{owner}/{repo}/check-runs': ({ name, head_sha, output }) => {
      world.checks.push({ name, head_sha, text: output.text })
      return {}
    },
    'GET /repos/{owner}/{repo}/git/matching-refs/{ref}': ({ ref }) =>
      [...world.refs]
        .filter(([name]) => name.startsWith(ref))
        .map(([name, sha]) => ({ ref: `refs/${name}`, object: { sha } })),
    'GET /repos/{owner}/{repo}/pulls': ({ head, state = 'open' }) =>
      world.pulls
        .filter((pull) => head === undefined || `acme:${pull.head}` === head)
        .filter((pull) => (pull.closedAt === undefined ? 'open' : 'closed') === state)
        .toReversed()
        .map((pull) => ({
          ...{
            ...pull,
            user: { login: bot },
            base: { repo: { id: 1 } },
            merged_at: pull.isMerged ? '2026-01-01' : null,
          },
          head: { ref: pull.head, repo: { id: 1 }, sha: pull.closedAt ?? world.refs.get(`heads/${pull.head}`) },
        })),
    'POST /repos/{owner}/{repo}/pulls': ({ head, body, draft }, route) => {
      if (draft && !hasDrafts) refuse(route, 422, 'Draft pull requests are not supported in this repository.')
      world.pulls.push({ number: world.pulls.length + 5, head, body, draft: draft === true })
      return { number: world.pulls.length + 4 }
    },
  }
  const connect = (dies?: { readonly at: number; readonly after: boolean }): GitHub => {
    let count = -1
    return {
      request: async (route, asked) => {
        count += 1
        world.requests.push(route)
        if (dies && count > dies.at) throw new Died()
        if (dies?.at === count && !dies.after) throw new Died()
        const data = handlers[route]?.(asked as unknown as Asked, route)
        if (dies?.at === count) throw new Died()
        return { status: 200, url: '', headers: {}, data } as never
      },
    }
  }
  return { ...world, connect }
}
