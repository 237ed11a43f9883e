import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRepository } from '../../src/git/repository.ts'
import { readUnfinished, refuseUnfinished } from '../../src/git/unfinished.ts'
import { commitOperation, completeOperation } from '../../src/operations/catalog/complete.ts'
import { nextOperation, statusOperation } from '../../src/operations/catalog/next.ts'
import { verifyOperation } from '../../src/operations/catalog/verify.ts'
import { toErrorJson } from '../../src/render/text/error.ts'
import { copyRepository, createRepository, type TestRepository } from '../support/repository.ts'

const HOOKS = { onProgress: () => undefined, signal: new AbortController().signal }
const PERSON = { GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'a@example.com', GIT_COMMITTER_NAME: 'Ada' }
/** As a person pastes it, without an editor to open. */
const paste = (dir: string, command: string) => {
  const env = { ...process.env, ...PERSON, GIT_COMMITTER_EMAIL: 'a@example.com', GIT_EDITOR: 'false' }
  return promisify(execFile)('sh', ['-c', command], { cwd: dir, env })
}

/** On `work`, three commits; on `main`, one that is in conflict with the second of them. */
async function createFork(): Promise<TestRepository> {
  const repo = await createRepository()
  await repo.commit('base', { 'a.js': '1\n', 'b.js': '1\n' })
  await repo.branch('work')
  await repo.commit('first', { 'b.js': '2\n' })
  await repo.commit('second', { 'a.js': '2\n' })
  await repo.commit('third', { 'b.js': '3\n' })
  await repo.checkout('main')
  await repo.commit('other', { 'a.js': '3\n' })
  await repo.checkout('work')
  return repo
}

let fork: TestRepository
beforeAll(async () => {
  fork = await createFork()
})
afterAll(() => fork[Symbol.asyncDispose]())

const stop = (repo: TestRepository, ...args: readonly string[]) =>
  repo.git(...args).then(
    () => {},
    () => {},
  )
const edit = (command: string) => [
  '-c',
  `sequence.editor=sed -i 's/^pick/${command}/'`,
  'rebase',
  '--quiet',
  '-i',
  'HEAD~2',
]
const patch = async (repo: TestRepository) => {
  await writeFile(join(repo.dir, '.git/other.patch'), `${await repo.git('format-patch', '-1', '--stdout', 'main')}\n`)
  await stop(repo, 'am', '--3way', '--quiet', '.git/other.patch')
}
const bisect = async (repo: TestRepository) => {
  await repo.git('bisect', 'start', 'HEAD', 'HEAD~3')
}
const withoutEditor = (verb: string) => `GIT_EDITOR=true git ${verb} --continue`

interface Case {
  readonly kind: string
  readonly begin: (repo: TestRepository) => Promise<void>
  readonly conflicts?: readonly string[]
  readonly goOn?: string
  readonly abort?: string
}

const A = ['a.js']
const CASES: readonly (readonly [string, Case])[] = [
  ['rebase', { kind: 'rebase', conflicts: A, begin: (repo) => stop(repo, 'rebase', 'main') }],
  ['rebase by patches', { kind: 'rebase', conflicts: A, begin: (repo) => stop(repo, 'rebase', '--apply', 'main') }],
  ['rebase at an edit', { kind: 'rebase', begin: (repo) => stop(repo, ...edit('edit')) }],
  ['rebase at a command', { kind: 'rebase', begin: (repo) => stop(repo, 'rebase', '--exec', 'false', 'HEAD~1') }],
  ['merge', { kind: 'merge', conflicts: A, begin: (repo) => stop(repo, 'merge', 'main') }],
  [
    'merge without a change',
    { kind: 'merge', begin: (repo) => stop(repo, 'merge', '--no-commit', '-s', 'ours', 'main') },
  ],
  ['cherry-pick', { kind: 'cherry-pick', conflicts: A, begin: (repo) => stop(repo, 'cherry-pick', 'main') }],
  [
    'cherry-pick without a change',
    { kind: 'cherry-pick', begin: (repo) => stop(repo, 'cherry-pick', 'HEAD'), goOn: 'git cherry-pick --skip' },
  ],
  ['revert', { kind: 'revert', conflicts: ['b.js'], begin: (repo) => stop(repo, 'revert', '--no-edit', 'HEAD~2') }],
  ['git am', { kind: 'am', conflicts: A, begin: patch, goOn: 'git am --continue' }],
  ['bisection', { kind: 'bisect', begin: bisect, goOn: 'git bisect <good|bad>', abort: 'git bisect reset' }],
]

