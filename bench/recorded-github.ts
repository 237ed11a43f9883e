/** A GitHub for the App's process that answers as fast as it can: with what a test GitHub answered before. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Octokit } from '@octokit/core'
import { evaluatePullRequest } from '../src/app/gate/handle-event.ts'
import type { GitHub } from '../src/github/routes.ts'
import { APP } from '../test/support/github/state.ts'
import { REPOSITORY, type World } from '../test/support/github/story-world.ts'

export const API = '/api/v3'
const TOKEN = /^\/app\/installations\/(\d+)\/access_tokens$/

/** Evaluates these pull requests. @returns the answers by method and address, such as `GET /repos/acme/shop` */
export async function recordAnswers(world: World, numbers: readonly number[]): Promise<ReadonlyMap<string, object>> {
  const { request } = new Octokit()
  const answers = new Map<string, object>()
  const github: GitHub = {
    request: async (route, parameters) => {
      const answer = await world.github.request(route, parameters)
      const { method, url } = request.endpoint(route, { baseUrl: '', ...parameters })
      answers.set(`${method} ${decodeURIComponent(url)}`, answer.data as object)
      return answer
    },
  }
  const { context } = world
  for (const number of numbers) await evaluatePullRequest({ github, repository: REPOSITORY, number, context })
  return answers
}

/** Answers what an App asks about itself and its tokens. */
export function answerApp(path: string): { readonly status: number; readonly body: object } | null {
  const installation = TOKEN.exec(path)?.[1]
  if (installation === undefined)
    return path.startsWith('/app') ? { status: 200, body: path === '/app' ? APP : [] } : null
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  return { status: 201, body: { token: `ghs_${installation}_${process.pid}`, expires_at, permissions: {} } }
}

/** Listens until the parent process ends, and prints the port. */
export async function listen(listener: RequestListener): Promise<void> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.on('disconnect', () => process.exit())
  console.log((server.address() as AddressInfo).port)
}
