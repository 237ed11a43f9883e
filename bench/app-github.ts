/** A process that answers the App as GitHub does, from a table: `node app-github.ts <pulls>`; its first line is its port. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Octokit } from '@octokit/core'
import { evaluatePullRequest } from '../src/app/gate/handle-event.ts'
import type { GitHub } from '../src/github/routes.ts'
import { APP } from '../test/support/github/state.ts'
import { openWorld, REPOSITORY } from '../test/support/github/story-world.ts'

const API = '/api/v3'
const TOKEN = /^\/app\/installations\/\d+\/access_tokens$/

/** Answers by method and address: for open pull requests that wait for their first run, evaluated again and again. */
async function getAnswers(pulls: number): Promise<ReadonlyMap<string, object>> {
  const world = openWorld()
  for (let number = 1; number <= pulls; number += 1) world.open(number).commit({ [`doc-${number}.md`]: 'v1' })
  const { request } = new Octokit()
  const table = new Map<string, object>()
  const recording: GitHub = {
    request: async (route, parameters) => {
      const answer = await world.github.request(route, parameters)
      const { method, url } = request.endpoint(route, { baseUrl: '', ...parameters })
      table.set(`${method} ${url}`, answer.data as object)
      return answer
    },
  }
  for (let number = 1; number <= pulls; number += 1) {
    await world.look(number)
    await evaluatePullRequest({ github: recording, repository: REPOSITORY, number, context: world.context })
  }
  return table
}

const table = await getAnswers(Number(process.argv[2]))
const own = (path: string): object | undefined => {
  if (path === '/app') return APP
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  if (TOKEN.test(path)) return { token: 'ghs_bench', expires_at, permissions: {} }
  return path.startsWith('/app/') ? [] : undefined
}
const server = createServer((request, response) => {
  const url = (request.url ?? '').slice(API.length)
  const body = table.get(`${request.method} ${url}`) ?? own(url.split('?')[0] ?? '')
  request.resume()
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(body ?? { message: 'Not Found' }))
}).listen(0, '127.0.0.1')
await once(server, 'listening')
// Ends with its parent process.
process.on('disconnect', () => process.exit())
console.log((server.address() as AddressInfo).port)
