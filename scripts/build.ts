/**
 * Builds what is installed: `node scripts/build.ts` writes dist/. Node strips no types below node_modules, so the
 * package holds JavaScript: in pieces, so that a command loads what it needs, and not minified, so that it can be read.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type OutputChunk, rolldown } from 'rolldown'

/** As deep as `src/cli/`: what the program finds relative to its own file stays where it is. */
const CODE = 'cli'
const ASSETS = 'src/measure/assets'
const PACKAGE = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/
const LICENCE = /^(?:licen[cs]e|copying)/i

/**
 * @param root the repository @param folder is emptied first
 * @throws Error for a package in the bundle that brings no licence text
 */
export async function build(root: string, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  const chunks = await bundle(root, folder)
  cpSync(join(root, ASSETS), join(folder, CODE, 'assets'), { recursive: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'licenses.txt'), licencesOf(chunks))
}

async function bundle(root: string, folder: string): Promise<readonly OutputChunk[]> {
  const bundler = await rolldown({
    cwd: root,
    input: { bin: 'src/cli/bin.mjs', 'read-worker': 'src/measure/read-worker.ts' },
    platform: 'node',
    // A node_modules that is a link must not show where it leads: the output is the same everywhere.
    resolve: { symlinks: false },
  })
  try {
    const { output } = await bundler.write({
      dir: folder,
      format: 'esm',
      entryFileNames: `${CODE}/[name].mjs`,
      chunkFileNames: `${CODE}/[name].mjs`,
      comments: { legal: false },
    })
    return output.filter((file) => file.type === 'chunk')
  } finally {
    await bundler.close()
  }
}

/** Of the packages that are really in the bundle, sorted by name. */
function licencesOf(chunks: readonly OutputChunk[]): string {
  const modules = chunks.flatMap((chunk) => Object.entries(chunk.modules))
  const rendered = modules.filter(([, { renderedLength }]) => renderedLength > 0)
  const folders = new Set(rendered.flatMap(([id]) => PACKAGE.exec(id.replace('\0', ''))?.[1] ?? []))
  const texts = [...folders].map(licenceOf).toSorted()
  return `${texts.join('\n---\n\n')}`
}

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => LICENCE.test(entry))
  if (file === undefined) throw new Error(`${name} is in the bundle and has no licence text.`)
  const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim()
  return `${name}@${version} (${license})\n\n${text}\n`
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..')
  await build(root, join(root, 'dist'))
}
