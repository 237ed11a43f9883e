import { expect, test } from 'vitest'
import type { Problem } from '../../src/core/model/test-run.ts'
import { fitEvidenceToLimit } from '../../src/evidence/fit-to-limit.ts'
import { createBranch } from '../support/branch.ts'
import { type Rehearsal, rehearse } from '../support/rehearsal.ts'

/** More failing tests than any evidence holds by name. */
const MANY = 2_000
const LONG = 'that has a name as long as people write them when they mean well'
const CONFIG = `version: 1\ntest: { command: sh run.sh, reports: [junit.xml], reruns: 1 }\npaths: { tests: ['*.check'] }\n`
const suite = (cases: readonly string[]) => `<testsuite>${cases.join('')}</testsuite>`
const failing = (file: string, name: string) =>
  `<testcase name="${name}" classname="a" file="${file}"><failure type="AssertionError">no</failure></testcase>`
const passing = (file: string, name: string) => `<testcase name="${name}" classname="a" file="${file}"></testcase>`

/** Reports of all files together; a command that was aimed at some would be no other. */
const RUN = `{ echo '<testsuites>'; cat *.check; echo '</testsuites>'; } > junit.xml; ! grep -q '<[fe][ar]' *.check\n`
const base = (old: string) => ({ '.github/tdd-gate.yml': CONFIG, 'run.sh': RUN, 'old.check': old, 'src/x': '' })

const problemsIn = ({ documents }: Awaited<ReturnType<Rehearsal['judge']>>): readonly (readonly Problem[])[] =>
  documents.map(({ evidence }) => evidence.problems)

test('a base whose failures fit into no evidence leaves every commit unmeasured, and says what to do', async () => {
  const many = Array.from({ length: MANY }, (_, n) => failing('old.check', `${n} ${LONG}`))
  await using branch = await createBranch(base(suite(many)))
  await branch.red({ 'new.check': suite([failing('new.check', 'new')]) }, '1')
  await branch.green({ 'new.check': suite([passing('new.check', 'new')]), 'src/x': '1' }, '1')
  const rehearsal = rehearse(branch)
  const { decision: preview } = await rehearsal.measure({ fit: fitEvidenceToLimit })
  const result = await rehearsal.judge({ fit: fitEvidenceToLimit })
  expect(preview).toEqual(result.decision)
  const [ofBase, ofRed] = problemsIn(result)
  expect(ofBase).toMatchObject([{ code: 'too-large' }])
  expect(ofRed).toMatchObject([{ code: 'base', message: expect.stringContaining(ofBase?.[0]?.message ?? '') }])
  const [red] = result.decision.commits
  expect(result.decision.conclusion).toBe('unmeasurable')
  expect(red).toMatchObject({ verdict: 'unmeasured', findings: [{ rule: 'measurement-agrees' }] })
  expect(red?.findings[0]?.message).toContain(`was not measured: ${MANY} tests fail`)
  expect(red?.findings[0]?.suggestion.text).toContain('fix the base branch')
})

test('a base that was not measured leaves every commit unmeasured, and runs once', async () => {
  await using branch = await createBranch(base('no report at all'))
  await branch.red({ 'new.check': suite([failing('new.check', 'new')]) }, '1')
  const rehearsal = rehearse(branch)
  await rehearsal.measure()
  const trees = rehearsal.executed()
  expect(new Set(trees).size).toBe(trees.length)
  const outcome = await rehearsal.judge()
  expect(problemsIn(outcome)[1]?.map(({ code }) => code)).toContain('base')
  expect(outcome.decision).toMatchObject({ conclusion: 'unmeasurable', commits: [{ verdict: 'unmeasured' }] })
  expect(outcome.decision.commits[0]?.findings[0]?.suggestion.text).toContain('fix the base branch')
})

