/**
 * Builds what is installed: `node scripts/build.ts` writes dist/. Node strips no types below node_modules, so the
 * package holds JavaScript: in pieces, so that a command loads what it needs, and not minified, so that it can be read.
 */
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { type OutputChunk, type OutputOptions, type Plugin, rolldown } from 'rolldown'
import { GRAMMARS } from '../src/syntax/index.ts'

const ASSETS = 'src/test-runner/assets'
/** The program loads a grammar when a change needs it. */
const PARSER = 'node_modules/@vscode/tree-sitter-wasm'
const TABLES = ['tree-sitter', ...GRAMMARS.map((language) => `tree-sitter-${language}`)]
/** The oldest Node that the program supports. */
const TARGET = 'node24'
const WORKER = { 'read-worker': 'src/test-runner/reports/read-worker.ts' }
/** The App, what `tdd-gate app` loads, and its threads: each is a file that is found by its name. */
const APP = {
  bin: 'src/app/bin.mjs',
  program: 'src/app/program.ts',
  'comment-parser-thread': 'src/app/gate/comment-parser-thread.ts',
}
const PACKAGE = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/
const LICENCE = /^(?:licen[cs]e|copying)/i
/** Some packages have their licence at the end of their README. */
const IN_README = /^#+ licen[cs]e\n([\s\S]*permission[\s\S]*)/im

/**
 * @param root the repository @param folder is emptied first
 * @throws Error for a package in the bundle that brings no licence text
 */
export async function build(root: string, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  await buildProgram(root, folder, {})
  const chunks = await bundleAction(root, join(folder, 'action'), { index: 'src/action/index.ts', ...WORKER })
  addAssets(root, join(folder, 'action'))
  addLicences(folder, [...chunks, ...(await buildApp(root, join(folder, 'app')))])
}

/** The App with its manifest: nothing else is needed to run it. */
async function buildApp(root: string, folder: string): Promise<readonly OutputChunk[]> {
  const chunks = await bundle(root, folder, APP, [refuseDownloads()])
  cpSync(join(root, 'app.yml'), join(folder, 'app.yml'))
  return chunks
}

/** The command line, and what else shares its code. @param others files of the sources, by name */
export async function buildProgram(root: string, folder: string, others: Input): Promise<void> {
  const input = { bin: 'src/cli/bin.mjs', ...WORKER, ...others }
  const chunks = await bundle(root, join(folder, 'cli'), input, [takeSmallValidator(), leaveOutMethods()])
  addAssets(root, join(folder, 'cli'))
  addLicences(folder, chunks)
}

function addAssets(root: string, folder: string): void {
  cpSync(join(root, ASSETS), join(folder, 'assets'), { recursive: true })
  copyGrammars(root, join(folder, 'grammars'))
}

/** The best takes a hundred times as long, for a quarter less. */
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** Copies the parser with its licence. Compresses what is compiled: tables, which become five times smaller. */
export function copyGrammars(root: string, folder: string): void {
  cpSync(join(root, PARSER, 'wasm/tree-sitter.js'), join(folder, 'tree-sitter.js'))
  for (const file of TABLES.map((name) => `${name}.wasm`))
    writeFileSync(join(folder, `${file}.br`), brotliCompressSync(readFileSync(join(root, PARSER, 'wasm', file)), FAST))
  cpSync(join(root, PARSER, 'LICENSE'), join(folder, 'LICENSE'))
  // Else Node would take it for what the package around it is.
  writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }\n')
}

type Input = Readonly<Record<string, string>>

/** In pieces: a command of the CLI loads what it needs. */
async function bundle(root: string, dir: string, input: Input, plugins: readonly Plugin[] = []) {
  return write(root, input, { dir, chunkFileNames: '[name].mjs' }, plugins)
}

/** The MCP server brings two validators of JSON Schema. The one that it takes on Node is seven times as large. */
function takeSmallValidator(): Plugin {
  const id = '\0small-validator'
  const code = `export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker'
export { default as process } from 'node:process'`
  return {
    name: 'take-small-validator',
    resolveId: (source) => (source === '@modelcontextprotocol/server/_shims' ? id : null),
    load: (found) => (found === id ? code : null),
  }
}

