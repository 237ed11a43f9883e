import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ACTION, MOVING_TAG, REPOSITORY, REUSABLE_WORKFLOW, toTrusted } from '../../src/render/workflow-file.ts'

const { version, repository, bugs, homepage } = JSON.parse(readFileSync('package.json', 'utf8'))
const TEXTS = [
  '*.{md,yml,yaml}',
  'docs/**/*.{md,mts}',
  'deploy/*',
  '.github/**/*.yml',
  'src/**/*.{ts,mjs}',
  'schema/*.json',
]

test('package.json says which repository and tag workflows name, and before 1.0 the tag is v0', () => {
  expect(repository.url).toBe(`git+https://github.com/${REPOSITORY}.git`)
  expect(bugs.url).toBe(`https://github.com/${REPOSITORY}/issues`)
  expect(homepage).toBe(`https://github.com/${REPOSITORY}#readme`)
  expect(MOVING_TAG).toBe(`v${version.split('.')[0]}`)
  expect(ACTION).toBe(`${REPOSITORY}@${MOVING_TAG}`)
  expect(REUSABLE_WORKFLOW).toBe(`${REPOSITORY}/.github/workflows/tdd-gate.yml@${MOVING_TAG}`)
})

test('the App trusts the workflow by its tag, and a commit as it is', () => {
  expect(toTrusted('o/r@v0')).toBe('o/r/.github/workflows/tdd-gate.yml@refs/tags/v0')
  expect(toTrusted(`o/r@${'a'.repeat(40)}`)).toBe(`o/r/.github/workflows/tdd-gate.yml@${'a'.repeat(40)}`)
})

test('every text names this repository and this tag, and no other', () => {
  const named = globSync(TEXTS).flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const places = [...text.matchAll(/github\.com\/([\w.-]+\/tdd-gate)\b/g)].filter(([, name]) => name !== REPOSITORY)
    const uses = [...text.matchAll(/\b([\w-]+\/tdd-gate)(?:\/\.github\/workflows\/tdd-gate\.yml)?@(v\d+)\b/g)]
    const strange = uses.filter(([, name, tag]) => name !== REPOSITORY || tag !== MOVING_TAG)
    return [...places, ...strange].map(([found]) => `${file}: ${found}`)
  })
  expect(named).toEqual([])
})
