#!/usr/bin/env node
// Finds a Node that runs TypeScript, then the program. Plain JavaScript: any Node can read it.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const WANTED = 24

if (Number.parseInt(process.versions.node, 10) >= WANTED) {
  const [{ main }, { COMMANDS }] = await Promise.all([import('./main.ts'), import('./commands.ts')])
  await main(process.argv.slice(2), COMMANDS)
} else {
  handOver()
}

/** The lock file brings a Node of its own for Linux; anything else must be installed by hand. */
function handOver() {
  const own = fileURLToPath(
    new URL(`../../node_modules/node-${process.platform}-${process.arch}/bin/node`, import.meta.url),
  )
  if (!existsSync(own)) {
    console.error(`error [bad-usage] tdd-gate needs Node ${WANTED} or newer; this is ${process.versions.node}.`)
    console.error(`  -> npm install --save-dev node@${WANTED}, or install it from https://nodejs.org`)
    process.exitCode = 2
    return
  }
  const child = spawn(own, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 3)
  })
}
