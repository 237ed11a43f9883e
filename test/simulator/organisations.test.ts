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
  const [property = '', ruleset = '', turnOn = ''] = toRulesetCommands(['acme'], { APP_ID: String(gate.app.id) })
  for (const command of [property, ruleset]) {
    const [, json = '', method, path] = /^echo '(.*)' \| gh api -X (\w+) (\S+) --input -$/.exec(command) ?? []
    await owner?.request(`${method} /${path}`, JSON.parse(json))
    expect(
      await getRefusal(writer?.request(`${method} /${path}`, JSON.parse(json)) ?? Promise.resolve()),
    ).toMatchObject({
      status: 404,
    })
  }
  expect(await merge('one')).toMatchObject({ status: 200 })
  expect(turnOn).toMatch(/^gh api -X PATCH orgs\/acme\/properties\/values -f 'repository_names\[\]=<repository>'/)
  await owner?.request('PATCH /orgs/{org}/properties/values', {
    org: 'acme',
    repository_names: ['shop'],
    properties: [{ property_name: 'tdd-gate', value: 'on' }],
  })
  expect(await merge('two')).toMatchObject({ status: 405 })
})
