import { describe, expect, test } from 'vitest'
import { openSmallWorld } from './small-world.ts'

const FILE = '.github/workflows/ci.yml'

/** Pushes a workflow with these jobs and gives how they ended, and what they printed. */
async function getRun(jobs: string, top = 'on: push') {
  await using small = await openSmallWorld()
  const shop = small.repository('acme/shop')
  await shop.run({ [FILE]: `${top}\njobs:\n${jobs}` })
  const [run] = shop.repository.runs
  const annotations = shop.repository.checkRuns.flatMap((check) => check.annotations.map(({ message }) => message))
  return { jobs: shop.jobs(), conclusion: run?.conclusion, logs: Object.fromEntries(run?.logs ?? []), run, annotations }
}

const job = (id: string, run: string, more = '') =>
  `  ${id}:\n    runs-on: ubuntu-24.04\n${more}    steps:\n      - run: ${run}\n`

describe('needs and if', () => {
  test('a job runs behind what it needs, with its outputs', async () => {
    const { jobs, logs } = await getRun(`
  first:
    runs-on: ubuntu-24.04
    outputs: { word: '\${{ steps.say.outputs.word }}', none: '\${{ steps.other.outputs.x }}' }
    steps:
      - id: say
        run: echo "word=hello" >> "$GITHUB_OUTPUT"
  second:
    needs: first
    runs-on: ubuntu-24.04
    steps:
      - run: echo "it is \${{ needs.first.outputs.word }}, \${{ needs.first.result }}"
`)
    expect(jobs).toEqual(['first: success', 'second: success'])
    expect(logs['second']).toContain('it is hello, success')
  })

  test.each([
    ['', 'skipped'],
    ['    if: always()\n', 'success'],
    ['    if: failure()\n', 'success'],
    ['    if: "!cancelled()"\n', 'success'],
    ['    if: success()\n', 'skipped'],
    ["    if: github.ref == 'refs/heads/main'\n", 'skipped'],
    ["    if: always() && needs.first.result == 'failure'\n", 'success'],
    ["    if: always() && needs.first.result == 'success'\n", 'skipped'],
  ])('behind a failed job, %j: %s', async (condition, expected) => {
    const { jobs, conclusion } = await getRun(
      job('first', 'exit 3') + job('second', 'true', `    needs: first\n${condition}`),
    )
    expect(jobs).toEqual(['first: failure', `second: ${expected}`])
    expect(conclusion).toBe('failure')
  })

  test('what was skipped is no success for those behind it, however far', async () => {
    const { jobs, conclusion } = await getRun(
      job('a', 'true', '    if: false\n') +
        job('b', 'true', '    needs: a\n    if: always()\n') +
        job('c', 'true', '    needs: b\n'),
    )
    expect(jobs).toEqual(['a: skipped', 'b: success', 'c: skipped'])
    expect(conclusion).toBe('success')
  })

  test('a run in which everything was skipped is skipped', async () => {
    expect((await getRun(job('a', 'true', '    if: false\n'))).conclusion).toBe('skipped')
  })

  test('a job may fail where that is said', async () => {
    const { jobs, conclusion } = await getRun(
      job('a', 'exit 1', '    continue-on-error: true\n') + job('b', 'true', '    needs: a\n'),
    )
    expect(jobs).toEqual(['a: failure', 'b: success'])
    expect(conclusion).toBe('success')
  })

  test('an expression that cannot be evaluated fails the job, and says so', async () => {
    const { jobs, annotations } = await getRun(job('a', 'true', '    if: fromJSON(github.ref)\n'))
    expect(jobs).toEqual(['a: failure'])
    expect(annotations.join()).toMatch(/JSON/)
  })
})

test.each(['container: node:24', 'services: { db: { image: x } }', 'environment: production'])(
  'a job with %s is refused: it must not run elsewhere',
  async (line) => {
    const { jobs, annotations } = await getRun(job('a', 'true', `    ${line}\n`))
    expect(jobs).toEqual(['a: failure'])
    expect(annotations).toEqual([`The runner here knows no ${line.split(':')[0]}.`])
  },
)

test('a job whose service has an empty image runs without it', async () => {
  const none = `    services: { db: { image: "\${{ github.head_ref && 'x' || '' }}" } }\n`
  expect((await getRun(job('a', 'true', none))).jobs).toEqual(['a: success'])
})

