#!/usr/bin/env node
// Finds a Node that runs TypeScript, then starts the program. Plain JavaScript: any Node can read it.
import { spawn } from 'node:child_process'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

/** As `engines` in package.json says. */
const WANTED = 24

if (Number.parseInt(process.versions.node, 10) >= WANTED) {
  const { makeCompiledDir } = await import('../folders.mjs')
  // Most of a call without news is to compile the program. Where nothing can be written, it is compiled again.
  const folder = makeCompiledDir(process.env)
  if (folder !== null) module.enableCompileCache(folder)
  const [{ runCli }, { COMMANDS }] = await Promise.all([import('./main.ts'), import('./commands.ts')])
  await runCli(process.argv.slice(2), COMMANDS)
} else {
  handOver()
}

/** `npm ci` in a clone installs Node on Linux; elsewhere the user must install it. */
function handOver() {
  const own = findNode()
  if (own === null) {
    console.error(`error [bad-usage] tdd-gate needs Node ${WANTED} or newer; this is ${process.versions.node}.`)
    console.error(`  -> Install Node ${WANTED} from https://nodejs.org`)
    process.exitCode = 2
    return
  }
  const child = spawn(own, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 3)
  })
}

/** Searches beside this file in a checkout, and beside the installed package: module resolution knows both. */
function findNode() {
  try {
    return module.createRequire(import.meta.url).resolve(`node-${process.platform}-${process.arch}/bin/node`)
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') return null
    throw error
  }
}
