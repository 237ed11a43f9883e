/** The action as a release holds it (action.yml, its launcher and the bundle), and the program; built once for each state of the sources. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { isAlive, until } from './processes.ts'

const ROOT = resolve(import.meta.dirname, '..', '..')
const SOURCES = ['src/**/*', 'scripts/build.ts', 'action.yml', 'package-lock.json', 'test/support/*.ts']
const PARTS = ['action.yml', 'src/action/launch.mjs']

/** @returns the folder with action.yml */
export function bundledAction(): Promise<string> {
  return once('bundle', async (folder) => {
    await inChild('build', ROOT, join(folder, 'dist'))
    for (const part of PARTS) copy(part, folder)
  })
}

/** @returns the folder of the command line as it is installed: it starts twice as fast as its sources */
export function builtProgram(): Promise<string> {
  return once('program', async (folder) => {
    await inChild('buildProgram', ROOT, join(folder, 'dist'), { stage: 'test/support/stage.ts' })
    copy('package.json', folder)
    await becomeClone(folder)
  })
}

/** As `npm ci && npm link` leaves it: the program knows the repository and the commit that it is of. */
async function becomeClone(folder: string): Promise<void> {
  const git = (...words: readonly string[]) => promisify(execFile)('git', ['-C', folder, ...words])
  await git('init', '--quiet', '--initial-branch=main')
  await git('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '--quiet', '--allow-empty', '--message=a')
  await git('remote', 'add', 'origin', 'https://github.com/tdd-gate/tdd-gate.git')
  await git('update-ref', 'refs/remotes/origin/main', 'HEAD')
}

/** Calls the build script in a process of its own: the bundler leaves half a gigabyte behind. */
async function inChild(name: string, ...args: readonly unknown[]): Promise<void> {
  const script = JSON.stringify(join(ROOT, 'scripts/build.ts'))
  const code = `import * as script from ${script}\nawait script.${name}(...${JSON.stringify(args)})`
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], { cwd: ROOT })
}

function copy(part: string, folder: string): void {
  mkdirSync(dirname(join(folder, part)), { recursive: true })
  cpSync(join(ROOT, part), join(folder, part))
}

/** Of test files that run at once one builds it, and the others wait. */
async function once(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(tmpdir(), `tdd-gate-${name}-${digestOfSources()}`)
  const lock = `${folder}.lock`
  while (!existsSync(folder)) {
    if (take(lock)) await place(folder, make).finally(() => rmSync(lock, { force: true }))
    else await until(`${folder} to be built`, () => existsSync(folder) || !isTaken(lock))
  }
  return folder
}

async function place(folder: string, make: (folder: string) => Promise<void>): Promise<void> {
  const fresh = mkdtempSync(join(tmpdir(), 'tdd-gate-new-'))
  await make(fresh)
  try {
    renameSync(fresh, folder)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

/** Names the process that builds. */
function take(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** A killed process leaves its lock behind; one that has just ended takes it away. */
function isTaken(lock: string): boolean {
  try {
    if (isAlive(Number(readFileSync(lock, 'utf8')))) return true
    rmSync(lock, { force: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return false
}

function digestOfSources(): string {
  const hash = createHash('sha256')
  const files = globSync(SOURCES, { cwd: ROOT, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const path of files.map(({ parentPath, name }) => join(parentPath, name)).toSorted())
    hash.update(`${path}\n`).update(readFileSync(path))
  return hash.digest('hex').slice(0, 16)
}
