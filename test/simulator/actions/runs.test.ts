import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { getFolder } from '../../support/folder.ts'
import { until, untilFile } from '../../support/processes.ts'
import { openSmallWorld, type SmallWorld } from './small-world.ts'

const FILE = '.github/workflows/ci.yml'
const workflow = (run: string, top = '', more = '') =>
  `on: push\n${top}jobs:\n  build:\n    runs-on: x\n    steps:\n      - run: ${run}\n${more}`

/** A job that says it has begun, and goes on when it is let. */
function gate(name = '$GITHUB_SHA') {
  const folder = getFolder({})
  return {
    script: `trap "exit 1" INT; touch "${folder}/${name}"; until [ -e "${folder}/go" ]; do sleep 0.05; done`,
    begun: (sha: string) => untilFile(join(folder, sha)),
    hasBegun: (sha: string) => existsSync(join(folder, sha)),
    open: () => writeFileSync(join(folder, 'go'), ''),
  }
}

const kinds = ({ events }: SmallWorld) =>
  events.flatMap((event) => (event.kind === 'workflow-run' ? [`${event.action} ${event.run.number}`] : []))

/** Waits until so many runs were asked for, and have found what they wait for themselves. */
async function untilRequested({ events }: SmallWorld, count: number): Promise<void> {
  const isThere = () =>
    events.filter((event) => event.kind === 'workflow-run' && event.action === 'requested').length >= count
  await until(`${count} runs to be asked for`, isThere)
  await new Promise((resolve) => setImmediate(resolve))
}

describe('a run', () => {
  test('is reported when it is requested, begins and ends, each time with its state at that moment', async () => {
    await using small = await openSmallWorld()
    const shop = small.repository('acme/shop')
    await shop.run({ [FILE]: workflow('exit 1') })
    const result = small.events.flatMap((event) => (event.kind === 'workflow-run' ? [event] : []))
    const webhooks = await Promise.all(result.map(({ run }) => small.actions.webhookOf(shop.repository, run)))
    const runs = webhooks.map(({ payload }) => payload['workflow_run'] as { status: string; conclusion: string | null })
    expect(runs.map(({ status, conclusion }, at) => [result[at]?.action, status, conclusion])).toEqual([
      ['requested', 'queued', null],
      ['in_progress', 'in_progress', null],
      ['completed', 'completed', 'failure'],
    ])
  })

  test('has a webhook with the run, its workflow and who is behind it', async () => {
    await using small = await openSmallWorld()
    const shop = small.repository('acme/shop')
    const sha = await shop.run({ [FILE]: `name: CI\n${workflow('true')}` }, { message: 'a change\n\nand why' })
    const [run] = shop.repository.runs
    const { payload, sender } = await small.actions.webhookOf(shop.repository, run!)
    expect(sender.login).toBe('mona')
    expect(payload).toMatchObject({
      workflow_run: {
        id: run?.id,
        name: 'CI',
        head_sha: sha,
        display_title: 'a change',
        conclusion: 'success',
        run_attempt: 1,
      },
      workflow: { name: 'CI', path: FILE, state: 'active' },
    })
  })

  test('is cancelled: what runs is ended, what must always run is not', async () => {
    await using small = await openSmallWorld()
    const shop = small.repository('acme/shop')
    const folder = getFolder({})
    const hang = `touch "${folder}/begun"; exec sleep 60`
    const more = `      - { if: always(), run: echo last }\n      - { run: echo never }\n  after: { needs: build, runs-on: x, steps: [{ run: 'true' }] }\n  always: { needs: build, if: always(), runs-on: x, steps: [{ if: always(), run: 'true' }] }\n`
    shop.push({ [FILE]: workflow(hang, '', more) })
    await untilFile(join(folder, 'begun'))
    small.actions.cancel(shop.repository.runs[0]!)
    await small.actions.settled()
    expect(shop.repository.runs[0]).toMatchObject({ status: 'completed', conclusion: 'cancelled' })
    expect(shop.jobs()).toEqual(['after: skipped', 'always: success', 'build: cancelled'])
    expect(shop.log('build')).toMatch(/^last$/m)
    expect(shop.log('build')).not.toMatch(/^never$/m)
    expect(() => small.actions.cancel(shop.repository.runs[0]!)).toThrow('is over')
  })

  test('runs again as the next attempt, with new check runs', async () => {
    await using small = await openSmallWorld()
    const shop = small.repository('acme/shop')
    const sha = await shop.run({
      [FILE]: workflow('echo "attempt $GITHUB_RUN_ATTEMPT by $GITHUB_TRIGGERING_ACTOR"; [ $GITHUB_RUN_ATTEMPT = 2 ]'),
    })
    const [run] = shop.repository.runs
    expect(run?.conclusion).toBe('failure')
    small.actions.rerun(run!, small.user('hubot'))
    expect(run).toMatchObject({ attempt: 2, status: 'queued', conclusion: null })
    await small.actions.settled()
    expect(run).toMatchObject({ attempt: 2, conclusion: 'success', number: 1 })
    expect(shop.log('build')).toContain('attempt 2 by hubot')
    expect(shop.checks(sha).map(({ conclusion }) => conclusion)).toEqual(['failure', 'success'])
    expect(kinds(small)).toEqual(['requested 1', 'in_progress 1', 'completed 1', 'in_progress 1', 'completed 1'])
  })

  test('runs only the failed jobs again, and what needs them', async () => {
    await using small = await openSmallWorld()
    const shop = small.repository('acme/shop')
    const count = getFolder({})
    const job = (id: string, more: string, run: string) =>
      `  ${id}:\n    runs-on: x\n${more}    steps: [{ id: s, run: '${run}' }]\n`
    const say = (id: string) => `echo ${id} >> ${count}/ran; echo word=${id}$GITHUB_RUN_ATTEMPT >> $GITHUB_OUTPUT`
    const outputs = '    outputs: { word: "${{ steps.s.outputs.word }}" }\n'
    await shop.run({
      [FILE]: `on: push\njobs:\n${job('good', outputs, say('good'))}${job('bad', '    needs: good\n', `${say('bad')}; [ $GITHUB_RUN_ATTEMPT = 2 ]`)}${job('judge', '    needs: [good, bad]\n    if: always()\n', `${say('judge')}; echo got \${{ needs.good.outputs.word }}`)}`,
    })
    small.actions.rerun(shop.repository.runs[0]!, small.user('mona'), { onlyFailed: true })
    await small.actions.settled()
    expect(shop.repository.runs[0]?.conclusion).toBe('success')
    expect(shop.log('judge')).toContain('got good1')
    expect(shop.checks(shop.repository.runs[0]!.headSha).map(({ name }) => name)).toEqual([
      'good',
      'bad',
      'judge',
      'bad',
      'judge',
    ])
  })

  test('cannot run again while it runs, and not without a workflow', async () => {
    await using small = await openSmallWorld()
    const shop = small.repository('acme/shop')
    await shop.run({ [FILE]: 'on: push\njobs: 3\n' })
    expect(() => small.actions.rerun(shop.repository.runs[0]!, small.user('mona'))).toThrow('cannot run again')
  })

  test('takes no more machines than there are', async () => {
    await using small = await openSmallWorld({ machines: 2 })
    const shop = small.repository('acme/shop')
    const { script, begun, hasBegun, open } = gate('$JOB')
    const jobs = ['a', 'b', 'c'].map(
      (id) => `  ${id}: { runs-on: x, env: { JOB: ${id} }, steps: [{ shell: bash, run: '${script}' }] }\n`,
    )
    shop.push({ [FILE]: `on: push\njobs:\n${jobs.join('')}` })
    await Promise.all([begun('a'), begun('b')])
    expect([hasBegun('c'), small.world.tokens.size]).toEqual([false, 2])
    open()
    await small.actions.settled()
    expect(shop.jobs()).toEqual(['a: success', 'b: success', 'c: success'])
  })
})

