import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkVersion, getNewest, getSection, toNotes, withSection } from '../../scripts/release.ts'
import { getFolder } from '../support/folder.ts'

const SHA = '0123456789abcdef'
const commit = (subject: string, body = '') => ({ sha: SHA, subject, body })

describe('the version of a release', () => {
  test.each([
    ['release/v0.2.0', '0.2.0', ['v0.1.0', 'v0']],
    ['release/v0.10.0', '0.10.0', ['v0.9.9']],
    ['release/v1.0.0', '1.0.0', ['v0.99.1', 'v0.100.0']],
    ['release/v0.1.0', '0.1.0', []],
  ])('%s follows what is published', (tag, version, tags) => {
    expect(() => checkVersion(tag, version, tags)).not.toThrow()
  })
  test.each([
    ['release/v0.1.0', '0.1.0', ['v0.1.0'], /does not follow 0\.1\.0/],
    ['release/v0.9.0', '0.9.0', ['v0.10.0'], /does not follow 0\.10\.0/],
    ['release/v0.2.0', '0.1.0', [], /package\.json says 0\.1\.0/],
    ['release/v0.2.0-rc', '0.2.0-rc', [], /is not a version/],
    ['v0.2.0', '0.2.0', [], /the tag is v0\.2\.0/],
  ])('%s is refused: package.json says %s, published are %j', (tag, version, tags, message) => {
    expect(() => checkVersion(tag, version, tags)).toThrow(message)
  })
  test('counts only whole versions as published', () => {
    expect(getNewest(['v0', 'v0.2.0', 'v0.10.0', 'vx', '9.9.9'])).toBe('0.10.0')
    expect(getNewest(['v0'])).toBeNull()
  })
})

test('notes name what users notice, breaking changes first, and escape the texts of commits', () => {
  const notes = toNotes([
    commit('feat(init): --uses names a fork'),
    commit('test: not a word of this'),
    commit('fix: <img src=x> by @ada [link](x)'),
    commit('feat!: exit code 4 is gone', 'BREAKING CHANGE: exit code 4 is 3 now'),
    commit('a subject without a type'),
  ])
  expect(notes).toBe(`
### Breaking

- exit code 4 is 3 now (012345678)

### New

- **init**: --uses names a fork (012345678)
- exit code 4 is gone (012345678)

### Fixed

- &lt;img src=x\\> by \\@ada \\[link\\](x) (012345678)
`)
  expect(toNotes([commit('chore: x')])).toContain('Nothing that users notice')
})

test('the changelog keeps its sections, newest first, and has each version once', () => {
  const one = withSection('', '0.1.0', '2026-11-23', '\n### New\n\n- a\n')
  const two = withSection(one, '0.2.0', '2026-12-01', '\n### Fixed\n\n- b\n')
  expect([...two.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual([
    '0.2.0 (2026-12-01)',
    '0.1.0 (2026-11-23)',
  ])
  expect(two.match(/# Changelog/g)).toHaveLength(1)
  expect([getSection(two, '0.1.0'), getSection(two, '0.3.0')]).toEqual(['### New\n\n- a', null])
  expect(() => withSection(two, '0.2.0', '', '')).toThrow(/already/)
  const first = withSection(readFileSync('CHANGELOG.md', 'utf8'), '99.0.0', '2027-01-01', '\n### New\n\n- a\n')
  expect(first).not.toContain('There is no release yet')
})

test('a release is prepared from the commits since the newest one, and then passes its check', () => {
  const dir = getFolder({
    'package.json': '{\n  "name": "x",\n  "version": "0.1.0"\n}\n',
    'package-lock.json':
      '{\n  "version": "0.1.0",\n  "packages": { "": { "version": "0.1.0" }, "y": { "version": "0.1.0" } }\n}\n',
  })
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { cwd: dir, stdio: 'pipe' })
  const save = (message: string) => {
    git('add', '--all')
    git('commit', '--quiet', '--allow-empty', '--message', message)
  }
  const release = (...words: readonly string[]) =>
    spawnSync(process.execPath, [resolve('scripts/release.ts'), ...words], { cwd: dir, encoding: 'utf8' })
  git('init', '--quiet', '-b', 'main')
  save('feat: old')
  git('tag', 'v0.1.0')
  save('feat: new')
  expect(release('check', 'release/v0.1.0').stderr).toContain('does not follow')
  expect(release('prepare', '0.2.0').stdout).toContain('git push origin main release/v0.2.0')
  expect(JSON.parse(readFileSync(join(dir, 'package-lock.json'), 'utf8'))).toEqual({
    version: '0.2.0',
    packages: { '': { version: '0.2.0' }, y: { version: '0.1.0' } },
  })
  save('chore(release): 0.2.0')
  expect(release('check', 'release/v0.2.0')).toMatchObject({ status: 0, stderr: '' })
  expect(release('notes').stdout).toMatch(/^### New\n\n- new \([0-9a-f]{9}\)\n$/)
  writeFileSync(join(dir, 'CHANGELOG.md'), '')
  expect(release('check', 'release/v0.2.0')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('prepare 0.2.0'),
  })
})
