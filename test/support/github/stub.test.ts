import { expect, test } from 'vitest'
import { API, stubGitHub } from './stub.ts'

const PULL = 'GET /repos/{owner}/{repo}/pulls/{pull_number}'
const ADDRESS = `${API}/repos/acme/shop/pulls/1`

test('answers what was stubbed, whole', async () => {
  using stub = stubGitHub().on(PULL, { params: { pull_number: 1 }, answer: { head: { sha: 'abc' } } })
  expect(await (await fetch(ADDRESS)).json()).toMatchObject({ head: { sha: 'abc' }, state: 'open' })
  expect(stub.calls()).toEqual(['GET /repos/acme/shop/pulls/1'])
})

test('an unused stub fails the test', () => {
  const stub = stubGitHub().on(PULL, { params: { pull_number: 1 } })
  expect(stub.assertDone).toThrow(/never asked for/)
})

test('a request that GitHub would not take fails the test', async () => {
  const stub = stubGitHub().on(PULL, { params: { pull_number: 1 } })
  await fetch(`${ADDRESS}?pge=2`)
  expect(stub.assertDone).toThrow(/knows no query parameter pge/)
})

test('an answer that GitHub would not give fails the test', async () => {
  const stub = stubGitHub().on(PULL, { params: { pull_number: 1 }, answer: { number: 'one' } })
  await fetch(ADDRESS)
  expect(stub.assertDone).toThrow(/number must be integer/)
})

test('a request that was not stubbed fails the test', async () => {
  const stub = stubGitHub().on(PULL, { params: { pull_number: 1 } })
  await fetch(ADDRESS)
  await fetch(`${API}/repos/acme/shop/pulls/2`)
  expect(stub.assertDone).toThrow(/nothing was stubbed for GET .*pulls\/2/)
})
