/**
 * Proves that dist/ is what these sources build: `node scripts/check-dist.ts`, after `npm ci` in a checkout of a release.
 * Exit code 1 and the files where it is not.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve, sep } from 'node:path'
import { build } from './build.ts'

/** @param root the repository @param folder what is said to be its build @returns one line for each file, sorted; none: they are the same */
export async function differences(root: string, folder: string): Promise<readonly string[]> {
  const place = mkdtempSync(join(tmpdir(), 'tdd-gate-dist-'))
  try {
    await build(root, join(place, 'dist'))
    return compare(getFiles(join(place, 'dist')), getFiles(folder))
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

type Files = ReadonlyMap<string, Buffer>

function compare(wanted: Files, found: Files): readonly string[] {
  const paths = [...new Set([...wanted.keys(), ...found.keys()])].toSorted()
  return paths.flatMap((path) => {
    const [built, given] = [wanted.get(path), found.get(path)]
    if (built === undefined) return [`${path} is built by nothing`]
    if (given === undefined) return [`${path} is missing`]
    return built.equals(given) ? [] : [`${path} differs`]
  })
}

function getFiles(folder: string): Files {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory())
  const paths = entries.map((entry) => join(entry.parentPath, entry.name))
  return new Map(paths.map((path) => [relative(folder, path).replaceAll(sep, '/'), readFileSync(path)]))
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..')
  const lines = await differences(root, join(root, 'dist'))
  console.log(lines.length === 0 ? 'dist/ is what these sources build.' : lines.join('\n'))
  process.exitCode = lines.length === 0 ? 0 : 1
}
