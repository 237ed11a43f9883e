import { expect, test } from 'vitest'
import { getRefusal, openStage, SHOP } from './stage.ts'

const FILE = 'GET /repos/{owner}/{repo}/contents/{path}'
const WRITE = 'PUT /repos/{owner}/{repo}/contents/{path}'
const TREE = 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}'
const encode = (text: string) => Buffer.from(text).toString('base64')

test('files and folders are read at any commit', async () => {
  const { octokit } = await openStage()
  const { data: file } = await octokit.request(FILE, { ...SHOP, path: 'src/a.ts', ref: 'main' })
  expect(file).toMatchObject({ type: 'file', name: 'a.ts', path: 'src/a.ts', content: encode('1\n'), size: 2 })
  const { data: folder } = await octokit.request(FILE, { ...SHOP, path: '' })
  expect(folder).toMatchObject([
    { name: 'README.md', type: 'file' },
    { name: 'src', type: 'dir' },
  ])
  expect(await getRefusal(octokit.request(FILE, { ...SHOP, path: 'src/missing.ts' }))).toEqual({
    status: 404,
    message: 'Not Found',
  })
  expect(await getRefusal(octokit.request(FILE, { ...SHOP, path: 'src/a.ts', ref: 'missing' }))).toMatchObject({
    status: 404,
  })
})

test('a link to a file of the repository is answered as that file, and only a tree tells that it is one', async () => {
  const { octokit } = await openStage()
  const links = {
    'to-file': 'src/a.ts',
    'src/up': '../README.md',
    'to-folder': 'src',
    'to-nothing': 'missing',
    out: '/etc/passwd',
  }
  const ref = await linked(octokit, links)
  const read = async (path: string) => (await octokit.request(FILE, { ...SHOP, path, ref })).data
  expect(await read('to-file')).toMatchObject({ type: 'file', path: 'to-file', content: encode('1\n'), size: 2 })
  expect(await read('src/up')).toMatchObject({ type: 'file', path: 'src/up' })
  for (const path of ['to-folder', 'to-nothing', 'out'] as const) {
    expect(await read(path)).toMatchObject({ type: 'symlink', target: links[path] })
  }
  const { data } = await octokit.request(TREE, { ...SHOP, tree_sha: ref })
  expect(data.tree.filter(({ mode }) => mode === '120000').map(({ path }) => path)).toEqual([
    'out',
    'to-file',
    'to-folder',
    'to-nothing',
  ])
})

/** A commit on top of main that has these links. */
async function linked(
  octokit: Awaited<ReturnType<typeof openStage>>['octokit'],
  links: Readonly<Record<string, string>>,
) {
  const { data: main } = await octokit.request('GET /repos/{owner}/{repo}/commits/{ref}', { ...SHOP, ref: 'main' })
  const { data: tree } = await octokit.request('POST /repos/{owner}/{repo}/git/trees', {
    ...SHOP,
    base_tree: main.commit.tree.sha,
    tree: Object.entries(links).map(([path, content]) => ({ path, content, mode: '120000', type: 'blob' })),
  })
  const commit = { ...SHOP, message: 'chore: links', tree: tree.sha, parents: [main.sha] }
  return (await octokit.request('POST /repos/{owner}/{repo}/git/commits', commit)).data.sha
}

test('a file is written as a commit, and never over an unseen version', async () => {
  const { github, mona, octokit } = await openStage()
  const write = (text: string, sha?: string) =>
    github.as(mona).request(WRITE, {
      ...SHOP,
      path: 'docs/new.md',
      message: 'docs: new',
      content: encode(text),
      ...(sha === undefined ? {} : { sha }),
    })
  const { data, status } = await write('one')
  expect(status).toBe(201)
  expect(data.commit).toMatchObject({ message: 'docs: new', verification: { verified: true } })
  expect(await getRefusal(write('two'))).toMatchObject({ status: 422 })
  expect(await getRefusal(write('two', 'a'.repeat(40)))).toMatchObject({ status: 409 })
  expect((await write('two', data.content?.sha)).status).toBe(200)
  const { data: tree } = await octokit.request('GET /repos/{owner}/{repo}/git/trees/{tree_sha}', {
    ...SHOP,
    tree_sha: 'main',
    recursive: '1',
  })
  expect(tree.tree.map(({ path, type }) => `${type} ${path}`)).toEqual([
    'blob README.md',
    'tree docs',
    'blob docs/new.md',
    'tree src',
    'blob src/a.ts',
  ])
})

test('trees are laid over others', async () => {
  const { octokit } = await openStage()
  const { data: blob } = await octokit.request('POST /repos/{owner}/{repo}/git/blobs', { ...SHOP, content: 'three' })
  const { data: tree } = await octokit.request('POST /repos/{owner}/{repo}/git/trees', {
    ...SHOP,
    base_tree: (await octokit.request('GET /repos/{owner}/{repo}/git/trees/{tree_sha}', { ...SHOP, tree_sha: 'main' }))
      .data.sha,
    tree: [
      { path: 'src/a.ts', mode: '100644', type: 'blob', sha: null },
      { path: 'src/deep/b.ts', mode: '100644', type: 'blob', sha: blob.sha },
      { path: 'run.sh', mode: '100755', type: 'blob', content: 'echo' },
    ],
  })
  const { data } = await octokit.request('GET /repos/{owner}/{repo}/git/trees/{tree_sha}', {
    ...SHOP,
    tree_sha: tree.sha,
    recursive: '1',
  })
  expect(data.tree.map(({ path, mode }) => `${mode} ${path}`)).toEqual([
    '100644 README.md',
    '100755 run.sh',
    '040000 src',
    '040000 src/deep',
    '100644 src/deep/b.ts',
  ])
  const { data: read } = await octokit.request('GET /repos/{owner}/{repo}/git/blobs/{file_sha}', {
    ...SHOP,
    file_sha: blob.sha,
  })
  expect(read.content).toBe(encode('three'))
})

test('branches tell whether they are protected', async () => {
  const { github, shop, mona, octokit, gate } = await openStage()
  const branch = async () =>
    (await octokit.request('GET /repos/{owner}/{repo}/branches/{branch}', { ...SHOP, branch: 'main' })).data
  expect(await branch()).toMatchObject({ name: 'main', protected: false })
  const read = () =>
    octokit.request('GET /repos/{owner}/{repo}/branches/{branch}/protection', { ...SHOP, branch: 'main' })
  expect(await getRefusal(read())).toEqual({ status: 404, message: 'Branch not protected' })
  await github.as(mona).protect(shop, 'main', [{ context: 'tdd-gate', appId: gate.app.id }])
  expect(await branch()).toMatchObject({ protected: true })
  expect((await read()).data).toMatchObject({
    required_status_checks: { checks: [{ context: 'tdd-gate', app_id: gate.app.id }] },
    enforce_admins: { enabled: true },
  })
})
