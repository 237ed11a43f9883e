/**
 * A hostile test records everything that it can see, in every run of its file. What it sees with the code of the commit
 * is what it sees with code that the gate changed.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { openLiveMeasurer } from '../../src/operations/verify/open-measurer.ts'
import { openSession } from '../../src/operations/verify/session.ts'
import { toVerification, walkBranch } from '../../src/operations/verify/walk-branch.ts'
import type { Measurer } from '../../src/test-runner/measurer.ts'
import { createBranch } from '../support/branch.ts'
import { getFolder } from '../support/folder.ts'
import type { Files } from '../support/repository.ts'
import { SHOP } from '../support/shop.ts'

const CONFIG = 'version: 1\ntest: { vary: [] }\npolicy: { rules: { changes-are-pinned: warn } }\n'

/** Runs in the project of the branch. */
const NODE_SPY = `
import { execFileSync } from 'node:child_process'
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { tmpdir, hostname } from 'node:os'

const read = (path) => { try { return readFileSync(path, 'utf8') } catch (error) { return error.code } }
const link = (path) => { try { return readlinkSync(path).replace(/\\d+/g, 'n') } catch (error) { return error.code } }
const git = (...args) => execFileSync('git', args, { encoding: 'utf8' })
const list = (folder) => readdirSync(folder, { recursive: true }).map(String).toSorted()
const numbers = readdirSync('/proc').filter((name) => /^\\d+$/.test(name))

/** The code that the gate changes: its contents show that, to any test that compares them. */
const CHANGED = ['src/invoice.js', 'src/tenth.js']
/** Files that are older than this checkout, by each of their times. */
const written = lstatSync('.git/config').birthtimeMs
const isOlder = ({ mtimeMs, ctimeMs, birthtimeMs }) => [mtimeMs, ctimeMs, birthtimeMs].map((time) => time < written)
const getFile = (path) => {
  const stats = lstatSync(path)
  return [path, stats.mode, stats.nlink, stats.uid, stats.gid, stats.isFile() && isOlder(stats)]
}
const paths = ['.', ...list('.')].filter((path) => !path.startsWith('.git/'))

export const seen = () => ({
  env: process.env,
  start: [process.argv, process.execArgv, process.cwd(), process.title, process.umask()],
  user: [process.getuid(), process.getgid(), process.getgroups(), hostname()],
  limits: [read('/proc/self/limits'), read('/proc/self/cgroup'), read('/proc/self/oom_score_adj')],
  status: read('/proc/self/status').split('\\n').filter((line) => /^(Cap|Seccomp|NoNewPrivs|Umask|Nspid|Cpus_allowed)/i.test(line)),
  processes: numbers.map((number) => read('/proc/' + number + '/cmdline')).toSorted(),
  environs: numbers.map((number) => read('/proc/' + number + '/environ').split('\\0').toSorted()).toSorted(),
  handles: readdirSync('/proc/self/fd').map((number) => link('/proc/self/fd/' + number)).toSorted(),
  mounts: read('/proc/self/mountinfo').split('\\n').map((line) => line.split(' ').slice(4, 6).join(' ')).filter((line) => !line.startsWith('/dev/shm/')),
  files: paths.filter((path) => !CHANGED.includes(path)).map(getFile),
  beside: [readdirSync(process.env.HOME).toSorted(), list(tmpdir())],
  inside: list('.git').map((path) => path.replace(/[0-9a-f]{40}/, 'id')),
  repository: [git('status', '--porcelain'), git('log', '--all', '--format=%an %ae %at %s'), git('config', '--list'), git('stash', 'list')],
})
`

/** It loads without the production code. */
const getNodeTest = (url: string) => `import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { seen } from './spy.js'

before(() => fetch('${url}', { method: 'POST', body: JSON.stringify(seen()) }))
test('takes a tenth off', async () => {
  const { invoice } = await import('../src/invoice.js')
  assert.equal(invoice(200), 180)
})
`

const NODE_CODE = {
  'src/invoice.js': "import { tenth } from './tenth.js'\n\nexport const invoice = (total) => total - tenth(total)\n",
  'src/tenth.js':
    'export function tenth(total) {\n  return total / 10\n}\n\nexport const fifth = (total) => total / 5\n',
}

