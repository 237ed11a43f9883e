/** The action as a release holds it: action.yml, its launcher and the bundle; built once for each state of the sources. */
import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..', '..')
const SOURCES = ['src/**/*', 'scripts/build.ts', 'action.yml', 'package-lock.json']
const PARTS = ['action.yml', 'src/action/launch.mjs']

/** @returns the folder with action.yml; test files that run at once build it once each at worst. */
export async function bundledAction(): Promise<string> {
  const folder = join(tmpdir(), `tdd-gate-bundle-${digestOfSources()}`)
  if (existsSync(folder)) return folder
  const fresh = mkdtempSync(join(tmpdir(), 'tdd-gate-bundle-new-'))
  // Only a test that must build loads the bundler: it takes as much memory as a whole test file.
  const { build } = await import('../../scripts/build.ts')
  await build(ROOT, join(fresh, 'dist'))
  for (const part of PARTS) {
    mkdirSync(dirname(join(fresh, part)), { recursive: true })
    cpSync(join(ROOT, part), join(fresh, part))
  }
  try {
    renameSync(fresh, folder)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

function digestOfSources(): string {
  const hash = createHash('sha256')
  const files = globSync(SOURCES, { cwd: ROOT, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const path of files.map(({ parentPath, name }) => join(parentPath, name)).toSorted())
    hash.update(`${path}\n`).update(readFileSync(path))
  return hash.digest('hex').slice(0, 16)
}
