/** The App of `program.ts` as a process of its own, and what it says. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { COMPILED } from '../support/compiled.ts'

const PROGRAM = fileURLToPath(new URL('program.ts', import.meta.url))

export type Environment = Readonly<Record<string, string>>

export interface Process {
  readonly child: ChildProcess
  readonly lines: Record<string, unknown>[]
  /** Resolves with the first line of the log that says this. */
  readonly says: (msg: string) => Promise<Record<string, unknown>>
  readonly exit: Promise<number | null>
}

export function launch(cwd: string, env: Environment, ...words: readonly string[]): Process {
  return launchProgram(PROGRAM, cwd, env, ...words)
}

/** The same with another program. */
export function launchProgram(program: string, cwd: string, env: Environment, ...words: readonly string[]): Process {
  const clean = { PATH: process.env['PATH'] ?? '', HOME: cwd, ...COMPILED }
  const child = spawn(process.execPath, [program, ...words], {
    cwd,
    env: { ...clean, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: Record<string, unknown>[] = []
  const waiting = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line.startsWith('{') ? JSON.parse(line) : { msg: line })
      for (const evaluate of waiting) evaluate()
    })
  // By then its whole output has been read.
  const exit = once(child, 'close').then(([code]) => code as number | null)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exit
  })
  const says = (msg: string) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      const evaluation = () => {
        const found = lines.find((line) => line['msg'] === msg)
        if (found !== undefined) resolve(found)
      }
      waiting.add(evaluation)
      evaluation()
      void exit.then((code) => reject(new Error(`ended with ${code}: ${JSON.stringify(lines)}`)))
    })
  return { child, lines, says, exit }
}
