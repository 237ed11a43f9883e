import { readFileSync } from 'node:fs'
import { Octokit } from '@octokit/core'
import { describe, expect, test } from 'vitest'
import { type GitHub, PERMISSIONS, type Route } from '../src/github/routes.ts'
import { DESCRIBED, getOperation } from './support/github/contract.ts'

const { permissions } = JSON.parse(readFileSync(new URL('fixtures/github/permissions.json', import.meta.url), 'utf8'))
const ROUTES = Object.keys(PERMISSIONS) as Route[]

/** What an App asks as itself, with its key, is nothing that it was granted anywhere. */
const GRANTED = ROUTES.filter((route) => !route.includes(' /app/') && !route.endsWith('/installation'))

test.each(GRANTED)('GitHub describes %s, and lets apps call it', (route) => {
  expect(getOperation(route)['x-github'].enabledForGitHubApps).toBe(true)
})

test('the description holds what is used and nothing else: node scripts/trim-openapi.ts', () => {
  expect(DESCRIBED.toSorted()).toEqual(ROUTES.toSorted())
})

test.each(ROUTES)('the permission of %s is the documented one', (route) => {
  for (const [permission, access] of Object.entries(PERMISSIONS[route])) {
    expect(permissions[permission]?.[access], `${permission}: ${access}`).toContain(route)
  }
})

describe('types', () => {
  test('any Octokit is a client', () => {
    const client: GitHub = new Octokit()
    expect(client.request).toBeTypeOf('function')
  })

  test('a route that was not declared does not compile', () => {
    const ask = (client: GitHub) =>
      // @ts-expect-error: nothing here may delete a repository
      client.request('DELETE /repos/{owner}/{repo}', { owner: 'acme', repo: 'shop' })
    expect(ask).toBeTypeOf('function')
  })
})
