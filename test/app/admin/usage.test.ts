import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { answerCall } from '../../../src/app/admin/usage.ts'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

test.each([[['--help']], [['-h']], [['admin', '--help']], [['admin', 'move', '--help']]])(
  '%j shows every command of operators that the documentation lists',
  (words) => {
    const { code, text = '' } = answerCall(words) ?? {}
    expect(code).toBe(0)
    const listed = readFileSync('docs/how-to/operate-app.md', 'utf8').match(/(?<=^\| `)(?:\w+)(?=.*` \| )/gm) ?? []
    const commands = listed.filter((name) => name === name.toLowerCase())
    expect(commands).toContain('replay')
    for (const name of [...commands, 'ruleset']) expect(text).toContain(`\n  ${name} `)
  },
)

test.each([['-V'], ['--version']])('%s shows the version', (word) => {
  expect(answerCall([word])).toEqual({ code: 0, text: `${version}\n` })
})

test.each([['--port'], ['start'], ['Admin']])('%s is unknown: usage and exit code 2', (word) => {
  const { code, text } = answerCall([word]) ?? {}
  expect(code).toBe(2)
  expect(text).toContain(`\`${word}\``)
  expect(text).toContain('admin <command>')
})

test.each([[[]], [['admin']], [['admin', 'dead']]])('%j is run', (words) => {
  expect(answerCall(words)).toBeNull()
})

test('the program ends with the answer, and starts no set-up', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/app/bin.mjs', '--nonsense'], {
    encoding: 'utf8',
  })
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toContain('--nonsense')
})
