/** A small world for the local GitHub's own tests: one repository, its people, one App, and a listener for webhooks. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createAppAuth } from '@octokit/auth-app'
import { Octokit } from '@octokit/core'
import { onTestFinished } from 'vitest'
import { type LocalGitHub, startGitHub } from './github.ts'
import type { LocalApp } from './verbs.ts'
import type { Installation, Permissions, Repository, User } from './world.ts'

export const SHOP = { owner: 'acme', repo: 'shop' }
export const SECRET = 'it-is-a-secret'
export const EVENTS = [
  'check_run',
  'check_suite',
  'issue_comment',
  'issues',
  'merge_group',
  'pull_request',
  'push',
  'status',
  'workflow_run',
]
export const PERMISSIONS: Permissions = {
  actions: 'read',
  administration: 'read',
  checks: 'write',
  contents: 'write',
  issues: 'write',
  merge_queues: 'read',
  pull_requests: 'write',
  statuses: 'write',
}

export interface AppliedDecisions {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly event: string
  readonly body: string
  // biome-ignore lint/suspicious/noExplicitAny: payloads are judged by GitHub's description
  readonly payload: any
}

export interface People {
  /** Administers the shop. */
  readonly mona: User
  /** Writes. */
  readonly ada: User
  /** Reads. */
  readonly bob: User
}

export interface Stage extends People {
  readonly github: LocalGitHub
  readonly shop: Repository
  readonly gate: LocalApp
  readonly installation: Installation
  /** With a token of the installation. */
  readonly octokit: Octokit
  /** With the App's key. */
  readonly asApp: Octokit
  readonly received: AppliedDecisions[]
  /** `check_run.created` of every webhook, in the order in which they were sent: they arrive as they can. */
  readonly sent: () => string[]
}

const quiet = () => undefined
const SILENT = { debug: quiet, info: quiet, warn: quiet, error: quiet }

export async function openStage(options: { isPrivate?: boolean; permissions?: Permissions } = {}): Promise<Stage> {
  const { isPrivate = true, permissions = PERMISSIONS } = options
  const github = await startGitHub()
  onTestFinished(() => github[Symbol.asyncDispose]())
  const shop = await github.repository({
    owner: 'acme',
    name: 'shop',
    isPrivate,
    files: { 'README.md': 'Shop\n', 'src/a.ts': '1\n' },
  })
  const { mona, ada, bob } = getPeople(github, shop)
  const gate = github.app({ slug: 'tdd-gate', permissions, events: EVENTS })
  const installation = gate.installOn(shop)
  const received = await listen(gate)
  const auth = { appId: gate.app.id, privateKey: gate.app.privateKey }
  const asApp = new Octokit({ baseUrl: github.apiUrl, authStrategy: createAppAuth, auth, log: SILENT })
  const octokit = new Octokit({
    baseUrl: github.apiUrl,
    authStrategy: createAppAuth,
    auth: { ...auth, installationId: installation.id },
    log: SILENT,
  })
  const sent = () => github.deliveries.log.map(({ event, action }) => [event, action].filter(Boolean).join('.'))
  return { github, shop, mona, ada, bob, gate, installation, octokit, asApp, received, sent }
}

export function getPeople(github: LocalGitHub, shop: Repository): People {
  const [mona, ada, bob] = ['mona', 'ada', 'bob'].map((login) => github.user(login)) as [User, User, User]
  github.grant(shop, mona, 'admin')
  github.grant(shop, ada, 'write')
  github.grant(shop, bob, 'read')
  return { mona, ada, bob }
}

/** A client of an installation, or of the owner of the token. */
export function getClient(github: LocalGitHub, token: string): Octokit {
  return new Octokit({ baseUrl: github.apiUrl, auth: token, log: SILENT })
}

async function listen(gate: LocalApp): Promise<AppliedDecisions[]> {
  const received: AppliedDecisions[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    received.push({
      headers: request.headers,
      event: String(request.headers['x-github-event']),
      body,
      payload: JSON.parse(body),
    })
    response.writeHead(200).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  gate.listenAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, SECRET)
  return received
}

/** What GitHub refuses: status and words. */
export async function getRefusal(asked: Promise<unknown>): Promise<{ status: number; message: string }> {
  return asked.then(
    () => ({ status: 200, message: 'it was not refused' }),
    ({ status, response, message }) => ({ status, message: response?.data?.message ?? message }),
  )
}
