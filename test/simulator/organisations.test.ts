/** What `admin ruleset` prints, run by an owner of an organisation. */
import { expect, test } from 'vitest'
import { toRulesetCommands } from '../../src/app/admin/ruleset.ts'
import { getClient, getRefusal, openStage, SHOP } from './stage.ts'

test('the commands of `admin ruleset` make GitHub refuse merges where the property is on, and nowhere else', async () => {
  const { github, gate, octokit, ada, mona } = await openStage()
  const [owner, writer] = [mona, ada].map((person) => getClient(github, github.as(person).token))
  const merge = async (branch: string) => {
    const { data: main } = await octokit.request('GET /repos/{owner}/{repo}/commits/{ref}', { ...SHOP, ref: 'main' })
    await octokit.request('POST /repos/{owner}/{repo}/git/refs', {
      ...SHOP,
      ref: `refs/heads/${branch}`,
      sha: main.sha,
    })
    const file = { ...SHOP, path: `${branch}.md`, branch, message: 'docs: one', content: 'MQ==' }
    await octokit.request('PUT /repos/{owner}/{repo}/contents/{path}', file)
    const pull = { ...SHOP, title: 'docs: one', head: branch, base: 'main' }
    const { data } = await octokit.request('POST /repos/{owner}/{repo}/pulls', pull)
    const asked = { ...SHOP, pull_number: data.number }
    return getRefusal(
      writer?.request('PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge', asked) ?? Promise.resolve(),
    )
  }
  const printed = toRulesetCommands(['acme', 'shop'], { APP_ID: String(gate.app.id) })
  const [property = '', ruleset = '', values = ''] = printed.split('\n').filter((line) => line.startsWith('echo'))
  const paste = (command: string, by: typeof owner) => {
    const [, json = '', method, path] = /^echo '(.*)' \| gh api -X (\w+) (\S+) --input -$/.exec(command) ?? []
    return by?.request(`${method} /${path}`, JSON.parse(json)) ?? Promise.resolve()
  }
  for (const command of [property, ruleset]) {
    await paste(command, owner)
    expect(await getRefusal(paste(command, writer))).toMatchObject({ status: 404 })
  }
  expect(await merge('one')).toMatchObject({ status: 200 })
  await paste(values, owner)
  expect(await merge('two')).toMatchObject({ status: 405 })
})
