/** The App applies the configuration that the judge applies: what git says is a file, and no other. */
import { expect, test } from 'vitest'
import { DEFAULT_CONFIG } from '../../../../src/config/parse.ts'
import { DEFAULT_BRANCH_PATTERN } from '../../../../src/core/model/config.ts'
import { createClient, type Request } from '../../../../src/github/client.ts'
import { cacheConfigs } from '../../../../src/github/read/pull-request/base-config.ts'
import type { GitHub } from '../../../../src/github/routes.ts'
import { openStage, SHOP } from '../../../simulator/stage.ts'

const TEXT = 'version: 1\ngit: { branchPattern: "work/{id}-{slug}" }\n'
const PATH = '.github/tdd-gate.yml'

interface File {
  readonly mode: string
  readonly content: string
}
const file = (content = TEXT, mode = '100644') => ({ mode, content })
const link = (content: string) => file(content, '120000')

async function readAt(files: Readonly<Record<string, File>>) {
  const { github, commit } = await getCommit(files)
  return cacheConfigs()(github, SHOP, commit)
}

async function getCommit(files: Readonly<Record<string, File>>) {
  const { octokit } = await openStage()
  const { data: tree } = await octokit.request('POST /repos/{owner}/{repo}/git/trees', {
    ...SHOP,
    tree: Object.entries({ 'a.js': file('1'), ...files }).map(([path, entry]) => ({
      path,
      content: entry.content,
      type: 'blob' as const,
      mode: entry.mode as '100644',
    })),
  })
  const commit = { ...SHOP, message: 'chore: a base', tree: tree.sha }
  const { data } = await octokit.request('POST /repos/{owner}/{repo}/git/commits', commit)
  return { github: createClient(octokit.request as unknown as Request, 'app'), commit: data.sha }
}

test.each([
  ['a file', { [PATH]: file() }],
  ['a file that may be run', { [PATH]: file(TEXT, '100755') }],
])('%s is read', async (_, files) => {
  const { config, unread } = await readAt(files)
  expect(config.git.branchPattern).toBe('work/{id}-{slug}')
  expect(unread).toBeNull()
})

test.each([
  [
    'a link to a file of the repository',
    { [PATH]: link('../shared.yml'), 'shared.yml': file() },
    `\`${PATH}\` of the base is a symbolic link`,
  ],
  ['a link to nothing', { [PATH]: link('missing.yml') }, `\`${PATH}\` of the base is a symbolic link`],
  [
    'in a folder that is a link',
    { '.github': link('shared'), 'shared/tdd-gate.yml': file() },
    '`.github` of the base is a symbolic link',
  ],
  ['a folder', { [`${PATH}/a.yml`]: file() }, `\`${PATH}\` of the base is a folder`],
  ['called otherwise', { '.github/tdd-gate.yaml': file() }, 'is not called'],
])('a configuration that is %s does not count, and the result says so', async (_, files, words) => {
  const { config, unread } = await readAt(files)
  expect(config).toEqual(DEFAULT_CONFIG)
  expect(config.git.branchPattern).toBe(DEFAULT_BRANCH_PATTERN)
  expect(unread).toContain(words)
  expect(unread).toContain('tdd-gate does not read it and uses the defaults')
})

test.each([
  ['no folder', {}],
  ['other things in its folder', { '.github/CODEOWNERS': file('* @mona') }],
])('where there is %s the defaults count, without a warning', async (_, files) => {
  expect(await readAt(files)).toEqual({ config: DEFAULT_CONFIG, unread: null })
})

test.each([
  ['one that is read', file(), 3],
  ['one that is broken', file('version: 2\n'), 3],
  ['a link', link('../shared.yml'), 2],
])('what a commit has never changes: %s is asked for once in a process', async (_, config, requests) => {
  const { github, commit } = await getCommit({ [PATH]: config })
  const asked: string[] = []
  const counting: GitHub = {
    ...github,
    request: (route, parameters) => {
      asked.push(route)
      return github.request(route, parameters)
    },
  }
  const remembered = cacheConfigs()
  const first = await remembered(counting, SHOP, commit).catch(String)
  expect(await remembered(counting, SHOP, commit).catch(String)).toEqual(first)
  expect(first).toEqual(await cacheConfigs()(github, SHOP, commit).catch(String))
  expect(asked).toHaveLength(requests)
})