describe('a concurrency group', () => {
  /** Three pushes while the first is running. */
  async function three(concurrency: string) {
    await using small = await openSmallWorld({ machines: 3 })
    const shop = small.repository('acme/shop')
    const { script, begun, open } = gate()
    const file = workflow(`|\n          ${script}`, `concurrency: ${concurrency}\n`).replace(
      '- run',
      '- shell: bash\n        run',
    )
    const first = shop.push({ [FILE]: file })
    await begun(first)
    shop.push({ 'a.txt': 'a' })
    const last = shop.push({ 'a.txt': 'b' })
    await untilRequested(small, 3)
    if (concurrency.includes('cancel-in-progress: true')) await begun(last)
    open()
    await small.actions.settled()
    return shop.repository.runs.map(({ conclusion }) => conclusion)
  }

  test.each([
    ['{ group: g }', ['success', 'cancelled', 'success']],
    ['g', ['success', 'cancelled', 'success']],
    ['{ group: g, queue: max }', ['success', 'success', 'success']],
    ['{ group: g, cancel-in-progress: true }', ['cancelled', 'cancelled', 'success']],
    ["{ group: 'g-${{ github.run_id }}' }", ['success', 'success', 'success']],
  ])('%s', async (concurrency, expected) => {
    expect(await three(concurrency)).toEqual(expected)
  })

  test('of a called workflow holds all of its jobs', async () => {
    await using small = await openSmallWorld({ machines: 3 })
    const shop = small.repository('acme/shop')
    const { script, begun, hasBegun, open } = gate()
    const called = `on: workflow_call\nconcurrency: { group: g, queue: max }\njobs:\n  a:\n    runs-on: x\n    steps:\n      - shell: bash\n        run: |\n          ${script}\n  b: { needs: a, runs-on: x, steps: [{ run: 'true' }] }\n`
    const files = { [FILE]: 'on: push\njobs: { call: { uses: ./.github/workflows/called.yml } }\n' }
    const first = shop.push({ ...files, '.github/workflows/called.yml': called })
    await begun(first)
    const second = shop.push({ 'a.txt': 'a' })
    const third = shop.push({ 'a.txt': 'b' })
    await untilRequested(small, 3)
    expect([hasBegun(second), hasBegun(third)]).toEqual([false, false])
    open()
    await small.actions.settled()
    expect(shop.repository.runs.map(({ conclusion }) => conclusion)).toEqual(['success', 'success', 'success'])
  })
})
