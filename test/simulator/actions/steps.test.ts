import { describe, expect, test } from 'vitest'
import { openSmallWorld, type SmallWorld } from './small-world.ts'

const FILE = '.github/workflows/ci.yml'
const steps = (text: string) =>
  `on: push\njobs:\n  build:\n    runs-on: x\n    steps:\n${text.replace(/^/gm, '      ')}\n`

const CHECKOUT = '- uses: actions/checkout@v7\n'
const NODE = {
  'action.yml': `name: a\ninputs: { who: { default: world }, 'two words': {}, token: { default: '\${{ github.token }}' } }\nruns: { using: node24, main: main.mjs, post: post.mjs }\n`,
  'main.mjs': `import { appendFileSync } from 'node:fs'
console.log('hello', process.env.INPUT_WHO, process.env.INPUT_TWO_WORDS, process.env.INPUT_TOKEN.slice(0, 4), process.env.GITHUB_ACTION_REPOSITORY, process.env.GITHUB_ACTION_REF)
appendFileSync(process.env.GITHUB_STATE, 'kept=' + process.env.INPUT_WHO + '\\n')
appendFileSync(process.env.GITHUB_OUTPUT, 'said=hello\\n')`,
  'post.mjs': `console.log('post', process.env.STATE_kept, process.env.INPUT_WHO)`,
}
const within = (folder: string, files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]))

/** Runs these steps in a repository with these files; `prepare` may put more repositories beside it. */
async function getRun(
  text: string,
  files: Readonly<Record<string, string>> = {},
  prepare: (small: SmallWorld) => void = () => {},
) {
  await using small = await openSmallWorld()
  prepare(small)
  const shop = small.repository('acme/shop')
  const sha = await shop.run({ ...files, [FILE]: steps(text) })
  const { artifacts, checkRuns } = shop.repository
  return {
    jobs: shop.jobs(),
    log: shop.log('build'),
    artifacts,
    sha,
    annotations: checkRuns[0]?.annotations.map(({ message }) => message),
  }
}

describe('an action in JavaScript', () => {
  test('an action of the workspace runs', async () => {
    const { log } = await getRun(
      `${CHECKOUT}- id: a\n  uses: ./own\n  with: { who: mona, 'two words': a b }\n- run: echo "out \${{ steps.a.outputs.said }}"`,
      within('own', NODE),
    )
    expect(log).toMatch(/hello mona a b \*\*\*|hello mona a b ghs_/)
    expect(log).toMatch(/out hello[\s\S]*post mona mona/)
  })

  test('an action of a repository runs at its tag', async () => {
    const { log } = await getRun(
      '- uses: tools/greet@v1\n- uses: tools/greet/deep@v1\n  with: { other: x }',
      {},
      (small) => {
        const greet = small.repository('tools/greet')
        greet.git('update-ref', 'refs/tags/v1', greet.push({ ...NODE, ...within('deep', NODE) }))
      },
    )
    expect(log.match(/hello world {2}ghs_ tools\/greet v1/g)).toHaveLength(2)
    expect(log).toContain("Unexpected input(s) 'other', valid inputs are ['who', 'two words', 'token']")
  })

  test.each([
    ['tools/none@v1', 'Unable to resolve action tools/none@v1'],
    ['./none', "Can't find 'action.yml'"],
    ['docker://alpine', 'Unable to resolve action docker://alpine'],
  ])('%s is not found', async (uses, reason) => {
    const { jobs, annotations } = await getRun(`- uses: ${uses}`)
    expect([jobs, annotations?.[0]]).toEqual([['build: failure'], expect.stringContaining(reason)])
  })
})

describe('a composite action', () => {
  const COMPOSITE = `name: c
inputs: { who: { default: world } }
outputs: { word: { value: "\${{ steps.in.outputs.word }}" } }
runs:
  using: composite
  steps:
    - id: in
      shell: bash
      run: echo "word=\${{ inputs.who }}-$OUTER-$(basename "$GITHUB_ACTION_PATH")" >> "$GITHUB_OUTPUT"
    - { shell: bash, run: "exit \${{ inputs.who == 'nobody' && 1 || 0 }}" }
    - { if: failure(), shell: bash, run: echo inner rescue }
    - { uses: ./own }
`
  test('has inputs, outputs and steps of its own', async () => {
    const { log } = await getRun(
      `${CHECKOUT}- id: c\n  uses: ./c\n  env: { OUTER: set }\n  with: { who: mona }\n- run: echo "out \${{ steps.c.outputs.word }} [\${{ steps.in.outputs.word }}]"`,
      { ...within('c', { 'action.yml': COMPOSITE }), ...within('own', NODE) },
    )
    expect(log).toContain('out mona-set-c []')
    expect(log).toMatch(/hello world[\s\S]*out mona[\s\S]*post world/)
  })

  test('fails as a whole', async () => {
    const { jobs, log } = await getRun(`${CHECKOUT}- uses: ./c\n  with: { who: nobody }\n- run: echo never`, {
      ...within('c', { 'action.yml': COMPOSITE }),
      ...within('own', NODE),
    })
    expect(jobs).toEqual(['build: failure'])
    expect(log).toContain('inner rescue')
    expect(log).not.toMatch(/^(?:never|hello world.*)$/m)
  })
})

