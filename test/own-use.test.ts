import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findOwnUse } from '../src/own-use.ts'
import { getFolder } from './support/folder.ts'

const WHO = ['-c', 'user.name=ada', '-c', 'user.email=ada@example.com']

function getClone(origin: string | null) {
  const folder = getFolder({})
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-C', folder, ...words], { encoding: 'utf8', stdio: 'pipe' }).trim()
  git('init', '--quiet', '--initial-branch=main')
  git(...WHO, 'commit', '--quiet', '--allow-empty', '--message=one')
  if (origin !== null) git('remote', 'add', 'origin', origin)
  return { folder, git, sha: git('rev-parse', 'HEAD') }
}

test.each([
  ['https://github.com/acme/gate.git', 'github.com'],
  ['https://mona:secret@github.com/acme/gate', 'github.com'],
  ['git@github.com:acme/gate.git', 'github.com'],
  ['ssh://git@git.example.com:22/acme/gate', 'git.example.com'],
])('of a clone of %s it is that repository at the commit that is checked out', (origin, host) => {
  const { folder, sha } = getClone(origin)
  expect(findOwnUse(folder)).toEqual({ uses: `acme/gate@${sha}`, isPushed: false, host })
})

test('whether its origin has the commit is what the clone knows of it', () => {
  const { folder, git, sha } = getClone('https://github.com/acme/gate.git')
  git('update-ref', 'refs/remotes/origin/main', sha)
  expect(findOwnUse(folder)?.isPushed).toBe(true)
  git(...WHO, 'commit', '--quiet', '--allow-empty', '--message=two')
  expect(findOwnUse(folder)).toMatchObject({ isPushed: false })
})

test.each([null, '/srv/git/gate.git', '../gate', 'file:///srv/gate.git'])(
  'a clone whose origin is %j does not know it',
  (origin) => {
    expect(findOwnUse(getClone(origin).folder)).toBeNull()
  },
)

test('a package inside of a repository is no part of it, and a hook of git that started us leads nowhere else', () => {
  const { folder } = getClone('https://github.com/acme/shop.git')
  const installed = join(folder, 'node_modules/tdd-gate')
  mkdirSync(installed, { recursive: true })
  const own = getClone('https://github.com/acme/gate.git')
  process.env['GIT_DIR'] = join(folder, '.git')
  onTestFinished(() => void delete process.env['GIT_DIR'])
  expect(findOwnUse(installed)).toBeNull()
  expect(findOwnUse(own.folder)?.uses).toBe(`acme/gate@${own.sha}`)
})

test('a package that a release made knows the tag of the release', () => {
  const manifest = { repository: { url: 'git+https://github.com/acme/gate.git' }, releaseTag: 'v0.2.0' }
  const folder = getFolder({ 'package.json': JSON.stringify(manifest) })
  expect(findOwnUse(folder)).toEqual({ uses: 'acme/gate@v0.2.0', isPushed: true, host: 'github.com' })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, releaseTag: undefined }))
  expect(findOwnUse(folder)).toBeNull()
})
