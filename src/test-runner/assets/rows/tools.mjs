/** What differs between the tools of `row-files.mjs`: where the tool is, which files it runs, and how it runs one. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)
/** Parts of a pattern, as regular expressions. */
const PARTS = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]', '{': '(?:', '}': ')', ',': '|' }
const getOwn = (name) => fileURLToPath(new URL(name, import.meta.url))

/** Each returns null where the tool is not installed. */
export const TOOLS = {
  uvu: () => {
    const parser = findInstalled('uvu/parse/index.js')
    return parser && { findFiles: (...all) => findUvuFiles(require(parser), ...all), toArguments: toUvuArguments }
  },
  qunit: () => {
    const program = findInstalled('qunit/bin/qunit.js')
    return program && { findFiles: findQUnitFiles, toArguments: (...all) => toQUnitArguments(program, ...all) }
  },
}

/** The file of a package, in this folder or the next one around it that has it. */
function findInstalled(file, folder = resolve('.')) {
  const path = join(folder, 'node_modules', file)
  if (existsSync(path)) return path
  return dirname(folder) === folder ? null : findInstalled(file, dirname(folder))
}

function isFile(path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

/** The operands are files that the gate names, or uvu's own: a folder, and a pattern. */
async function findUvuFiles({ parse }, operands, options) {
  if (operands[0] !== undefined && isFile(operands[0])) return operands
  const ignore = valuesOf(options, '-i', '--ignore')
  const [cwd] = valuesOf(options, '-C', '--cwd')
  const { suites } = await parse(operands[0], operands[1], { ignore, cwd })
  return suites.map(({ file }) => relative('.', file).split(sep).join('/'))
}

function toUvuArguments(file, options) {
  return [getOwn('uvu-file.cjs'), file, ...valuesOf(options, '-r', '--require')]
}

/** As QUnit does: a folder stands for the scripts in it. */
function findQUnitFiles(operands) {
  const patterns = (operands.length > 0 ? operands : ['test']).map((operand) => operand.replace(/^\.\//, ''))
  return [...new Set(patterns.flatMap(expand))].sort()
}

function expand(operand) {
  if (isFile(operand)) return [operand]
  const isFolder = existsSync(operand)
  const pattern = toPattern(isFolder ? `${operand.replace(/\/$/, '')}/**/*.{js,mjs,cjs}` : operand)
  const paths = readdirSync('.', { recursive: true }).map((path) => path.split(sep).join('/'))
  return paths.filter((path) => !/(?:^|\/)node_modules\//.test(path) && pattern.test(path) && isFile(path))
}

function toPattern(glob) {
  const source = glob.replace(/\*\*\/|\*\*|\*|\?|[{},]|[.+^$()|[\]\\]/g, (part) => PARTS[part] ?? `\\${part}`)
  return new RegExp(`^${source}$`)
}

function toQUnitArguments(program, file, options) {
  const own = [getOwn('qunit-rows.cjs'), ...valuesOf(options, '--require')]
  const order = valuesOf(options, '--seed').flatMap((seed) => ['--seed', seed])
  return [program, ...own.flatMap((name) => ['--require', name]), ...order, file]
}

function valuesOf(options, ...names) {
  return options.filter(([name]) => names.includes(name)).map(([, value]) => value)
}