const PYTHON_SPY = `
import glob, os, platform, re, subprocess, sys

def read(path):
    try:
        return open(path, errors='replace').read()
    except OSError as error:
        return error.errno

def link(path):
    try:
        return re.sub(r'\\d+', 'n', os.readlink(path))
    except OSError as error:
        return error.errno

def git(*words):
    return subprocess.run(['git', *words], capture_output=True, text=True).stdout

def under(folder):
    return sorted(os.path.relpath(os.path.join(top, name), folder) for top, some, files in os.walk(folder) for name in some + files)

CHANGED = ['invoice.py', 'tenth.py']

def is_old(stats):
    written = os.lstat('.git/config').st_mtime
    return [time < written for time in (stats.st_mtime, stats.st_ctime)]

def get_file(path):
    stats = os.lstat(path)
    return [path, stats.st_mode, stats.st_nlink, stats.st_uid, os.path.isfile(path) and is_old(stats)]

def seen():
    numbers = [name for name in os.listdir('/proc') if name.isdigit()]
    return {
        'env': dict(os.environ),
        'start': [sys.argv, sys.orig_argv, os.getcwd(), sys.path, list(sys.flags), sorted(sys.modules)],
        'user': [os.getuid(), os.getgid(), os.getgroups(), platform.node()],
        'limits': [read('/proc/self/limits'), read('/proc/self/cgroup'), read('/proc/self/oom_score_adj')],
        'processes': sorted(str(read(f'/proc/{number}/cmdline')) for number in numbers),
        'environs': sorted(str(sorted(str(read(f'/proc/{number}/environ')).split('\\0'))) for number in numbers),
        'handles': sorted(str(link(f'/proc/self/fd/{number}')) for number in os.listdir('/proc/self/fd')),
        'files': [get_file(path) for path in under('.') if not path.startswith('.git/') and path not in CHANGED],
        'beside': [sorted(os.listdir(os.environ['HOME'])), under('/tmp')],
        'inside': [re.sub('[0-9a-f]{40}', 'id', path) for path in under('.git')],
        'repository': [git('status', '--porcelain'), git('log', '--all', '--format=%an %ae %at %s'), git('stash', 'list')],
    }
`

const getPythonTest = (url: string) => `import json
import urllib.request

import spy


def test_takes_a_tenth_off():
    urllib.request.urlopen('${url}', json.dumps(spy.seen()).encode()).read()
    from invoice import invoice
    assert invoice(200) == 180
`

/** Receives what tests see. */
async function openListener() {
  const seen: object[] = []
  const server = createServer(async (request, response) => {
    seen.push(JSON.parse((await request.setEncoding('utf8').toArray()).join('')))
    response.end()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, take: () => seen.splice(0), [Symbol.dispose]: () => void server.close() }
}

const PROJECTS: readonly [
  string,
  { readonly base: Files; readonly getTests: (url: string) => Files; readonly code: Files },
][] = [
  [
    'node:test',
    {
      base: SHOP,
      getTests: (url) => ({ 'test/invoice.test.js': getNodeTest(url), 'test/spy.js': NODE_SPY }),
      code: NODE_CODE,
    },
  ],
  [
    'pytest',
    {
      base: {
        'pyproject.toml': '[tool.pytest.ini_options]\npythonpath = ["."]\n',
        'cart.py': 'COUNT = 1\n',
        'tests/test_cart.py': 'from cart import COUNT\n\n\ndef test_counts():\n    assert COUNT == 1\n',
      },
      getTests: (url) => ({ 'tests/test_invoice.py': getPythonTest(url), 'tests/spy.py': PYTHON_SPY }),
      code: {
        'invoice.py':
          'from tenth import tenth\n\nLIMIT = 10_000\n\n\ndef invoice(total):\n    return total - tenth(total)\n',
        'tenth.py': 'def tenth(total):\n    return total / 10\n\n\ndef fifth(total):\n    return total / 5\n',
      },
    },
  ],
]

const HAS_PYTEST = spawnSync('python3', ['-m', 'pytest', '--version']).status === 0
const THERE = PROJECTS.filter(([runner]) => runner !== 'pytest' || HAS_PYTEST)

describe.skipIf(!existsSync('/proc/self')).each(THERE)('%s', (_, { base, getTests, code }) => {
  test('a test sees the same with the code of the commit and with code that the gate changed', async () => {
    using listener = await openListener()
    await using branch = await createBranch({ ...base, '.github/tdd-gate.yml': CONFIG }, { cacheDir: getFolder({}) })
    await branch.red(getTests(listener.url))
    const head = await branch.green(code)
    const tree = (await branch.repo.git('rev-parse', `${head}^{tree}`)).trim()
    const ran: { readonly of: string; readonly isWhole: boolean; readonly seen: readonly object[] }[] = []
    const hooks = { onProgress: () => undefined, signal: new AbortController().signal }
    await using session = await openSession({ repo: branch.repo.dir, base: 'main', cacheDir: branch.cacheDir }, hooks, {
      openMeasurer: async (parts) => {
        const measurer = await openLiveMeasurer(parts)
        const execute: Measurer['execute'] = async (of, request) => {
          const execution = await measurer.execute(of, request)
          ran.push({ of, isWhole: request.files === null, seen: listener.take() })
          return execution
        }
        return { ...measurer, execute }
      },
    })
    const { decision } = toVerification(session, await walkBranch(session))
    expect(decision.conclusion).toBe('success')
    const [whole, aimed, ...changed] = ran.slice(ran.findIndex(({ of }) => of === tree))
    expect([whole?.isWhole, aimed?.isWhole, changed.some(({ isWhole }) => isWhole)]).toEqual([true, false, true])
    for (const { isWhole, seen } of changed) expect(seen).toEqual((isWhole ? whole : aimed)?.seen)
  })
})