describe('checkout', () => {
  test('has one commit and a branch, unless the step asks for more', async () => {
    const { log, sha } = await getRun(`${CHECKOUT}- run: |
    git rev-parse HEAD; git branch --show-current; git rev-list --count HEAD; git config --get-regexp extraheader | cut -c1-4
- uses: actions/checkout@v7
  with: { path: deep/er, fetch-depth: 0, persist-credentials: false, ref: '\${{ github.sha }}' }
- run: cd deep/er; git branch --show-current; git rev-parse HEAD; git config --get-regexp extraheader || echo none`)
    expect(log).toMatch(new RegExp(`${sha}\nmain\n1\nhttp\n[\\s\\S]*\n${sha}\nnone`))
  })

  test('takes other repositories and refs, and says when there is none', async () => {
    const prepare = (small: SmallWorld) => {
      const other = small.repository('tools/other')
      other.git('update-ref', 'refs/tags/v1', other.push({ 'x.txt': 'of other' }))
    }
    const other = (ref: string) =>
      `- uses: actions/checkout@v7\n  with: { repository: tools/other, ref: ${ref}, path: other }\n`
    expect((await getRun(`${other('v1')}- run: cat other/x.txt`, {}, prepare)).log).toContain('of other')
    expect((await getRun(other('unknown'), {}, prepare)).annotations?.join()).toContain("'unknown' could not be found")
    expect((await getRun(`- uses: actions/checkout@v7\n  with: { path: ../.. }`)).annotations?.join()).toContain(
      'is not under',
    )
  })
})

test('setup-node has the Node that is here, and no other', async () => {
  const { log } = await getRun('- uses: actions/setup-node@v6\n  with: { node-version: 24 }\n- run: node --version')
  expect(log).toContain(process.version)
  expect((await getRun('- uses: actions/setup-node@v6\n  with: { node-version: 18 }')).jobs).toEqual(['build: failure'])
})

describe('artifacts', () => {
  const upload = (options: string) => `- id: up\n  uses: actions/upload-artifact@v7\n  with: { ${options} }\n`
  const download = (options: string) => `- uses: actions/download-artifact@v8\n  with: { ${options} }\n`
  const MAKE = '- run: mkdir -p out/.deep; echo one > out/a.txt; echo two > out/.deep/b.txt; echo three > c.txt\n'

  test('go up and come down, by name and by id', async () => {
    const { log, artifacts } = await getRun(
      `${MAKE}${upload('name: n, path: out, include-hidden-files: true')}${download('name: n, path: byname')}${download("artifact-ids: '${{ steps.up.outputs.artifact-id }}', path: byid")}- run: find byname byid -type f | sort; echo "\${{ steps.up.outputs.artifact-digest }}"`,
    )
    expect(log).toContain('byid/.deep/b.txt\nbyid/a.txt\nbyname/.deep/b.txt\nbyname/a.txt')
    expect(log).toMatch(/^[0-9a-f]{64}$/m)
    expect(artifacts.map(({ name }) => name)).toEqual(['n'])
  })

  test('hidden files stay, exclusions too, and several paths part where they part', async () => {
    const { log } = await getRun(`${MAKE}- uses: actions/upload-artifact@v7
  with:
    path: |
      out
      *.txt
      !c.txt
- run: echo more > d.txt
- uses: actions/upload-artifact@v7
  with: { name: second, path: "out\\n*.txt\\n!c.txt" }
${download('path: all')}- run: find all -type f | sort`)
    expect(log).toContain('all/artifact/out/a.txt\nall/second/d.txt\nall/second/out/a.txt')
    expect(log).not.toContain('b.txt\n')
  })

  test.each([
    ['name: n, path: none, if-no-files-found: error', 'No files were found'],
    ["name: 'a/b', path: c.txt", 'The artifact name is not valid'],
    ['name: n, path: c.txt, archive: false', 'archive: false'],
  ])('%s is refused', async (options, reason) => {
    const { jobs, annotations } = await getRun(MAKE + upload(options))
    expect([jobs, annotations?.join()]).toEqual([['build: failure'], expect.stringContaining(reason)])
  })

  test('of one name there is one in an attempt, unless it is replaced', async () => {
    const twice =
      MAKE +
      upload('name: n, path: c.txt') +
      upload('name: n, path: c.txt, overwrite: true').replace('id: up', 'id: up2')
    expect((await getRun(twice)).artifacts).toHaveLength(1)
    const { annotations } = await getRun(twice.replace('overwrite: true', 'overwrite: false'))
    expect(annotations?.join()).toContain('(409) Conflict')
  })

  test.each([
    ['name: none', 'Artifact not found for name: none'],
    ["artifact-ids: '7'", 'not found: 7'],
    ["run-id: '7'", 'not known here'],
  ])('%s cannot come down', async (options, reason) => {
    const { annotations } = await getRun(download(options))
    expect(annotations?.join()).toContain(reason)
  })
})
