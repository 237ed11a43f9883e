/**
 * Builds what is installed: `node scripts/build.ts` writes dist/. Node strips no types below node_modules, so the
 * package holds JavaScript: in pieces, so that a command loads what it needs, and not minified, so that it can be read.
 */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type OutputChunk, type OutputOptions, type Plugin, rolldown } from 'rolldown'

/** As deep as `src/cli/` and `src/action/`: what a program finds relative to its own file stays where it is. */
const DOORS = ['cli', 'action'] as const
const ASSETS = 'src/test-runner/assets'
/** Of the languages whose functions can be emptied; the program loads one when a change needs it. */
const PARSER = 'node_modules/@vscode/tree-sitter-wasm'
const GRAMMARS = ['tree-sitter.js', 'tree-sitter.wasm', ...['go', 'python', 'tsx', 'typescript'].map(grammarFile)]
const WORKER = { 'read-worker': 'src/test-runner/reports/read-worker.ts' }
const PACKAGE = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/
const LICENCE = /^(?:licen[cs]e|copying)/i

/**
 * @param root the repository @param folder is emptied first
 * @throws Error for a package in the bundle that brings no licence text
 */
export async function build(root: string, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  const chunks = [
    ...(await bundle(root, join(folder, 'cli'), { bin: 'src/cli/bin.mjs', ...WORKER })),
    ...(await bundleWhole(root, join(folder, 'action'), { index: 'src/action/index.ts' })),
    ...(await bundle(root, join(folder, 'action'), WORKER)),
  ]
  for (const door of DOORS) {
    cpSync(join(root, ASSETS), join(folder, door, 'assets'), { recursive: true })
    copyGrammars(root, join(folder, door, 'grammars'))
  }
  writeFileSync(join(folder, 'licenses.txt'), getLicences(chunks))
}

function grammarFile(language: string): string {
  return `tree-sitter-${language}.wasm`
}

/** As they are, with their licence. */
export function copyGrammars(root: string, folder: string): void {
  for (const file of GRAMMARS) cpSync(join(root, PARSER, 'wasm', file), join(folder, file))
  cpSync(join(root, PARSER, 'LICENSE'), join(folder, 'LICENSE'))
  // Else Node would take it for what the package around it is.
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n')
}

type Input = Readonly<Record<string, string>>

/** In pieces: a command of the CLI loads what it needs. */
async function bundle(root: string, dir: string, input: Input): Promise<readonly OutputChunk[]> {
  return write(root, input, { dir, chunkFileNames: '[name].mjs' })
}

/** In one file, as people expect of an action; what is imported when it is needed runs when it is needed all the same. */
export async function bundleWhole(root: string, dir: string, input: Input): Promise<readonly OutputChunk[]> {
  return write(root, input, { dir, codeSplitting: false }, [loadTokenClientLate()])
}

/**
 * GitHub's toolkit brings a client only to ask for tokens: it runs when one is asked for. So do node's `http` and `https`,
 * which load as much again when a module imports them by name. `undici`, 700 kB that every start would parse, is for
 * clients that take their proxy from the toolkit: ours bring a `fetch` of their own.
 */
const LATE = {
  './oidc-utils.js': `const load = () => import('./oidc-utils.js')
export const OidcClient = { getIDToken: async (audience) => (await load()).OidcClient.getIDToken(audience) }`,
  http: "module.exports = process.getBuiltinModule('node:http')",
  https: "module.exports = process.getBuiltinModule('node:https')",
  undici: `export class ProxyAgent {}
export const fetch = () => { throw new Error('undici is not in this bundle: give the client a fetch.') }`,
} as const
const TOOLKIT = /node_modules[\\/]@actions[\\/](?:core|github|http-client)[\\/]/

function loadTokenClientLate(): Plugin {
  const codes = new Map(Object.entries(LATE).map(([name, code]) => [`late:${name}`, code]))
  let client = ''
  return {
    name: 'load-token-client-late',
    async resolveId(source, importer) {
      if (importer !== undefined && codes.has(importer)) return client
      if (!Object.hasOwn(LATE, source) || !TOOLKIT.test(importer ?? '')) return null
      if (source === './oidc-utils.js') client = (await this.resolve(source, importer, { skipSelf: true }))?.id ?? ''
      return `late:${source}`
    },
    load: (id) => codes.get(id) ?? null,
  }
}

async function write(
  root: string,
  input: Input,
  options: OutputOptions,
  plugins: readonly Plugin[] = [],
): Promise<readonly OutputChunk[]> {
  const bundler = await rolldown({
    cwd: root,
    input: { ...input },
    plugins: [...plugins],
    // Of GitHub's toolkit, whose other half runs programs: they do nothing when they are only imported.
    treeshake: { moduleSideEffects: [{ test: /[\\/]@actions[\\/](?:exec|io)[\\/]/, sideEffects: false }] },
    platform: 'node',
    // In parentheses V8 would compile every module with the file: most never run in one step.
    optimization: { pifeForModuleWrappers: false },
    // A node_modules that is a link must not show where it leads: the output is the same everywhere.
    resolve: { symlinks: false },
  })
  try {
    const { output } = await bundler.write({
      format: 'esm',
      entryFileNames: '[name].mjs',
      comments: { legal: false },
      ...options,
    })
    return output.filter((file) => file.type === 'chunk')
  } finally {
    await bundler.close()
  }
}

/** Of the packages that are really in the bundle, sorted by name. */
function getLicences(chunks: readonly OutputChunk[]): string {
  const modules = chunks.flatMap((chunk) => Object.entries(chunk.modules))
  const rendered = modules.filter(([, { renderedLength }]) => renderedLength > 0)
  const folders = new Set(rendered.flatMap(([id]) => PACKAGE.exec(id.replace('\0', ''))?.[1] ?? []))
  // By name and not by text, where `@` would come after the `-` of a longer name.
  const texts = [...folders].map(getLicence).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return `${texts.map(({ text }) => text).join('\n---\n\n')}`
}

function getLicence(folder: string): { readonly name: string; readonly text: string } {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => LICENCE.test(entry))
  if (file === undefined) throw new Error(`${name} is in the bundle and has no licence text.`)
  const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim()
  return { name, text: `${name}@${version} (${license})\n\n${text}\n` }
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..')
  await build(root, join(root, 'dist'))
}