test('a RED with more files that do not load than evidence holds is unmeasured, and says what to do', async () => {
  await using branch = await createBranch(base(suite([passing('old.check', 'old')])))
  const message = `ModuleNotFoundError: No module named 'shop'`
  const unloaded = (file: string) =>
    `<testsuite><testcase classname="" name="${file}" file="${file}"><error message="collection failure">${message}</error></testcase></testsuite>`
  const names = Array.from({ length: 420 }, (_, n) => `${n}_${LONG.replaceAll(' ', '_')}.check`)
  await branch.red(Object.fromEntries(names.map((name) => [name, unloaded(name)])), '1')
  const rehearsal = rehearse(branch)
  await rehearsal.measure({ fit: fitEvidenceToLimit })
  const result = await rehearsal.judge({ fit: fitEvidenceToLimit })
  expect(problemsIn(result)[1]).toMatchObject([{ code: 'too-large' }])
  const [red] = result.decision.commits
  expect(red?.verdict).toBe('unmeasured')
  expect(red?.findings[0]?.message).toMatch(/more than evidence can hold\. \w/)
  expect(red?.findings[0]?.suggestion.text).toContain('as the message says')
})

test('a base that was not recorded is to be measured again: nothing is wrong with it', async () => {
  await using branch = await createBranch(base(suite([passing('old.check', 'old')])))
  await branch.red({ 'new.check': suite([failing('new.check', 'new')]) }, '1')
  const problems: readonly Problem[] = [{ code: 'not-recorded', message: 'gone' }]
  const rehearsal = rehearse(branch)
  await rehearsal.measure()
  const result = await rehearsal.judge({
    fit: (evidence, phase) => (phase === 'start' ? { ...evidence, problems } : evidence),
  })
  expect(problemsIn(result)[1]).toMatchObject([
    { code: 'not-recorded', message: expect.stringContaining('the commit to compare with') },
  ])
  expect(result.decision.commits[0]?.findings[0]?.suggestion.text).toContain('Re-run all jobs')
})

test('what was not recorded is to be measured again, and nothing else', async () => {
  await using branch = await createBranch(base(suite([passing('old.check', 'old')])))
  await branch.red({ 'new.check': suite([failing('new.check', 'new')]) }, '1')
  const problems: readonly Problem[] = [{ code: 'not-recorded', message: 'gone' }]
  const result = await rehearse(branch).judge({ fit: (evidence) => ({ ...evidence, problems }) })
  expect(result.decision.commits[0]?.findings[0]?.suggestion.text).toContain('Re-run all jobs')
})

test('a base on which nothing loads is refused with that reason, and never RED by a load error', async () => {
  const unloaded = (file: string) =>
    `<testsuite name="pytest"><testcase classname="" name="${file}" file="${file}"><error message="collection failure">SyntaxError: no</error></testcase></testsuite>`
  await using branch = await createBranch(base(unloaded('old.check')))
  await branch.red({ 'new.check': unloaded('new.check') })
  const result = await branch.verify()
  expect(result.conclusion).toBe('unmeasurable')
  const [finding] = result.decision.commits[0]?.findings ?? []
  expect(finding).toMatchObject({ rule: 'measurement-agrees' })
  expect(finding?.message).toContain('no test file loads (old.check: ')
})

test('a suite whose tool is missing keeps the gate from judging anything, and its cause is the next step', async () => {
  const suites = `    - { name: checks, command: sh run.sh, reports: [junit.xml] }\n    - { name: more, directory: src, command: no-such-tool test, reports: [junit.xml] }\n`
  await using branch = await createBranch({
    ...base(suite([passing('old.check', 'old')])),
    '.github/tdd-gate.yml': `version: 1\ntest:\n  reruns: 1\n  suites:\n${suites}paths: { tests: ['*.check'] }\n`,
  })
  await branch.red({ 'new.check': suite([failing('new.check', 'new')]) }, '1')
  await branch.green({ 'new.check': suite([passing('new.check', 'new')]), 'src/x': '1' }, '1')
  const { decision } = await branch.verify()
  expect(decision.commits.map(({ verdict }) => verdict)).toEqual(['unmeasured', 'unmeasured'])
  expect(decision.next).toMatchObject({ action: 'measure-again', suggestion: { commands: ['tdd-gate doctor'] } })
  expect(decision.next?.suggestion.text).toContain('`no-such-tool` of the command')
})