/** A table of all of GitHub's routes as functions, which nothing here calls: ours has the routes that are used. */
function leaveOutMethods(): Plugin {
  const id = '\0no-methods'
  const code = `const none = () => ({})
export { none as restEndpointMethods, none as legacyRestEndpointMethods }`
  return {
    name: 'leave-out-methods',
    resolveId: (source) => (source === '@octokit/plugin-rest-endpoint-methods' ? id : null),
    load: (found) => (found === id ? code : null),
  }
}

/** Probot would install packages at run time, for Redis and for a webhook proxy. The App uses neither. */
function refuseDownloads(): Plugin {
  const id = '\0no-downloads'
  return {
    name: 'refuse-downloads',
    resolveId: (source) => (source === 'npx-import-light' ? id : null),
    load: (found) =>
      found === id ? "export const npxImport = () => { throw new Error('This bundle installs nothing.') }" : null,
  }
}

/** In pieces too: parsing is most of a start, and each mode needs a part of it. */
export async function bundleAction(root: string, dir: string, input: Input): Promise<readonly OutputChunk[]> {
  return bundle(root, dir, input, [loadTokenClientLate(), leaveOutMethods()])
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

/** npm sets it for what it links, but before `prepare` builds that anew. */
const PROGRAM_MODE = 0o755

/** A chunk that names its interpreter can be started by its name. */
async function write(
  root: string,
  input: Input,
  options: OutputOptions & { readonly dir: string },
  plugins: readonly Plugin[] = [],
): Promise<readonly OutputChunk[]> {
  const bundler = await rolldown({
    cwd: root,
    input: { ...input },
    plugins: [...plugins],
    // Of GitHub's toolkit, whose other half runs programs: they do nothing when they are only imported.
    treeshake: { moduleSideEffects: [{ test: /[\\/]@actions[\\/](?:exec|io)[\\/]/, sideEffects: false }] },
    platform: 'node',
    transform: { target: TARGET },
    // In parentheses V8 would compile every module with the file: most never run in one step.
    // Of a client for Redis that nothing here opens.
    checks: { eval: false },
    optimization: { pifeForModuleWrappers: false },
    // A node_modules that is a link must not show where it leads: the output is the same everywhere.
    resolve: { symlinks: false },
  })
  try {
    const { output } = await bundler.write({
      format: 'esm',
      entryFileNames: '[name].mjs',
      comments: { legal: false, jsdoc: false },
      ...options,
    })
    const chunks = output.filter((file) => file.type === 'chunk')
    for (const { code, fileName } of chunks)
      if (code.startsWith('#!')) chmodSync(join(options.dir, fileName), PROGRAM_MODE)
    return chunks
  } finally {
    await bundler.close()
  }
}

const BETWEEN = '\n---\n\n'

/** Of the packages that are really in the chunks and in those before them, sorted by name. */
function addLicences(folder: string, chunks: readonly OutputChunk[]): void {
  const file = join(folder, 'licenses.txt')
  const before = existsSync(file) ? readFileSync(file, 'utf8').split(BETWEEN) : []
  const modules = chunks.flatMap((chunk) => Object.entries(chunk.modules))
  const rendered = modules.filter(([, { renderedLength }]) => renderedLength > 0)
  const folders = new Set(rendered.flatMap(([id]) => PACKAGE.exec(id.replace('\0', ''))?.[1] ?? []))
  // By name and not by text, where `@` would come after the `-` of a longer name.
  const texts = [...new Set([...before, ...[...folders].map(getLicence)])]
  const sorted = texts.toSorted((a, b) => (getName(a) < getName(b) ? -1 : 1))
  writeFileSync(file, sorted.join(BETWEEN))
}

const getName = (text: string) => text.slice(0, text.indexOf('@', 1))

function getLicence(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => LICENCE.test(entry)) ?? 'README.md'
  const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n')
  const licence = file === 'README.md' ? IN_README.exec(text)?.[1] : text
  if (licence === undefined) throw new Error(`${name} is in the bundle and has no licence text.`)
  return `${name}@${version} (${license})\n\n${licence.trim()}\n`
}

/** Builds this checkout. */
export async function buildHere(): Promise<void> {
  const root = resolve(import.meta.dirname, '..')
  await build(root, join(root, 'dist'))
}

if (import.meta.main) await buildHere()
