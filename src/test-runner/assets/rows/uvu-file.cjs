/**
 * `node <this file> <file> [<module>]...`: runs one test file as `uvu -r <module>` does, with the uvu of `uvu-rows.cjs`
 * in the place of the project's.
 */
const Module = require('node:module')
const { join, resolve } = require('node:path')
const { pathToFileURL } = require('node:url')
const { toError, writeRow } = require('./row.cjs')

/** uvu looks for it: nothing runs before the file is loaded. */
globalThis.UVU_DEFER = 1
const [file, ...modules] = process.argv.slice(2)
const load = Module.createRequire(join(process.cwd(), 'index.js'))
const uvu = require('./uvu-rows.cjs')
const path = require.resolve('./uvu-rows.cjs')

for (const name of modules) load(name)
if (Module.registerHooks)
  Module.registerHooks({ resolve: (name, context, next) => toOurs(name) ?? next(name, context) })
else redirectOlder()
run().catch((error) => {
  writeRow({ type: 'failure', error: toError(error) })
  process.stderr.write(`${error?.stack ?? error}\n`)
  process.exitCode = 1
})

function toOurs(name) {
  return name === 'uvu' ? { url: pathToFileURL(path).href, format: 'commonjs', shortCircuit: true } : null
}

/** Node 20 and 18 have one function for `import`, and none for `require`. */
function redirectOlder() {
  const { _resolveFilename: find } = Module
  Module._resolveFilename = (name, ...rest) => (name === 'uvu' ? path : find.call(Module, name, ...rest))
  const hook = `export const resolve = (name, context, next) => name === 'uvu' ? ${JSON.stringify(toOurs('uvu'))} : next(name, context)`
  Module.register(`data:text/javascript,${encodeURIComponent(hook)}`)
}

/** What uvu's own program does, for one file. */
async function run() {
  globalThis.UVU_INDEX = 0
  globalThis.UVU_QUEUE.push([file])
  if (modules.length > 0) load(resolve(file))
  else await import(pathToFileURL(resolve(file)).href)
  await uvu.exec()
  uvu.finish()
}
