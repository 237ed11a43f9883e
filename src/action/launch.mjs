// What action.yml starts. Release tags hold dist/, so `uses: <owner>/tdd-gate@<tag>` runs one bundled file. Other commits hold
// no dist/: their sources run as they are (Node 24 strips their types), after what their lock file names is installed.
// Plain JavaScript without a dependency, so that it can always say what is missing.
//
// Where tests run, it first becomes the process to which orphans fall, so that those that leave their process group are
// found and ended before the step speaks (survivors.ts). Node cannot ask the kernel for that; Perl, which git brings, can.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** As `engines` in package.json says. */
const WANTED = 24
const BUNDLE = new URL('../../dist/action/index.mjs', import.meta.url)
const TOP = new URL('../../', import.meta.url)
const DEPENDENCIES = new URL('node_modules/@actions/core/package.json', TOP)
const INSTALL_MS = 300_000

const PERL = '/usr/bin/perl'
/** prctl by architecture; 36 is PR_SET_CHILD_SUBREAPER. It stays through `exec`. */
const PRCTL = { x64: 157, arm64: 167 }[process.arch]
const ADOPTS = '--adopts-orphans'

if (Number.parseInt(process.versions.node, 10) < WANTED) refuseNode()
else if (mayAdopt()) adopt()
else if (existsSync(BUNDLE)) await import(BUNDLE.href)
else if (existsSync(DEPENDENCIES) || install()) await import('./index.ts')
else refuseCommit()

function mayAdopt() {
  const isAsked = process.platform === 'linux' && process.env.INPUT_MODE !== 'judge' && !process.argv.includes(ADOPTS)
  return isAsked && PRCTL !== undefined && process.execve !== undefined && existsSync(PERL)
}

function adopt() {
  const script = `syscall(${PRCTL}, 36, 1, 0, 0, 0); exec @ARGV or exit 1`
  const own = [process.execPath, ...process.execArgv, fileURLToPath(import.meta.url), ADOPTS]
  process.execve(PERL, ['perl', '-e', script, ...own], process.env)
}

function refuseNode() {
  const what = `tdd-gate needs Node ${WANTED} or newer; this is ${process.versions.node}.`
  refuse('old-node', what, `Update the runner: an action runs on the Node ${WANTED} that it brings`)
}

/** What builds and tests stays away, and so do install scripts: no package in the lock file needs one. */
function install() {
  console.log('tdd-gate is not built here: npm installs what its lock file names. A release needs no installation.')
  const words = [
    'ci',
    '--omit=dev',
    '--omit=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const { status } = spawnSync('npm', words, { cwd: fileURLToPath(TOP), stdio: 'inherit', timeout: INSTALL_MS })
  return status === 0 && existsSync(DEPENDENCIES)
}

function refuseCommit() {
  const ref = process.env.GITHUB_ACTION_REF
  const at = ref ? ` at ${ref.replace(/[^\w./-]/g, '?').slice(0, 100)}` : ''
  const what = `tdd-gate${at} is not built: it has no dist/, and npm could not install its packages.`
  const next =
    'Let the runner reach the registry of npm, or use a release, which holds dist/: uses: <owner>/tdd-gate@<tag>'
  refuse('not-built', what, next)
}

function refuse(code, what, next) {
  console.log(`::error title=tdd-gate: ${code}::${what} ${next}`)
  console.log(`TDD-GATE RESULT\nerror [${code}] ${what}\n  -> ${next}`)
  process.exitCode = 1
}
