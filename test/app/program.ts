/** The App as a process with a tiny gate: it writes down what it gets. `node program.ts <file> [slow]` */
import { appendFileSync } from 'node:fs'
import { runApp } from '../../src/app/main.ts'

const [file = '', pace] = process.argv.slice(2)
await runApp(() => async (github, { repository, event }, { app }) => {
  appendFileSync(file, `begun ${event.kind} ${app.slug}\n`)
  if (pace === 'slow') for (let i = 0; i < 50; i += 1) await github.request('GET /repos/{owner}/{repo}', repository)
  appendFileSync(file, `done ${event.kind}\n`)
  return event.kind === 'head' ? [{ kind: 'pull-request', number: 5 }] : []
})
