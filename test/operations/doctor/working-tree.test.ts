import { describe, expect, test } from 'vitest'
import { detectInWorkingTree, detectOrAsk, getTop } from '../../../src/operations/doctor/working-tree.ts'
import { getFolder } from '../../support/folder.ts'
import { createRepository, type Files } from '../../support/repository.ts'

const NODE = { 'test/a.test.js': "import test from 'node:test'\n" }
const withTest = (script: string) => JSON.stringify({ name: 'x', scripts: { test: script } })

async function getExplanations(files: Files): Promise<string> {
  await using repo = await createRepository()
  await repo.commit('base', files)
  return (await detectInWorkingTree(repo.dir))?.explanations.join('\n') ?? ''
}

test('without a runner the author is asked for what is missing, with a configuration that fits', async () => {
  await using repo = await createRepository()
  await repo.commit('base', { justfile: 'test:\n  ./run.sh\n' })
  expect(await detectOrAsk(repo.dir)).toEqual({
    isAsked: true,
    pin: 'version: 1\n#test:\n#  command: just test\n#  reports:\n#    - build/junit.xml\n',
    explanations: [
      expect.stringMatching(/^No test runner was detected\. The justfile has .* writes its report\. Complete/),
    ],
  })
})

describe('what is detected of a repository with several packages', () => {
  test('names those that test themselves, which the command at the top may not run', async () => {
    const said = await getExplanations({
      ...NODE,
      'package.json': withTest('node --test'),
      'packages/web/package.json': withTest('vitest run'),
      'packages/api/package.json': withTest('node --test'),
    })
    expect(said).toMatch(/packages\/api, packages\/web .*directory: packages\/api/)
  })

  test.each<[string, Files]>([
    ['no script', { 'packages/web/package.json': '{}' }],
    [
      'the script that npm writes',
      { 'packages/web/package.json': withTest('echo \\"Error: no test specified\\" && exit 1') },
    ],
    ['a manifest that is none', { 'packages/web/package.json': '[' }],
    ['a package of another one', { 'packages/web/node_modules/x/package.json': withTest('jest') }],
    ['a fixture', { 'test/fixtures/x/package.json': withTest('jest') }],
  ])('is silent about %s', async (_, files) => {
    expect(await getExplanations({ ...NODE, 'package.json': withTest('node --test'), ...files })).not.toContain(
      'directory',
    )
  })

  test('names a few of many', async () => {
    const many = Array.from({ length: 40 }, (_, n) => [`packages/p${n}/package.json`, withTest('jest')] as const)
    const said = await getExplanations({ ...NODE, ...Object.fromEntries(many) })
    expect(said).toContain('and 35 more')
  })
})

test('the top of a folder that is in no repository is the folder', async () => {
  const dir = getFolder({ 'a.txt': '' })
  expect(await getTop(dir)).toBe(dir)
  expect(await getTop(`${dir}/nowhere`)).toBe(`${dir}/nowhere`)
})
