import { expect, test } from 'vitest'
import { readCommands } from '../../../src/app/gate/comment-parser.ts'
import { parseCommands } from '../../../src/core/commands/parse.ts'

const hostile = (n: number) => `${'](<'.repeat(3_300)}\n/tdd abort ${n}`

test('a comment is read as it stands, each with its own answer', async () => {
  const texts = ['/tdd status', 'thanks', '/tdd skip 1.2 by hand\n\n/tdd next', hostile(1)]
  expect(await Promise.all(texts.map(readCommands))).toEqual(texts.map(parseCommands))
})

test('thirty comments full of brackets are not felt by the thread that acknowledges webhooks', async () => {
  await readCommands('/tdd help')
  const before = process.threadCpuUsage()
  const [all] = [process.cpuUsage()]
  await Promise.all(Array.from({ length: 30 }, (_, n) => readCommands(hostile(n))))
  const own = process.threadCpuUsage(before)
  const whole = process.cpuUsage(all)
  expect(own.user + own.system).toBeLessThan((whole.user + whole.system) / 3)
})

test('a thread that ended refuses what waited, and another one reads the next comment', async () => {
  const noText = 7 as unknown as string
  await expect(readCommands(noText)).rejects.toThrow()
  expect(await readCommands('/tdd status')).toEqual(parseCommands('/tdd status'))
})
