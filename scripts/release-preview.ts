/** Says what a release would publish. Everything is built as the workflow of a release does it, in a folder of its own. */
import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './build.ts'
import { assemble } from './package.ts'

const run = (program: string, words: readonly string[], cwd: string): string =>
  execFileSync(program, words, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'ignore'] })

/**
 * @param root the repository, installed
 * @param notes how many the changelog would have, in words
 * @returns lines for people
 */
export async function previewRelease(root: string, version: string, notes: string): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tdd-gate-release-'))
  try {
    const [dist, source] = [join(folder, 'dist'), join(folder, 'package')]
    await build(root, dist)
    await assemble(root, source)
    const [packed] = JSON.parse(run('npm', ['pack', '--dry-run', '--json', '--offline'], source))
    const bill = JSON.parse(run('npm', ['sbom', '--omit', 'dev', '--sbom-format', 'cyclonedx'], root))
    const commit = run('git', ['rev-parse', '--short=12', 'HEAD'], root).trim()
    const rows = [
      [`tags v${version} and v${version.split('.')[0]}`, `the commit with dist/: ${measure(dist)}`],
      [
        packed.filename,
        `the npm package: ${packed.files.length} files, ${toMegabytes(packed.size)}, to the registry, the GitHub Release and the tag package/v${version}`,
      ],
      ['tdd-gate.cdx.json', `the ${bill.components.length} packages that run`],
      ['the image of the App', `dist/app: ${measure(join(dist, 'app'))}`],
      ['CHANGELOG.md', notes],
    ] as const
    const width = Math.max(...rows.map(([name]) => name.length))
    return [
      `A release of ${version} would publish this from ${commit}. Nothing is written or sent.`,
      ...rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`),
      `To make it: npm run release -- ${version}`,
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function measure(folder: string): string {
  const files = globSync('**/*', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile())
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
  return `${files.length} files, ${toMegabytes(bytes)}`
}

const toMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
