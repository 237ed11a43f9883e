/** What `starter.ts` starts: a process with little memory, which starts programs for one with much. */
import { spawn } from 'node:child_process'
import { buffer } from 'node:stream/consumers'

process.on('disconnect', () => process.exit())
process.on('message', async ({ id, program, args, cwd, env, input }) => {
  const answer = await run(program, args, { cwd, env }, input).catch((error) => ({ error: String(error) }))
  if (process.connected) process.send({ id, ...answer })
})

async function run(program, args, options, input) {
  const child = spawn(program, args, options)
  // It may end before it has read everything; its exit code tells.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const ended = new Promise((resolve, reject) => child.on('close', resolve).on('error', reject))
  const [stdout, stderr, code] = await Promise.all([buffer(child.stdout), buffer(child.stderr), ended])
  return { stdout, stderr, code }
}
