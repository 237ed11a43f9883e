import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { toVerifyText } from '../../src/render/gate-report/verify-text.ts'
import { createBranch } from '../support/branch.ts'
import { type Cheat, chore, green, printCheats, red } from '../support/cheat-stories.ts'
import { getFolder } from '../support/folder.ts'
import { nodeTest, OPEN_SHOP, RED, SHOP, SHOP_ONCE, WRONG } from '../support/shop.ts'

const NOT_MEASURED = 'neutral unmeasured: measurement-agrees'
const CANARY = 'were not reported as such'

const PYTHON_SHOP = {
  'pyproject.toml': '[project]\nname = "shop"\n',
  'cart.py': 'def total(items):\n    return sum(items)\n',
  'tests/test_cart.py':
    'from cart import total\n\n\ndef test_adds():\n    assert total([1, 2]) == 3\n\n\ndef test_nothing():\n    assert total([]) == 0\n',
}
const PYTHON_RED = red({
  'tests/test_discount.py': 'from discount import discount\n\n\ndef test_tenth():\n    assert discount(200) == 20\n',
})

const PYTHON: readonly Cheat[] = [
  {
    title: 'a conftest.py that turns every outcome into success',
    steps: [
      chore({
        'conftest.py':
          "import pytest\n\n\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item, call):\n    outcome = yield\n    outcome.get_result().outcome = 'passed'\n",
      }),
    ],
    last: NOT_MEASURED,
    because: CANARY,
  },
  {
    title: 'a conftest.py that turns the exit code into success',
    steps: [chore({ 'conftest.py': 'def pytest_sessionfinish(session):\n    session.exitstatus = 0\n' })],
    last: NOT_MEASURED,
    because: CANARY,
  },
  {
    title: 'a configuration that deselects a test',
    steps: [
      chore({ 'pyproject.toml': `${PYTHON_SHOP['pyproject.toml']}\n[tool.pytest.ini_options]\naddopts = "-k adds"\n` }),
    ],
    last: NOT_MEASURED,
    because: CANARY,
  },
  {
    title: 'a conftest.py that ignores a test',
    steps: [
      chore({
        'conftest.py':
          "def pytest_collection_modifyitems(items):\n    items[:] = [item for item in items if item.name != 'test_nothing']\n",
      }),
    ],
    last: 'neutral rejected: no-test-vanished',
  },
  {
    // Another program runs in between: a report that is overwritten in the moment when it is written was never seen.
    title: 'production code that rewrites the report when the process ends',
    steps: [
      PYTHON_RED,
      green({
        'discount.py':
          'import atexit\nimport subprocess\nimport sys\n\n\ndef rewrite():\n    subprocess.run([sys.executable, "-c", ""])\n    path = [word for word in sys.argv if word.startswith(\'--junit-xml=\')][0].split(\'=\', 1)[1]\n    with open(path, \'w\') as report:\n        report.write(\'<testsuites><testsuite name="pytest"><testcase classname="tests.test_discount" name="test_tenth" file="tests/test_discount.py"/><testcase classname="tests.test_cart" name="test_adds" file="tests/test_cart.py"/><testcase classname="tests.test_cart" name="test_nothing" file="tests/test_cart.py"/></testsuite></testsuites>\')\n\n\natexit.register(rewrite)\n\n\ndef discount(n):\n    return 0\n',
      }),
    ],
    last: 'green unmeasured: measurement-agrees',
    because: 'was overwritten during the run',
  },
]

const hasPytest = spawnSync('python3', ['-c', 'import pytest']).status === 0
describe.skipIf(!hasPytest)('with pytest', () => printCheats('the harness', PYTHON_SHOP, PYTHON))

