/**
 * Runs programs by way of a small process of its own. The system copies the page tables of the process that starts a program: from
 * a process that holds a whole GitHub, an App and tests, git costs several times what it costs by itself.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'

export interface Ran {
  /** Null when a signal ended it. */
  readonly code: number | null
  readonly stdout: Buffer
  readonly stderr: Buffer
}

interface Asked {
  readonly cwd?: string
  readonly env: NodeJS.ProcessEnv
  readonly input?: string | Buffer
}

type Answer = { readonly id: number } & (Ran | { readonly error: string })
type Waiting = ReturnType<typeof Promise.withResolvers<Ran>>

const waiting = new Map<number, Waiting>()
let starter: ChildProcess | null = null
let last = 0

/** Runs a program to its end. @throws Error when it cannot be started */
export function run(program: string, args: readonly string[], { cwd, env, input = '' }: Asked): Promise<Ran> {
  const ran: Waiting = Promise.withResolvers()
  const id = ++last
  starter ??= open()
  // Only who waits for an answer is kept alive by it.
  if (waiting.size === 0) starter.channel?.ref()
  waiting.set(id, ran)
  starter.send({ id, program, args, cwd, env, input })
  return ran.promise
}

function open(): ChildProcess {
  const opened = fork(join(import.meta.dirname, 'starter-process.mjs'), [], {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // A Ctrl-C ends the process that asks: what runs meanwhile comes to its end.
    detached: true,
  })
  opened.unref()
  opened.on('message', (answer: Answer) => {
    const asker = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (waiting.size === 0) opened.channel?.unref()
    if ('error' in answer) asker?.reject(new Error(answer.error))
    else asker?.resolve(answer)
  })
  opened.on('exit', () => {
    starter = null
    for (const asker of waiting.values()) asker.reject(new Error('the process that starts programs has ended'))
    waiting.clear()
  })
  return opened
}
