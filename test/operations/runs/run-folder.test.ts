import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findRecordings } from '../../../src/action/output/recordings.ts'
import { openRunFolder } from '../../../src/operations/runs/run-folder.ts'
import { getFolder } from '../../support/folder.ts'

const append = (previous: string | null, event: object) =>
  `${JSON.stringify(event)} after ${previous?.length ?? 'nothing'}`
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe('the run folder', () => {
  test.each([true, false])('is made where nothing is, or where an empty folder is (%s)', (isThere) => {
    const path = join(getFolder({}), 'deep/er')
    if (isThere) mkdirSync(path, { recursive: true })
    const folder = openRunFolder(path, append)
    folder.write({ path: 'evidence/index.json', text: '{}' })
    folder.write({ path: 'pr.md', text: 'ünï' })
    expect(readFileSync(join(path, 'evidence/index.json'), 'utf8')).toBe('{}')
    expect(folder.files()).toEqual([
      { path: 'evidence/index.json', sha256: sha256('{}'), bytes: 2 },
      { path: 'pr.md', sha256: sha256('ünï'), bytes: 5 },
    ])
  })

  test('holds a log that only grows, each line made from the one before', () => {
    const path = join(getFolder({}), 'run')
    const folder = openRunFolder(path, append)
    folder.log({ at: 'now', event: 'one' })
    const first = '{"at":"now","event":"one"} after nothing'
    expect(readFileSync(join(path, 'log.jsonl'), 'utf8')).toBe(`${first}\n`)
    folder.log({ at: 'now', event: 'two' })
    const second = `{"at":"now","event":"two"} after ${first.length}`
    expect(readFileSync(join(path, 'log.jsonl'), 'utf8')).toBe(`${first}\n${second}\n`)
    expect(folder.lastLogLine()).toBe(second)
    expect(folder.files()).toEqual([
      { path: 'log.jsonl', sha256: sha256(`${first}\n${second}\n`), bytes: first.length + second.length + 2 },
    ])
  })

  test('is never one that holds something, a file, or a link', () => {
    const place = getFolder({ 'full/a.txt': '', file: '' })
    mkdirSync(join(place, 'empty'))
    symlinkSync(join(place, 'empty'), join(place, 'link'))
    symlinkSync(join(place, 'nowhere'), join(place, 'dangling'))
    for (const name of ['full', 'file', 'link', 'dangling'])
      expect(() => openRunFolder(join(place, name), append)).toThrow(
        expect.objectContaining({
          code: 'file-exists',
          suggestion: expect.objectContaining({ text: expect.stringContaining('output:') }),
        }),
      )
    expect(readdirSync(join(place, 'empty'))).toEqual([])
  })

  test('overwrites nothing and follows no link that appeared meanwhile', () => {
    const place = getFolder({ 'outside/kept.txt': 'kept' })
    const path = join(place, 'run')
    const folder = openRunFolder(path, append)
    symlinkSync(join(place, 'outside/kept.txt'), join(path, 'pr.md'))
    symlinkSync(join(place, 'outside'), join(path, 'evidence'))
    symlinkSync(join(place, 'outside/new.txt'), join(path, 'report.html'))
    writeFileSync(join(path, 'commits.txt'), 'theirs')
    for (const file of ['pr.md', 'evidence/kept.txt', 'evidence/new.txt', 'report.html', 'commits.txt'])
      expect(() => folder.write({ path: file, text: 'ours' })).toThrow(expect.objectContaining({ code: 'file-exists' }))
    expect(readdirSync(join(place, 'outside'))).toEqual(['kept.txt'])
    expect(readFileSync(join(place, 'outside/kept.txt'), 'utf8')).toBe('kept')
    expect(folder.files()).toEqual([])
  })

  test.each([
    '',
    '/etc/x',
    '../x',
    'a/../../x',
    'a//b',
    '.',
    'a/.',
    'a\\b',
    'a\nb',
    '.git/config',
    `${'x/'.repeat(200)}y`,
  ])('has no file named %j', (path) => {
    const folder = openRunFolder(join(getFolder({}), 'run'), append)
    expect(() => folder.write({ path, text: '' })).toThrow(/not a valid file name/)
  })
})

describe('recordings are found', () => {
  const place = () =>
    getFolder({
      'one/recording/x': '',
      'many/b/recording/x': '',
      'many/a/recording/x': '',
      'many/c/other': '',
      'bare/manifest.json': '',
    })

  test('in a run folder, and in folders of them, in the order of their names', () => {
    const at = place()
    expect(findRecordings([join(at, 'one'), join(at, 'many')])).toEqual({
      folders: [join(at, 'one/recording'), join(at, 'many/a/recording'), join(at, 'many/b/recording')],
      notes: [],
    })
  })

  test('or it is said that there is none', () => {
    const at = place()
    const { folders, notes } = findRecordings([join(at, 'nowhere'), join(at, 'bare'), join(at, 'one/recording/x')])
    expect(folders).toEqual([])
    expect(notes).toHaveLength(3)
    expect(notes.join()).toContain('nowhere')
  })

  test('and links lead nowhere', () => {
    const at = place()
    mkdirSync(join(at, 'linked'))
    symlinkSync(join(at, 'one/recording'), join(at, 'linked/recording'))
    symlinkSync(join(at, 'one'), join(at, 'linked/child'))
    expect(findRecordings([join(at, 'linked')]).folders).toEqual([])
  })
})