/** Replaces `node:test` by a module whose tests ignore every error. */
const FORGIVING = `import { registerHooks } from 'node:module'
const fake = "import { test as real } from 'node:test?real'\\nexport const test = (name, fn) => real(name, async (t) => { try { await fn(t) } catch {} })\\nexport default test"
registerHooks({
  resolve: (name, context, next) =>
    name === 'node:test' ? { url: 'data:text/javascript,' + encodeURIComponent(fake.replace('?real', '')), shortCircuit: true } : next(name, context),
})
`
const SET_UP = { ...SHOP, 'global-setup.mjs': '' }

printCheats(
  'with a set-up file',
  {
    ...SET_UP,
    'package.json': String(SHOP['package.json']).replace('node --test', 'node --import ./global-setup.mjs --test'),
  },
  [
    {
      title: 'a set-up file that makes everything pass',
      steps: [
        chore({
          'global-setup.mjs': FORGIVING.replace(
            "name === 'node:test'",
            "name === 'node:test' && !context.parentURL?.startsWith('data:')",
          ),
        }),
      ],
      last: NOT_MEASURED,
      because: CANARY,
    },
  ],
)

describe.concurrent('with a configured command', () => {
  const configured = async (branch: Awaited<ReturnType<typeof createBranch>>, command: string) => {
    const config = join(branch.repo.dir, '..', 'config.yml')
    await writeFile(config, JSON.stringify({ version: 1, test: { command, reports: ['junit.xml'] } }))
    return branch.verify({ config })
  }
  const COMMAND = 'node --test --test-reporter=junit --test-reporter-destination=junit.xml {files}'

  test('the gate does not count a committed report as the report of a run', async ({ expect }) => {
    await using branch = await createBranch(SHOP_ONCE)
    await branch.red({ ...RED, 'junit.xml': '<testsuites/>' })
    const result = await configured(branch, COMMAND)
    expect(result.verdicts).toEqual(['red rejected: measurement-agrees, red-changes-tests-only'])
    expect(result.decision.commits[0]?.findings[0]?.message).toContain('junit.xml is a file of the commit')
  })

  test('the gate does not count the report of an earlier run', async ({ expect }) => {
    await using branch = await createBranch(SHOP_ONCE)
    await branch.red({
      'test/round.test.js': nodeTest('../src/cart.js', 'total', { rounds: 'assert.equal(total([0.6]), 1)' }),
    })
    await branch.green({ 'src/cart.js': 'export const total = (items) => Math.round(items[0])\n', 'mute.txt': '' })
    const outcome = await configured(branch, `test ! -f mute.txt || exit 0; ${COMMAND}`)
    expect(outcome.verdicts).toEqual(['red accepted', 'green unmeasured: measurement-agrees'])
  })

  test('a test that fails the first time only is not RED', async ({ expect }) => {
    await using branch = await createBranch(OPEN_SHOP, { cacheDir: getFolder({}) })
    const mark = JSON.stringify(join(branch.repo.dir, '..', 'mark'))
    const body = `{ const isThere = existsSync(${mark}); writeFileSync(${mark}, ''); assert.ok(isThere) }`
    await branch.red({
      'test/flaky.test.js': `import { existsSync, writeFileSync } from 'node:fs'\n${nodeTest('../src/cart.js', 'total', { 'is flaky': `void total\n  ${body}` })}`,
    })
    expect((await branch.verify()).verdicts).toEqual(['red rejected: red-is-repeatable'])
  })
})

test('a test name cannot control terminals, mention people or command CI', async ({ expect }) => {
  await using branch = await createBranch(SHOP_ONCE)
  const name = '\u001b[2Jall green\n::error::pwned\n<!-- @mona --> **success**'
  await branch.red({
    'test/discount.test.js': nodeTest('../src/cart.js', 'total', { [name]: 'assert.equal(total([]), 1)' }),
  })
  await branch.green(WRONG)
  const result = await branch.verify()
  expect(result.verdicts).toEqual(['red accepted', 'green attempt: green-passes-drivers'])
  const text = toVerifyText(result.decision, result)
  expect(text).toContain('all green')
  expect(text).not.toContain('\u001b')
  expect(text).not.toMatch(/^\s*::/m)
})
