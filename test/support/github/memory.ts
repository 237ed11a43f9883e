/** A GitHub in memory, just large enough to open a task: it may die at any request, before or after doing it. */

import type { AppIdentity, GitHub } from '../../../src/github/routes.ts'
import type { Answered } from './contract.ts'
import { type Answerer, contractGitHub, type Seen, throwProblems } from './in-process.ts'

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

/** The content of the repository. */
interface Content {
  readonly commits: Commit[]
  readonly refs: Map<string, string>
  readonly checks: { readonly name: string; readonly head_sha: string; readonly text: string }[]
  readonly pulls: MemoryPull[]
}

export class Died extends Error {}

/** @param hasDrafts whether the repository supports drafts */
export function memoryGitHub(self: AppIdentity, hasDrafts = true) {
  const seen: Seen = { asked: [], problems: [] }
  const world: Content = {
    commits: [],
    refs: new Map(),
    checks: [],
    pulls: [],
  }
  const github = contractGitHub(answering(world, self, hasDrafts), seen)
  /** @param dies the request (from 0) at which the process dies, and whether GitHub had done it already */
  const connect = (dies?: { readonly at: number; readonly after: boolean }): GitHub => {
    let count = -1
    return {
      request: async (route, asked) => {
        count += 1
        if (dies && count > dies.at) throw new Died()
        if (dies?.at === count && !dies.after) throw new Died()
        const response = await github.request(route, asked)
        throwProblems(seen)
        if (dies?.at === count) throw new Died()
        return response
      },
    }
  }
  return { ...world, requests: seen.asked, connect }
}

function answering(world: Content, self: AppIdentity, hasDrafts: boolean): Answerer {
  const bot = `${self.slug}[bot]`
  const refuse = (status: number, message: string): Answered => [status, { message }]
  const toCommit = (ref = ''): Answered => {
    const commit = world.commits.find(({ sha }) => sha === ref)
    if (commit === undefined) return refuse(404, 'Not Found')
    const { sha, message, author } = commit
    return [200, { sha, author: { login: author }, commit: { message, verification: { verified: author === bot } } }]
  }
  const toPull = ({ number, head, body, draft, closedAt, isMerged }: MemoryPull) => ({
    number,
    body,
    draft,
    user: { login: bot },
    base: { repo: { id: 1 } },
    merged_at: isMerged ? '2026-01-01T00:00:00Z' : null,
    head: { ref: head, repo: { id: 1 }, sha: closedAt ?? world.refs.get(`heads/${head}`) },
  })
  return (route, params, query, body) => {
    const ref = decodeURIComponent(params['ref'] ?? '')
    switch (route) {
      case 'GET /repos/{owner}/{repo}/git/ref/{ref}': {
        const sha = world.refs.get(ref)
        return sha === undefined ? refuse(404, 'Not Found') : [200, { object: { sha } }]
      }
      case 'GET /repos/{owner}/{repo}/commits/{ref}':
        return toCommit(ref)
      case 'POST /repos/{owner}/{repo}/git/commits': {
        const { message, parents } = body as { message: string; parents: string[] }
        const sha = (world.commits.length + 1).toString(16).padStart(40, 'c')
        world.commits.push({ sha, message, parents, author: bot })
        return [201, { sha }]
      }
      case 'POST /repos/{owner}/{repo}/git/refs': {
        const name = String(body['ref']).replace('refs/', '')
        if (world.refs.has(name)) return refuse(422, 'Reference already exists')
        world.refs.set(name, String(body['sha']))
        return [201, { ref: body['ref'], object: { type: 'commit', sha: body['sha'] } }]
      }
      case 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs': {
        const own = world.checks
          .map((check, id) => ({ ...check, id, app: self, output: { text: check.text } }))
          .filter(({ head_sha, name }) => head_sha === ref && name === (query['check_name'] ?? name))
        return [200, { total_count: own.length, check_runs: own.map(({ text: _, ...check }) => check) }]
      }
      case 'POST /repos/{owner}/{repo}/check-runs': {
        const { name, head_sha, output } = body as { name: string; head_sha: string; output: { text: string } }
        world.checks.push({ name, head_sha, text: output.text })
        return [201, { id: world.checks.length, name, head_sha }]
      }
      case 'GET /repos/{owner}/{repo}/git/matching-refs/{ref}': {
        const found = [...world.refs].filter(([name]) => name.startsWith(ref))
        return [200, found.map(([name, sha]) => ({ ref: `refs/${name}`, object: { type: 'commit', sha } }))]
      }
      case 'GET /repos/{owner}/{repo}/pulls': {
        const { head, state = 'open' } = query
        const found = world.pulls
          .filter((pull) => head === undefined || `acme:${pull.head}` === head)
          .filter((pull) => (pull.closedAt === undefined ? 'open' : 'closed') === state)
        return [200, found.toReversed().map(toPull)]
      }
      case 'POST /repos/{owner}/{repo}/pulls': {
        const { head, body: text, draft } = body as { head: string; body: string; draft?: boolean }
        if (draft && !hasDrafts) return refuse(422, 'Draft pull requests are not supported in this repository.')
        world.pulls.push({ number: world.pulls.length + 5, head, body: text, draft: draft === true })
        return [201, { number: world.pulls.length + 4 }]
      }
      default:
        throw new Error(`memory-github does not answer ${route}`)
    }
  }
}
