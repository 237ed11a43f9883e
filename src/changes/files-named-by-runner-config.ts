/** Finds files that a runner's configuration names: they change the meaning of tests, whatever their names. */
import { posix } from 'node:path'
import type { FileClass } from '../core/model/commit.ts'
import type { TreeTexts } from './tree-texts.ts'

/**
 * Configurations of runners that run code of the project; a bundler's configuration also names files of the product.
 */
const CONFIGS =
  /(?:^|\/)(?:(?:vitest|vite|jest|ava|playwright)(?:\.\w+)*\.(?:config|preset|workspace)\.\w+|jest\.config\.\w+|\.mocharc(?:\.\w+)?|package\.json|\.npmrc|bunfig\.toml|conftest\.py|pytest\.ini|pyproject\.toml|setup\.cfg|tox\.ini|\.rspec|phpunit(?:\.dist)?\.xml(?:\.dist)?)$|^\.github\/tdd-gate\.ya?ml$/
const MAX_CONFIGS = 100
/** Settings whose files run before tests, or decide how they are reported. */
const NAMED_BY =
  /\b(?:setupFiles\w*|globalSetup|globalTeardown|reporters?|runner|testRunner|environment|testEnvironment|resolver|snapshotSerializers|transform|require|loader|preload|bootstrap)["']?\s*[:=]\s*(\[[^\]]{0,2000}\]|\{[^}]{0,2000}\}|["'][^"'\n]{1,300}["'])/g
const IMPORTED = /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*["'](\.[^"'\n]{1,300})["']/g
const ON_COMMAND =
  /(?:--(?:import|require|loader|experimental-loader|reporter|config|setupFiles)|(?:^|\s)-r)[= ]+["']?([\w@./-]{1,300})/gm
const TEST_SCRIPT = /^(?:pre|post)?(?:test|unit|spec|check|verify|ci)/
/** Modules of Python: `pytest_plugins = ["shop.testing"]`, `-p shop.testing`, and entry points. */
const PLUGINS = /\bpytest_plugins\s*=\s*(\[[^\]]{0,2000}\]|\([^)]{0,2000}\)|["'][^"'\n]{1,300}["'])/g
const PLUGIN_OPTION = /(?:^|[\s"'])-p["',= ]*([A-Za-z_][\w.]{0,300})/gm
const ENTRY_POINTS = /\bpytest11\b["']?\]?((?:\s*[\w.-]+\s*=\s*["']?[\w.]+["']?){1,50})/g
const ENTRY = /=\s*["']?([\w.]+)/g
const QUOTED = /["']([^"'\n]{1,300})["']/g
const EXTENSIONS = ['', '.js', '.ts', '.mjs', '.mts', '.cjs', '.cts', '.rb', '/index.js', '/index.ts']

type Classify = (path: string) => FileClass

/**
 * Finds the files.
 * @param classify the class of a path by its name
 * @returns tracked paths that a configuration of these trees names, and what these import beside themselves, each in the
 * tree of its configuration
 */
export async function findFilesNamedByRunnerConfig(
  trees: readonly TreeTexts[],
  classify: Classify,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const tree of trees) {
    const configs = tree.files.filter((path) => CONFIGS.test(path)).slice(0, MAX_CONFIGS)
    await tree.load(configs)
    const files = new Set(tree.files)
    const named = configs.flatMap((path) => namedIn(path, tree.get(path) ?? '')).filter((path) => files.has(path))
    for (const path of await withImports(tree, new Set(named), classify)) found.add(path)
  }
  return found
}

/**
 * Adds what the files import from their own folder, and so on, unless the product imports it too. In another folder it
 * may be the product itself, which set-up files start.
 */
async function withImports(tree: TreeTexts, named: ReadonlySet<string>, classify: Classify): Promise<Iterable<string>> {
  const files = new Set(tree.files)
  const found = new Set(named)
  let importers: ReadonlyMap<string, readonly string[]> | null = null
  for (let next: readonly string[] = [...named]; next.length > 0; ) {
    await tree.load(next)
    const beside = next.flatMap((path) => importsOf(path, tree.get(path) ?? '').filter((one) => isBeside(one, path)))
    const fresh = new Set(beside.filter((path) => files.has(path) && !found.has(path)))
    if (fresh.size === 0) break
    importers ??= await importersIn(tree, classify)
    const isFree = (path: string) => importers?.get(path)?.every((one) => found.has(one) || fresh.has(one)) ?? true
    next = [...fresh].filter(isFree)
    for (const path of next) found.add(path)
  }
  return found
}