test.each(CASES)(
  'an unfinished %s is seen, and its commands go on and end it',
  async (_, { kind, begin, ...expected }) => {
    const { conflicts = [], goOn = withoutEditor(kind), abort = `git ${kind} --abort` } = expected
    await using repo = await copyRepository(fork)
    const repository = await openRepository(repo.dir)
    const head = await repo.git('rev-parse', 'HEAD')
    expect(await readUnfinished(repository)).toBeNull()
    await begin(repo)
    expect(await readUnfinished(repository)).toMatchObject({ kind, conflicts, continue: goOn, abort })
    await paste(repo.dir, abort)
    expect(await readUnfinished(repository)).toBeNull()
    expect(await repo.git('rev-parse', 'HEAD')).toBe(head)
    await begin(repo)
    const error = await refuseUnfinished(repository).catch((thrown: unknown) => thrown)
    const { error: json } = toErrorJson(error)
    expect(json).toMatchObject({ code: 'merge-in-progress', unfinished: { kind, continue: goOn, abort, conflicts } })
    expect(json.suggestion).toContain(goOn)
    expect(json.suggestion).toContain(abort)
    expect(json.commands ?? []).toEqual(conflicts.length > 0 || kind === 'bisect' ? [] : [goOn])
    if (kind === 'bisect') return
    // The author resolves what is in conflict; the next stop of an `edit` is another one.
    await repo.write(Object.fromEntries(conflicts.map((path) => [path, 'resolved\n'])))
    const [, command = ''] =
      /: ((?:git add a\.js|git add b\.js|GIT_EDITOR|git)[^\n]*)$/m.exec(json.suggestion.split('\nOr')[0] ?? '') ?? []
    for (let stops = 0; stops < 3 && (await readUnfinished(repository)) !== null; stops += 1)
      await paste(repo.dir, command)
    expect(await readUnfinished(repository)).toBeNull()
    for (const path of conflicts) expect(await readFile(join(repo.dir, path), 'utf8')).toBe('resolved\n')
  },
)

test('a change that is not staged is staged before a rebase goes on', async () => {
  await using repo = await copyRepository(fork)
  const repository = await openRepository(repo.dir)
  await stop(repo, ...edit('edit'))
  await repo.write({ 'b.js': 'later\n' })
  const error = await refuseUnfinished(repository).catch((thrown: unknown) => thrown)
  const { commands = [] } = toErrorJson(error).error
  expect(commands).toEqual(['git add --update && GIT_EDITOR=true git rebase --continue'])
})

test('in a linked worktree, its own state counts, and that of another worktree does not', async () => {
  await using repo = await copyRepository(fork)
  await using place = await createRepository()
  const linked = join(place.dir, 'linked')
  await repo.git('worktree', 'add', '--quiet', linked, '-b', 'linked')
  await repo.git('-C', linked, 'merge', '--quiet', 'main').catch(() => undefined)
  expect(await readUnfinished(await openRepository(repo.dir))).toBeNull()
  expect(await readUnfinished(await openRepository(linked))).toMatchObject({ kind: 'merge', conflicts: A })
})

test('a pick of several commits is unfinished after the author has committed the one in conflict', async () => {
  await using repo = await copyRepository(fork)
  await repo.checkout('main')
  await stop(repo, 'cherry-pick', 'work~2', 'work~1', 'work')
  await repo.write({ 'a.js': 'resolved\n' })
  await repo.git('commit', '--quiet', '--all', '-m', 'by hand')
  expect(await readUnfinished(await openRepository(repo.dir))).toMatchObject({ kind: 'cherry-pick', isEditing: false })
})

test('verify, next, status, complete and commit name it first, with the same text; a named head is judged', async () => {
  await using repo = await copyRepository(fork)
  await stop(repo, 'merge', '--quiet', 'main')
  const input = { repo: repo.dir, base: 'main' }
  const others = { all: false, attempt: false, verify: true, diff: false }
  const operations = [verifyOperation, nextOperation, statusOperation, completeOperation, commitOperation]
  const errors = await Promise.all(
    operations.map((operation) =>
      operation.run({ ...input, ...others }, HOOKS).catch((thrown: unknown) => toErrorJson(thrown)),
    ),
  )
  expect(new Set(errors.map((error) => JSON.stringify(error))).size).toBe(1)
  expect(errors[0]).toMatchObject({ error: { code: 'merge-in-progress', unfinished: { kind: 'merge' } } })
  // Nothing is left to judge there, which is another answer.
  await expect(verifyOperation.run({ ...input, head: 'main' }, HOOKS)).rejects.toMatchObject({ code: 'no-commits' })
})