describe('a matrix', () => {
  const matrix = (strategy: string, run: string) => job('m', run, `    strategy: ${strategy}\n`)

  test('makes a job of each combination', async () => {
    const { jobs } = await getRun(
      matrix(
        '{ matrix: { os: [a, b], n: [1, 2], exclude: [{ os: b, n: 2 }], include: [{ os: a, x: y }, { os: c }] } }',
        'true',
      ),
    )
    expect(jobs).toEqual(['m (a, 1, y): success', 'm (a, 2, y): success', 'm (b, 1): success', 'm (c): success'])
  })

  test('comes from an expression too', async () => {
    const { jobs } = await getRun(matrix(`{ matrix: { n: "\${{ fromJSON('[[],[7],[7,8]]')[2] }}" } }`, 'true'))
    expect(jobs).toEqual(['m (7): success', 'm (8): success'])
  })

  test('without a combination fails the run', async () => {
    const { jobs, conclusion, annotations } = await getRun(
      matrix(`{ matrix: { n: "\${{ fromJSON('[]') }}" } }`, 'true'),
    )
    expect({ jobs, conclusion }).toEqual({ jobs: ['m: failure'], conclusion: 'failure' })
    expect(annotations).toEqual(["Matrix vector 'n' does not contain any values"])
  })

  test('goes on after a failure when that is said', async () => {
    const { jobs } = await getRun(matrix('{ fail-fast: false, matrix: { n: [0, 1] } }', '"exit ${{ matrix.n }}"'))
    expect(jobs).toEqual(['m (0): success', 'm (1): failure'])
  })

  test('ends the others after a failure otherwise', async () => {
    const { jobs } = await getRun(
      matrix('{ matrix: { n: [0, 60] } }', `"[ \${{ matrix.n }} = 0 ] && exit 1; exec sleep 60"`),
    )
    expect(jobs).toEqual(['m (0): failure', 'm (60): cancelled'])
  })

  test('shares outputs: what is empty takes nothing away', async () => {
    const { logs } = await getRun(`
  m:
    runs-on: ubuntu-24.04
    strategy: { matrix: { n: [1, 2] } }
    outputs: { one: "\${{ matrix.n == 1 && 'first' || '' }}", two: "\${{ matrix.n == 2 && 'second' || '' }}" }
    steps: [{ run: 'true' }]
  after:
    needs: m
    runs-on: ubuntu-24.04
    steps:
      - run: echo "\${{ join(needs.m.outputs.*, '+') }}"
`)
    expect(logs['after']).toMatch(/first\+second|second\+first/)
  })
})

describe('steps', () => {
  test('leave variables, paths, masks, annotations and a summary', async () => {
    const { logs, run, annotations } = await getRun(`
  a:
    runs-on: ubuntu-24.04
    env: { JOB: one }
    steps:
      - run: |
          echo "NAME=value" >> "$GITHUB_ENV"
          mkdir -p "$RUNNER_TEMP/bin"; printf '#!/bin/sh\\necho tool' > "$RUNNER_TEMP/bin/own-tool"; chmod +x "$RUNNER_TEMP/bin/own-tool"
          echo "$RUNNER_TEMP/bin" >> "$GITHUB_PATH"
          echo "# Done" >> "$GITHUB_STEP_SUMMARY"
          echo "::add-mask::hush"
          echo "::warning file=a.js,line=3::careful"
      - env: { STEP: two }
        run: echo "$NAME \${{ env.NAME }} $JOB $STEP \${{ env.STEP }} hush $(own-tool)"
`)
    expect(logs['a']).toContain('value value one two two *** tool')
    expect(run?.summaries.get('a')).toContain('# Done')
    expect(annotations).toEqual(['careful'])
  })

  test('go on after a failure only where they say so', async () => {
    const { jobs, logs, annotations } = await getRun(`
  a:
    runs-on: ubuntu-24.04
    steps:
      - id: bad
        continue-on-error: true
        run: exit 4
      - run: echo "\${{ steps.bad.outcome }} \${{ steps.bad.conclusion }}"
      - run: exit 5
      - run: echo never
      - if: failure()
        run: echo rescue
      - if: always()
        run: echo last \${{ job.status }}
`)
    expect(jobs).toEqual(['a: failure'])
    expect(logs['a']).toMatch(/failure success[\s\S]*rescue[\s\S]*last failure/)
    expect(logs['a']).not.toMatch(/^never$/m)
    expect(annotations).toEqual(['Process completed with exit code 4.', 'Process completed with exit code 5.'])
  })

  test('end when their time is over, and so do jobs', async () => {
    const { jobs, annotations } = await getRun(`
  step:
    runs-on: ubuntu-24.04
    steps:
      - { name: long, timeout-minutes: 0.01, run: exec sleep 60 }
  job:
    runs-on: ubuntu-24.04
    timeout-minutes: 0.01
    steps:
      - run: exec sleep 60
      - { if: always(), run: 'true' }
`)
    expect(jobs).toEqual(['job: cancelled', 'step: failure'])
    expect(annotations).toContain("The action 'long' has timed out after 0.01 minutes.")
    expect(annotations).toContain('The job has exceeded the maximum execution time of 0.01 minutes.')
  })

  test('have a shell that fails in the middle of a pipe only when it is named', async () => {
    const { jobs } = await getRun(
      job('plain', "'false | true'") + job('named', "'false | true'").replace('- run', '- shell: bash\n        run'),
    )
    expect(jobs).toEqual(['named: failure', 'plain: success'])
  })

  test('may not keep options for Node in the environment', async () => {
    const { annotations } = await getRun(job('a', `echo "NODE_OPTIONS=--no-warnings" >> "$GITHUB_ENV"`))
    expect(annotations).toEqual(["Can't store NODE_OPTIONS output parameter using '$GITHUB_ENV' command."])
  })
})
