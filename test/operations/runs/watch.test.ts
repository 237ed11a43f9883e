import { expect, test } from 'vitest'
import { planOperation } from '../../../src/operations/catalog/plan.ts'
import { openWatch } from '../../../src/operations/runs/watch.ts'
import { KEPT } from '../../support/kept-runs.ts'
import { createRepository, type Files } from '../../support/repository.ts'

const toConfig = (path: string) => ({ '.github/tdd-gate.yml': `version: 1\ntasks: { path: '${path}' }\n` })
const toList = (id: number) => JSON.stringify({ tasks: [{ id, title: `Task ${id}`, status: 'done' }] })
const toDocument = (id: number) => `id: ${id}\ntitle: Task ${id}\n`
const USUAL: Files = { 'tasks/tasks.json': toList(1) }

test.each<[string, Files, readonly string[]]>([
  ['at its usual place', USUAL, ['1']],
  ['of the configuration', { ...USUAL, ...toConfig('plans/all.json'), 'plans/all.json': toList(2) }, ['2']],
  [
    'with a document each',
    {
      ...USUAL,
      ...toConfig('plans/[a]/{id}/task.yml'),
      'plans/[a]/10/task.yml': toDocument(10),
      'plans/[a]/9/task.yml': toDocument(9),
    },
    ['9', '10'],
  ],
  [
    'at its usual place, where the configuration has a mistake',
    { ...USUAL, '.github/tdd-gate.yml': 'tasks: 3\n' },
    ['1'],
  ],
  ['that the configuration names and that is not there', { ...USUAL, ...toConfig('plans/none.json') }, []],
])('the view and `plan --list` have the tasks of a list %s', async (_, files, ids) => {
  await using repo = await createRepository()
  await repo.write(files)
  const { tasks = [] } = (await openWatch(repo.dir)).read()
  expect(tasks.map(({ id }) => id)).toEqual(ids)
  const listed = planOperation.run(planOperation.input.parse({ repo: repo.dir, list: true }), KEPT)
  if (ids.length > 0) expect((await listed).json).toMatchObject({ tasks: ids.map((id) => ({ id })) })
  else await expect(listed).rejects.toMatchObject({ code: 'bad-plan' })
})
