#!/usr/bin/env node
// The App with the gate behind it. Plain JavaScript: an old Node says what it lacks.
import { existsSync } from 'node:fs'

/** As `engines` in package.json says. */
const WANTED = 24

if (Number.parseInt(process.versions.node, 10) >= WANTED) {
  const [, , ...args] = process.argv
  const { forgiveClosedPipes } = await import('../output.ts')
  const { answerCall } = await import('./admin/usage.ts')
  forgiveClosedPipes()
  const answer = answerCall(args)
  if (answer !== null) {
    ;(answer.code === 0 ? process.stdout : process.stderr).write(answer.text)
    process.exitCode = answer.code
  } else if (args[0] === 'admin') {
    const { runAdmin } = await import('./admin/admin.ts')
    if (existsSync('.env')) process.loadEnvFile()
    process.exitCode = await runAdmin(args.slice(1), process.env, (line) => process.stdout.write(line))
  } else {
    const [{ openGate }, { runApp }] = await Promise.all([import('./gate/open.ts'), import('./main.ts')])
    await runApp(openGate)
  }
} else {
  console.error(`error [bad-environment] The App needs Node ${WANTED} or newer; this is ${process.versions.node}.`)
  console.error(`  -> Linux: npm start. Others: install Node ${WANTED} from https://nodejs.org`)
  process.exitCode = 2
}
