/** Which commits stand at the head: they answer for everything that the branch proved. */
import { expect, test } from 'vitest'
import { commitsAtHead } from '../../../src/core/compare/at-head.ts'
import { aCommit, change } from '../support.ts'

const code = (tree: string) => aCommit({ tree, changes: [change('src/cart.js')] })
const prose = (tree: string) => aCommit({ tree, changes: [change('README.md', 'docs')] })
const [red, green, next] = [code('t1'), code('t2'), code('t3')]

test.each([
  ['the last commit', [red, green], [green]],
  ['the last commit before prose', [red, green, prose('t9')], [green]],
  ['a commit that a later one comes back to', [red, green, next, code('t2')], [green, 't2']],
  ['the work below prose that a later commit comes back to', [red, green, prose('t9'), next, prose('t9')], [green]],
  ['none, where all is prose', [prose('t9')], []],
])('it is %s', (_, commits, standing) => {
  const last = commits.at(-1)?.sha
  const wanted = standing.map((one) => (typeof one === 'string' ? last : one.sha))
  expect([...commitsAtHead(commits)]).toEqual(wanted)
})

test('documents that tests read are no prose', () => {
  const read = aCommit({ tree: 't9', changes: [{ ...change('README.md', 'docs'), isRead: true }] })
  expect([...commitsAtHead([green, read])]).toEqual([read.sha])
})
