import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { findPushRemote } from '../../../src/git/remote.ts'
import { openRepository } from '../../../src/git/repository.ts'
import { publishBranch } from '../../../src/operations/lead/publish.ts'
import { getFolder } from '../../support/folder.ts'
import { createRepository, type TestRepository } from '../../support/repository.ts'

const BRANCH = 'master/task-7-prices'
const TEXT = { title: 'Task #7 [master]: Prices', body: '## Summary\n' }
const COMPARE = `https://github.com/acme/shop/compare/main...${encodeURIComponent(BRANCH)}?expand=1&title=Task%20%237%20%5Bmaster%5D%3A%20Prices`
const PULL = 'https://github.com/acme/shop/pull/9'

/** GitHub's command line, as far as a pull request needs it. It notes its arguments and what it reads. */
const toGh = (lists: string, create: string) => `#!/bin/sh
printf '%s\\n' "$*" >> "$(dirname "$0")/called"
case "$2" in
  list) ${lists};;
  create) cat > "$(dirname "$0")/body"; ${create};;
esac
`

let repo: TestRepository
let bare: string
beforeEach(async () => {
  bare = getFolder({})
  execFileSync('git', ['init', '--quiet', '--bare', bare])
  repo = await createRepository()
  await repo.commit('base', { 'a.txt': 'a\n' })
  await repo.git('remote', 'add', 'origin', 'https://github.com/acme/shop.git')
  await repo.git('config', 'remote.origin.pushurl', bare)
  await repo.branch(BRANCH)
  return () => repo[Symbol.asyncDispose]()
})
afterAll(() => vi.unstubAllEnvs())

const getPushed = () =>
  execFileSync('git', ['for-each-ref', '--format=%(refname:short)'], { cwd: bare, encoding: 'utf8' })

/** @param gh null: it is not installed */
async function publishWith(gh: string | null, given: Partial<Parameters<typeof publishBranch>[1]> = {}) {
  const folder = getFolder(gh === null ? {} : { gh })
  if (gh !== null) chmodSync(join(folder, 'gh'), 0o755)
  vi.stubEnv('PATH', `${folder}:/usr/bin:/bin`)
  const asked: string[] = []
  const ask = async (question: string) => asked.push(question) > 0
  const repository = await openRepository(repo.dir)
  const remote = await findPushRemote(repository, 'main')
  const options = { ...TEXT, remote, base: 'main', pushes: true, opens: true, isConfirmed: false, ask, ...given }
  const published = await publishBranch(repository, options)
  const read = (name: string) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '')
  return { published, asked, called: read('called'), body: read('body') }
}

describe('publish', () => {
  test('pushes, and opens the pull request with GitHub’s command line, each after a question', async () => {
    const { published, asked, called, body } = await publishWith(toGh('', `echo ${PULL}`))
    expect(published).toEqual({
      remote: 'origin',
      branch: BRANCH,
      isPushed: true,
      pullRequest: PULL,
      open: null,
      why: null,
      commands: [],
    })
    expect(asked).toEqual([`Push ${BRANCH} to origin?`, `Open the pull request "${TEXT.title}" for main?`])
    expect(getPushed()).toBe(`${BRANCH}\n`)
    expect(called.split('\n')[1]).toBe(
      `pr create --repo github.com/acme/shop --base main --head ${BRANCH} --title ${TEXT.title} --body-file -`,
    )
    expect(body).toBe(TEXT.body)
  })

  test('a pull request that is open already is named, and no other one is opened', async () => {
    const { published, asked, called } = await publishWith(toGh(`echo ${PULL}`, 'exit 1'))
    expect(published).toMatchObject({ isPushed: true, pullRequest: PULL, commands: [] })
    expect(asked).toHaveLength(1)
    expect(called).not.toContain('create')
  })

  test('where GitHub’s command line is missing, a link opens the form', async () => {
    const { published, asked } = await publishWith(null, { isConfirmed: true })
    expect(published).toMatchObject({ isPushed: true, pullRequest: null, open: COMPARE, why: null })
    expect(asked).toEqual([])
  })

  test('where it fails, the reason, a link and its command remain', async () => {
    const { published } = await publishWith(toGh('', 'echo "not logged in" >&2; exit 4'))
    expect(published).toMatchObject({ isPushed: true, pullRequest: null, open: COMPARE, why: 'gh: not logged in' })
  })

  test.each([
    ['the person declines', { ask: async () => false }, 'declined'],
    ['no terminal is here', { ask: undefined }, 'no terminal is here to ask, so add `--no-confirm`'],
    ['it is asked to push nothing', { pushes: false }, null],
  ])('where %s, nothing leaves the machine, and the command is named', async (_, given, why) => {
    const { published, called } = await publishWith(toGh('', `echo ${PULL}`), given)
    expect(published).toMatchObject({ isPushed: false, pullRequest: null, open: null, why })
    expect(published.commands).toEqual([`git push --set-upstream origin ${BRANCH}`])
    expect(getPushed() + called).toBe('')
  })

  test('a push that fails says why, and opens nothing', async () => {
    await repo.git('config', 'remote.origin.pushurl', join(bare, 'gone'))
    const { published, called } = await publishWith(toGh('', `echo ${PULL}`))
    expect(published).toMatchObject({
      isPushed: false,
      why: expect.stringMatching(/^git push failed: /),
      pullRequest: null,
    })
    expect(called).toBe('')
  })

  test('a remote on another host gets the push alone', async () => {
    await repo.git('config', 'remote.origin.url', bare)
    const { published, called } = await publishWith(toGh('', `echo ${PULL}`))
    expect(published).toMatchObject({ isPushed: true, pullRequest: null, open: null, why: null })
    expect(called).toBe('')
  })

  test('without a remote there is nothing to do', async () => {
    await repo.git('remote', 'remove', 'origin')
    const { published } = await publishWith(null)
    expect(published).toMatchObject({ remote: null, isPushed: false, commands: [] })
  })
})
