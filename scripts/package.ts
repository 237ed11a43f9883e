/**
 * Assembles what is published: `node scripts/package.ts` writes dist/package/, for `npm pack` and `npm publish`. It holds the
 * program, two libraries with their types, and a package.json without scripts and dependencies: everything is bundled.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { minify } from 'rolldown/experimental'
import { describeCommands } from '../src/cli/commands/completion.ts'
import { COMMANDS } from '../src/cli/commands.ts'
import { toManual } from '../src/render/completion.ts'
import { buildProgram } from './build.ts'

/** What people import, by the name after `tdd-gate/`. */
const LIBRARIES = ['reports', 'evidence'] as const
const COPIED = ['README.md', 'LICENSE', 'schema'] as const
const KEPT = [
  'name',
  'version',
  'description',
  'keywords',
  'license',
  'repository',
  'bugs',
  'homepage',
  'type',
] as const
const MANUAL = 'man/tdd-gate.1'
const IMPORT = /(?:from |import\()['"](\.[^'"]+)['"]/g

/** @param root the repository @param folder is emptied first @throws Error where types cannot be made */
export async function assemble(root: string, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  const libraries = Object.fromEntries(LIBRARIES.map((name) => [name, `src/${name}/public.ts`]))
  await buildProgram(root, join(folder, 'dist'), libraries)
  for (const file of globSync('dist/cli/**/*.{js,mjs}', { cwd: folder })) await shorten(join(folder, file))
  copyTypes(root, join(folder, 'dist/types'))
  await writeManual(root, join(folder, MANUAL))
  for (const path of COPIED) cpSync(join(root, path), join(folder, path), { recursive: true })
  for (const file of globSync('schema/*.json', { cwd: folder })) compact(join(folder, file))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(toManifest(root), null, 2)}\n`)
}

function compact(file: string): void {
  writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))))
}

async function writeManual(root: string, file: string): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, toManual(await describeCommands(COMMANDS), version))
}

/** Names that no other file sees go too, with comments and indentation: an error says its code, and dist/ can be read. */
async function shorten(file: string): Promise<void> {
  const options = { module: true, compress: true, mangle: { toplevel: true }, codegen: { removeWhitespace: true } }
  const { code, errors } = await minify(file, readFileSync(file, 'utf8'), options)
  if (errors.length > 0) throw new Error(`${file} cannot be shortened: ${errors[0]?.message}`)
  writeFileSync(file, code)
}

function toManifest(root: string): object {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const toExport = (name: string) => ({ types: `./dist/types/${name}/public.d.ts`, default: `./dist/cli/${name}.mjs` })
  return {
    ...Object.fromEntries(KEPT.map((key) => [key, own[key]])),
    engines: own.engines,
    ...(isRelease(root, own.version) && { releaseTag: `v${own.version}` }),
    bin: own.bin,
    man: [`./${MANUAL}`],
    exports: {
      ...Object.fromEntries(LIBRARIES.map((name) => [`./${name}`, toExport(name)])),
      './schema/*': './schema/*',
      './package.json': './package.json',
    },
  }
}

/** Of a release the package knows the tag that workflows name (src/own-use.ts); of any other commit there is none. */
function isRelease(root: string, version: string): boolean {
  const words = ['tag', '--points-at', 'HEAD', '--list', `release/v${version}`]
  return spawnSync('git', words, { cwd: root, encoding: 'utf8' }).stdout?.trim() !== ''
}

/** Only those that a library leads to. */
function copyTypes(root: string, folder: string): void {
  const made = `${folder}-all`
  const entries = LIBRARIES.map((name) => join(root, `src/${name}/public.ts`))
  const options = ['--ignoreConfig', '--declaration', '--emitDeclarationOnly', '--rootDir', join(root, 'src')]
  const language = ['--target', 'es2024', '--lib', 'es2024,esnext.iterator,esnext.disposable', '--module', 'nodenext']
  const strictness = ['--strict', '--skipLibCheck', '--exactOptionalPropertyTypes', '--allowImportingTsExtensions']
  const words = [...entries, ...options, ...language, ...strictness, '--types', 'node', '--outDir', made]
  const { status, stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), words, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`No types: ${stdout}`)
  const wanted = new Set(LIBRARIES.map((name) => join(made, name, 'public.d.ts')))
  for (const file of wanted) {
    const text = readFileSync(file, 'utf8')
    for (const [, path = ''] of text.matchAll(IMPORT))
      wanted.add(resolve(dirname(file), path.replace(/\.ts$/, '.d.ts')))
    const target = join(folder, relative(made, file))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(
      target,
      text.replaceAll(IMPORT, (found) => found.replace(/\.ts(['"])$/, '.js$1')),
    )
  }
  rmSync(made, { recursive: true })
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..')
  await assemble(root, join(root, 'dist/package'))
}
