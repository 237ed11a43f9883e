import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { getFolder } from './folder.ts'
import { end, until, untilFile, untilPrints } from './processes.ts'

function shell(script: string): ChildProcess {
  const child = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] })
  onTestFinished(() => end(child))
  return child
}

test('a line is awaited, and a process that ends without it fails at once', async () => {
  await untilPrints(shell('echo ready; exec sleep 60'))
  await untilPrints(shell('echo ready'))
  await expect(untilPrints(shell('exit 3'))).rejects.toThrow(/a word, but process \d+ ended with 3/)
})

test('what a process makes is waited for no longer than it can come', async () => {
  const file = join(getFolder({}), 'file')
  await untilFile(file, shell(`touch "${file}"; exit 3`))
  await expect(untilFile(`${file}2`, shell('exit 3'))).rejects.toThrow(/file2 to appear, but process \d+ ended with 3/)
  await expect(untilFile(`${file}2`, shell('kill $$'))).rejects.toThrow('ended with SIGTERM')
  const done = shell('exit 0')
  let asked = 0
  await until('the third look', () => ++asked === 3, done)
})
