import { expect, test } from 'vitest'
import { PERMISSIONS } from '../../src/github/routes.ts'
import { DESCRIBED_FOR_PEOPLE } from '../support/github/contract.ts'
import { DESCRIBED_WEBHOOKS } from '../support/webhook-contract.ts'
import { startGitHub } from './github.ts'
import { PEOPLE } from './people.ts'
import { WEBHOOKS } from './webhooks.ts'

test('the descriptions hold what is used and nothing else: node scripts/trim-openapi.ts', () => {
  expect(DESCRIBED_FOR_PEOPLE.toSorted()).toEqual(Object.keys(PEOPLE).toSorted())
  expect(DESCRIBED_WEBHOOKS.toSorted()).toEqual([...WEBHOOKS].toSorted())
})

test('every route is answered, but for those of Actions, which who runs workflows answers', async () => {
  await using github = await startGitHub()
  const routes = [...Object.keys(PERMISSIONS), ...Object.keys(PEOPLE)].filter((route) => !route.includes('/actions/'))
  expect(routes.filter((route) => !github.routes().includes(route))).toEqual([])
})

test('a request without an answer is a problem', async () => {
  const github = await startGitHub()
  await fetch(`${github.apiUrl}/zen`)
  await expect(github[Symbol.asyncDispose]()).rejects.toThrow('The local GitHub has no GET /zen')
})
