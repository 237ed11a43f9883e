import { expect, test } from 'vitest'
import { toPlannedCommits } from '../../src/render/planned-commits.ts'
import { aPlan, aSubtask } from '../core/rules/support.ts'

const classify = (path: string) => (/test/.test(path) ? 'test' : path.endsWith('.md') ? 'docs' : 'production')
const template = '{type}({tag}): {msg} (task {subtaskId})'
const project = { paths: ['test/cart.test.js'], classify, template, scopeOf: () => null } as const
const preview = (description: string, testStrategy = '') =>
  toPlannedCommits(
    {
      ...aPlan({ ...aSubtask('42.1'), title: 'Add metrics schema', description, testStrategy }),
      id: '42',
      tag: 'metrics',
    },
    '42.1',
    ['red', 'green', 'refactor'],
    project,
  )

test('each commit of a subtask has its files and its subject', () => {
  expect(preview('Implement src/schema.js; docs/schema.md says how.', 'In src/__tests__/schema.test.js')).toEqual([
    { phase: 'red', files: ['src/__tests__/schema.test.js'], subject: 'test(metrics): Add metrics schema (task 42.1)' },
    { phase: 'green', files: ['src/schema.js'], subject: 'feat(metrics): Add metrics schema (task 42.1)' },
    { phase: 'refactor', files: ['src/schema.js'], subject: 'refactor(metrics): Add metrics schema (task 42.1)' },
  ])
})

test.each([
  ['the code that the plan names, by the convention of the project', 'Write src/schema.js', ['test/schema.test.js']],
  ['nothing: any file of the convention', 'Store them', ['test/*.test.js']],
])('where the plan names no test, the files of RED follow from %s', (_, description, expected) => {
  expect(preview(description)[0]?.files).toEqual(expected)
})

test('without any test in the project and any path in the plan, no file is named', () => {
  const plan = aPlan({ ...aSubtask('42.1'), description: 'Store them' })
  const commits = toPlannedCommits(plan, '42.1', ['red', 'green'], { ...project, paths: [] })
  expect(commits.map(({ files }) => files)).toEqual([[], []])
})
