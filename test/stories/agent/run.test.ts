/** A scripted agent knows nothing but its prompt: it takes a task from its start to a green branch. */
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { getFolder } from '../../support/folder.ts'
import { createRepository } from '../../support/repository.ts'
import { runCli } from '../../support/run-cli.ts'
import { nodeTest, SHOP } from '../../support/shop.ts'

const PLAN = `id: 9
title: Prices
subtasks:
  - { id: 9.1, title: A tenth off }
`
const write = (path: string, text: string) => `mkdir -p ${path.split('/')[0]} && cat > ${path} <<'END'\n${text}END\n`
const TENTH = nodeTest('../src/tenth.js', 'tenth', { 'takes a tenth': 'assert.equal(tenth(200), 20)' })

/** Its first try at 9.1 is wrong; the prompt after it says what the test got. */
const AGENT = `#!/bin/sh
prompt=$(cat)
case "$prompt" in
  *"write-failing-test, red 9.1"*) ${write('test/tenth.test.js', TENTH)};;
  *"green 9.1"*"10 !== 20"*) ${write('src/tenth.js', 'export const tenth = (n) => n / 10\n')};;
  *"green 9.1"*) ${write('src/tenth.js', 'export const tenth = (n) => n / 20\n')};;
  *) echo "no idea what to do: $prompt" >&2; exit 9;;
esac
`

test('an agent that reads only its prompts takes a task to a green branch, over a failed attempt', async () => {
  await using repo = await createRepository()
  await repo.git('config', 'user.name', 'Ada')
  await repo.git('config', 'user.email', 'ada@example.com')
  await repo.commit('base', { ...SHOP, 'task.yml': PLAN })
  const folder = getFolder({ agent: AGENT })
  chmodSync(join(folder, 'agent'), 0o755)
  const options = { cwd: repo.dir, env: { TDD_GATE_CACHE: join(folder, 'cache') } }
  expect(await runCli(['start', 'task.yml'], options)).toMatchObject({ code: 0 })
  const { code, stdout, stderr } = await runCli(['run', '--agent', join(folder, 'agent')], options)
  expect({ code, stdout }, stderr).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^done after 3 steps: nothing is left to do/),
  })
  const subjects = await repo.git('log', '--reverse', '--format=%s', 'main..HEAD')
  expect(subjects.split('\n')).toEqual([
    'chore(task-9): start',
    'test: A tenth off',
    'feat: A tenth off',
    'feat: A tenth off',
  ])
  expect(await runCli(['verify'], options)).toMatchObject({ code: 0 })
})

test('an agent that changes nothing ends the run after two calls', async () => {
  await using repo = await createRepository()
  await repo.git('config', 'user.name', 'Ada')
  await repo.git('config', 'user.email', 'ada@example.com')
  await repo.commit('base', { ...SHOP, 'task.yml': PLAN })
  const options = { cwd: repo.dir, env: { TDD_GATE_CACHE: getFolder({}) } }
  await runCli(['start', 'task.yml'], options)
  const { code, stdout } = await runCli(['run', '--agent', 'true'], options)
  expect({ code, stdout }).toEqual({ code: 4, stdout: expect.stringMatching(/^idle after 2 steps/) })
})