function isBeside(path: string, importer: string): boolean {
  const folder = posix.dirname(importer)
  return folder !== '.' && path.startsWith(`${folder}/`)
}

/** Files of a tree whose imports are read. A file that only a later one imports counts as harness. */
const MAX_IMPORTERS = 5_000
const CODE = /\.[cm]?[jt]sx?$/

/** Returns the production files that import each path. */
async function importersIn(tree: TreeTexts, classify: Classify): Promise<ReadonlyMap<string, readonly string[]>> {
  const product = tree.files.filter((path) => CODE.test(path) && classify(path) === 'production')
  const read = product.slice(0, MAX_IMPORTERS)
  await tree.load(read)
  const pairs = read.flatMap((from) => importsOf(from, tree.get(from) ?? '').map((path) => ({ from, path })))
  const grouped = Map.groupBy(pairs, ({ path }) => path)
  return new Map([...grouped].map(([path, all]) => [path, all.map(({ from }) => from)]))
}

function importsOf(path: string, text: string): readonly string[] {
  if (!CODE.test(path)) return []
  return all(text, IMPORTED).flatMap((name) => toPaths(posix.join(posix.dirname(path), name)))
}

const withExtensions = (path: string) => EXTENSIONS.map((extension) => `${path}${extension}`)

/** TypeScript imports its sources by the names that they get when compiled. */
function toPaths(path: string): readonly string[] {
  const source = path.replace(/\.([cm]?)js(x?)$/, '.$1ts$2')
  return [...withExtensions(path), ...(source === path ? [] : [source])]
}

/** Returns the paths that a value may mean. */
function namedIn(path: string, text: string): readonly string[] {
  const folder = posix.dirname(path)
  if (path.endsWith('conftest.py')) return all(text, PLUGINS).flatMap(quotedIn).flatMap(pathsOfModule)
  const modules = [...all(text, PLUGIN_OPTION), ...all(text, ENTRY_POINTS).flatMap((entries) => all(entries, ENTRY))]
  if (/(?:pytest|pyproject|tox|setup)\.\w+$/.test(path)) return modules.flatMap(pathsOfModule)
  const isCommand = /\.(?:npmrc|rspec|ya?ml)$/.test(path)
  const [values, commands] = path.endsWith('package.json') ? testParts(text) : [text, isCommand ? text : '']
  const imported = commands === '' ? all(text, IMPORTED) : all(commands, ON_COMMAND)
  const names = [...all(values, NAMED_BY).flatMap(quotedIn), ...imported]
  const root = path.startsWith('.github/') ? '' : folder
  const own = names.flatMap((name) => withExtensions(posix.join(root, name.replace(/^<rootDir>\//, ''))))
  // RSpec looks in `lib` as well.
  return [
    ...own,
    ...(path.endsWith('.rspec') ? own.map((one) => posix.join(folder, 'lib', one)) : modules.flatMap(pathsOfModule)),
  ]
}

/** Returns the runners' own sections of a manifest, and the scripts that test: the rest concerns the product. */
function testParts(text: string): readonly [values: string, commands: string] {
  try {
    const manifest: unknown = JSON.parse(text)
    const { jest = {}, mocha = {}, ava = {}, scripts = {} } = manifest as Readonly<Record<string, object>>
    const tests = Object.entries(scripts).flatMap(([name, script]) => (TEST_SCRIPT.test(name) ? [String(script)] : []))
    return [JSON.stringify([jest, mocha, ava]), ` ${tests.join('\n')}`]
  } catch {
    return ['', ' ']
  }
}

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found)
const quotedIn = (text: string) => all(text, QUOTED)

function pathsOfModule(name: string): readonly string[] {
  const path = name.replaceAll('.', '/')
  return [path, `src/${path}`].flatMap((own) => [`${own}.py`, `${own}/__init__.py`])
}
