/** The manual of Task Master, typed as its page says, on a GitHub: from `start` to the merged pull request. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { openAppStory } from '../../support/app-story.ts'
import { openShell, toScript } from '../../support/page-commands/follow.ts'

const shell = openShell()

/** What the page shows of the answers, in their order. */
const shown = [...readFileSync(resolve('docs/start/task-master.md'), 'utf8').matchAll(/^```json\n(.+?)^```$/gms)].map(
  ([, text = '']) => JSON.parse(text),
)

test('a task of Task Master, from `start` to the merge', async () => {
  const { github, shop, ada, mona, gate, folder, settled, checkOf } = await openAppStory({ project: {} })
  const clone = await github.as(ada).clone(shop)
  const place = `export XDG_STATE_HOME='${join(folder, 'state')}'`
  const { code, output } = await shell.run(`${place}\n${toScript('docs/start/task-master.md')}`, clone.folder)
  expect(code, output).toBe(0)
  const answers = output.split('\n').filter((line) => line.startsWith('{"schemaVersion"'))
  expect(answers.map((answer) => JSON.parse(answer))).toMatchObject(shown)

  await github.as(mona).protect(shop, 'main', [{ context: 'tdd-gate', appId: gate.app.id }])
  const number = await github.as(ada).openPull(shop, { head: 'master/task-7-discounts', title: 'Discounts' })
  await settled()
  expect(checkOf(number)).toMatchObject({ conclusion: 'success' })
  expect(await github.as(ada).merge(shop, number, 'squash')).toMatchObject({ status: 200 })
})
