#!/usr/bin/env node
// The App with the gate behind it. Plain JavaScript: an old Node says what it lacks.

/** As `engines` in package.json says. */
const WANTED = 24

if (Number.parseInt(process.versions.node, 10) >= WANTED) {
  const { runProgram } = await import('./program.ts')
  const code = await runProgram(process.argv.slice(2))
  if (code !== null) process.exitCode = code
} else {
  console.error(`error [bad-environment] The App needs Node ${WANTED} or newer; this is ${process.versions.node}.`)
  const quote = (word) => (/^[\w./:@=#-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)
  const same = ['node src/cli/bin.mjs app', ...process.argv.slice(2).map(quote)].join(' ')
  console.error(`  -> Linux, in a clone after npm ci: ${same}. Others: install Node ${WANTED} from https://nodejs.org`)
  process.exitCode = 2
}
