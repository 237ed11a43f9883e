import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { ifThere, readIfThere, searchablePath } from '../src/disk.ts'
import { git } from '../src/git/git.ts'
import { findProgram } from '../src/operations/doctor/programs.ts'
import { testPath } from '../src/test-runner/process/environment.ts'
import { runProcess } from '../src/test-runner/process/process.ts'
import { copySettings } from '../src/test-runner/sandbox/home.ts'
import { lendModules } from '../src/test-runner/set-up/modules.ts'
import { getFolder, getSharedFolder } from './support/folder.ts'
import './support/starts-programs.ts'

/** Paths at which nothing can be reached, each for another reason of the system. */
const folder = getSharedFolder({ file: '', 'refused/no-program': '' })
symlinkSync('loop', join(folder, 'loop'))
mkdirSync(join(folder, 'closed'))
chmodSync(join(folder, 'closed'), 0)
const UNREACHABLE = [
  ['ENOENT', join(folder, 'none')],
  ['ENOTDIR', join(folder, 'file')],
  ['EACCES', join(folder, 'closed')],
  ['ELOOP', join(folder, 'loop')],
  ['ENAMETOOLONG', `/${'x'.repeat(300)}`],
] as const

test.each(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG', 'EISDIR'])(
  'a look-up that ends in %s finds nothing',
  (code) => {
    const look = () => {
      throw Object.assign(new Error(code), { code })
    }
    expect(ifThere(look)).toBeUndefined()
  },
)

test.each(['EMFILE', 'EIO', 'ERR_INVALID_ARG_TYPE'])('a look-up that ends in %s is an error', (code) => {
  const error = Object.assign(new Error(code), { code })
  expect(() =>
    ifThere(() => {
      throw error
    }),
  ).toThrow(error)
})

test.each(UNREACHABLE)('%s: an optional file is missing', (_, path) => {
  expect(ifThere(() => statSync(join(path, 'rustc')))).toBeUndefined()
  expect(readIfThere(join(path, 'rustc'))).toBeNull()
})

test('a folder in the place of an optional file is no file', () => {
  expect(readIfThere(folder)).toBeNull()
})

test.each([...UNREACHABLE, ['EACCES of a file', join(folder, 'refused')] as const])(
  '%s in the PATH: the program is missing, and the programs after it start',
  async (_, entry) => {
    const PATH = [entry, '/usr/bin', '/bin'].join(delimiter)
    const env = { PATH: testPath({ source: { PATH }, folder, node: process.execPath }) }
    const run = (command: readonly string[], by: Readonly<Record<string, string>>) =>
      runProcess({ command, directory: folder, env: by, timeoutMs: 20_000 })
    expect((await run(['no-such-rustc', '--version'], { PATH })).missingCommand).toBe('no-such-rustc')
    if (entry.endsWith('refused')) expect((await run(['no-program'], { PATH })).missingCommand).toBe('no-program')
    expect(await run(['true'], env)).toMatchObject({ exitCode: 0, missingCommand: null })
    expect((await git(folder, ['--version'], { env: { PATH: searchablePath(PATH) } })).toString()).toContain('git')
    expect(findProgram('no-such-rustc', folder, PATH)).toBe(false)
  },
)

test('a PATH keeps its order, and folders that a set-up may still create', () => {
  const path = [join(folder, 'none'), '/bin', join(folder, 'loop'), '', '/usr/bin'].join(delimiter)
  expect(searchablePath(path)).toBe([join(folder, 'none'), '/bin', '', '/usr/bin'].join(delimiter))
})

test('settings that cannot be read, or have no place, are left out', () => {
  const [real, home] = [
    getFolder({ '.gitconfig': '[user]\nname=Ada\n', '.config/pip/pip.conf': 'timeout=3\n' }),
    getFolder({}),
  ]
  symlinkSync('.npmrc', join(real, '.npmrc'))
  mkdirSync(join(real, '.pip/pip.conf'), { recursive: true })
  writeFileSync(join(home, '.config'), 'a file')
  copySettings(real, home)
  expect(readFileSync(join(home, '.gitconfig'), 'utf8')).toBe('[user]\nname=Ada\n')
  expect(readFileSync(join(home, '.config'), 'utf8')).toBe('a file')
})

test('a file in the place of a scope is no package', () => {
  const from = getFolder({ 'node_modules/@file': '', 'node_modules/left/index.js': '' })
  const to = getFolder({})
  expect(lendModules({ folder: from, committed: new Map() } as never, '.', to)).toBe(true)
  expect(statSync(join(to, 'node_modules/left')).isDirectory()).toBe(true)
})
