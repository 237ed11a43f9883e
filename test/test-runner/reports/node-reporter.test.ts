/** Tests of a helper belong to the file that ran it. Node before 24 names the file in which they are written. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ASSETS } from '../../../src/test-runner/command.ts'

const { default: report } = await import(join(ASSETS, 'node-reporter.mjs'))

interface NodeEvent {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

const about = (type: string, name: string | undefined, file: string, more = {}): NodeEvent => ({
  type,
  data: { name, nesting: 0, file, ...more },
})

/** Two files that declare the test of one helper, as Node 22 reports them; the second file ends before the first. */
const OF_NODE_22: readonly NodeEvent[] = [
  about('test:enqueue', 'one.test.js', '/p/one.test.js'),
  about('test:enqueue', 'two.test.js', '/p/two.test.js'),
  about('test:start', 'counts', '/p/contract.js'),
  about('test:complete', 'two.test.js', '/p/two.test.js'),
  about('test:pass', 'counts', '/p/contract.js'),
  about('test:summary', undefined, '/p/one.test.js', { success: true }),
  about('test:complete', 'one.test.js', '/p/one.test.js'),
  about('test:start', 'counts', '/p/contract.js'),
  about('test:fail', 'counts', '/p/contract.js'),
  about('test:summary', undefined, '/p/two.test.js', { success: false }),
]

async function getTests(events: readonly NodeEvent[]) {
  async function* source() {
    yield* events
  }
  const lines: string[] = []
  for await (const line of report(source())) lines.push(line)
  const read = lines.map((line) => JSON.parse(line))
  return read.flatMap(({ type, name, file }) => (/:(?:pass|fail)$/.test(type) ? [`${type} ${file} ${name}`] : []))
}

test('a test of a helper belongs to the file that ran it', async () => {
  expect(await getTests(OF_NODE_22)).toEqual(['test:pass /p/one.test.js counts', 'test:fail /p/two.test.js counts'])
})

test('Node 24 names the file that ran', async () => {
  const told = about('test:pass', 'counts', '/p/contract.js', { entryFile: '/p/one.test.js' })
  expect(await getTests([...OF_NODE_22.slice(0, 2), told])).toEqual(['test:pass /p/one.test.js counts'])
})

test('a test of a file that never ended has the file in which it is written', async () => {
  expect(await getTests(OF_NODE_22.slice(0, 5))).toEqual(['test:pass /p/contract.js counts'])
})
