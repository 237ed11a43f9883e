/** The App as a process of its own on a local GitHub; it can be killed at any moment. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { COMPILED } from './compiled.ts'
import { type AppOptions, getEnvironment, SECRET } from './running-app.ts'

const PROGRAM = fileURLToPath(new URL('app-process.ts', import.meta.url))

export interface KillableApp {
  /** `kill -9`; resolves when it is gone. */
  readonly kill: () => Promise<void>
  /** GitHub delivers to it from now on, as it does from its start. */
  readonly listen: () => void
  /** Resolves with the first line of its log that says this, from its start on. */
  readonly says: (message: string, what?: string) => Promise<Readonly<Record<string, unknown>>>
}

/** Listens when it resolves. */
export async function startProcess(options: Omit<AppOptions, 'minimum'>): Promise<KillableApp> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: options.folder, ...COMPILED, ...getEnvironment(options) }
  const child = spawn(process.execPath, [PROGRAM], {
    cwd: options.folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const says = listen(child)
  const exit = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await exit
  }
  onTestFinished(kill)
  const { port } = await says('listening')
  const hear = () => options.gate.listenAt(`http://127.0.0.1:${port}/`, SECRET)
  hear()
  return { kill, listen: hear, says }
}

function listen(child: ChildProcess): KillableApp['says'] {
  const { stdout } = child
  const lines: Record<string, unknown>[] = []
  const waiting = new Set<() => void>()
  if (stdout === null) throw new Error('it has no output')
  createInterface({ input: stdout }).on('line', (line) => {
    lines.push(JSON.parse(line))
    for (const evaluate of waiting) evaluate()
  })
  const gone = once(child, 'close')
  return (message, what) =>
    new Promise((resolve, reject) => {
      const evaluation = () => {
        const found = lines.find((line) => line['msg'] === message && (what === undefined || line['what'] === what))
        if (found === undefined) return
        waiting.delete(evaluation)
        resolve(found)
      }
      waiting.add(evaluation)
      evaluation()
      void gone.then(() => reject(new Error(`it ended and never said: ${message}`)))
    })
}
