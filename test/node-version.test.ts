/** The gate itself needs one version of Node, and every way in says so in a line. The Node of the user's tests is free. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, globSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, delimiter, join, relative, resolve } from 'node:path'
import { transformSync } from 'rolldown/experimental'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { ASSETS } from '../src/test-runner/command.ts'
import { getFolder } from './support/folder.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const { engines } = JSON.parse(read('package.json'))
const WANTED = Number(/^>=(\d+)$/.exec(engines.node)?.[1])
const PROGRAMS = ['src/cli/bin.mjs', 'src/app/bin.mjs', 'src/action/launch.mjs']
/** The last one begins every npm script. */
const LAUNCHERS = [...PROGRAMS, 'scripts/ensure.mjs']
const OLD = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'22.21.1'})`

/** Alone in a folder, so that no newer Node lies beside it. */
const startOnOld = (launcher: string, ...args: readonly string[]) => {
  const folder = getFolder({})
  copyFileSync(launcher, join(folder, basename(launcher)))
  const words = ['--import', OLD, join(folder, basename(launcher)), ...args]
  return spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' })
}

test.each(PROGRAMS)('%s says on an older Node which one it needs, and where to get it', (launcher) => {
  const { status, stdout, stderr } = startOnOld(launcher)
  const lines = (stdout + stderr).split('\n').filter((line) => line !== '' && !/^::|^TDD-GATE RESULT$/.test(line))
  expect([status, lines]).toEqual([
    launcher.includes('action') ? 1 : 2,
    [
      expect.stringMatching(new RegExp(`^error \\[\\S+\\] .* needs? Node ${WANTED} or newer; this is 22\\.21\\.1\\.$`)),
      expect.stringContaining(`Node ${WANTED}`),
    ],
  ])
})

test('the App names the command of a clone that takes the same words', () => {
  const { stderr } = startOnOld('src/app/bin.mjs', 'admin', 'move', '--from', "ada's store")
  expect(stderr).toContain(`: node src/cli/bin.mjs app admin move --from 'ada'\\''s store'`)
})

test.each(LAUNCHERS)('Node 18 can read %s', (path) => {
  expect(toSyntax(path, 'node18')).toBe(toSyntax(path, 'esnext'))
})

/** @param target what is newer is written another way */
function toSyntax(path: string, target: string): string {
  return transformSync(path, read(path), { target }).code
}

test('the same version stands wherever a Node is chosen for the gate', () => {
  const { jobs } = parse(read('.github/workflows/ci.yml'))
  const chosen = {
    launchers: LAUNCHERS.map((path) => /^const WANTED = (\d+)$/m.exec(read(path))?.[1]),
    build: /^const TARGET = 'node(\d+)'$/m.exec(read('scripts/build.ts'))?.[1],
    matrix: Math.min(...jobs.installed.strategy.matrix.node),
    action: /^ {2}using: node(\d+)$/m.exec(read('action.yml'))?.[1],
    image: [...read('Dockerfile').matchAll(/^FROM node:(\d+)/gm)].map(([, major]) => major),
  }
  const majors = Object.values(chosen).flat().map(Number)
  expect(majors.filter((major) => major !== WANTED)).toEqual([])
})

test('no page admits an older Node for the gate', () => {
  const pages = ['README.md', 'CONTRIBUTING.md', 'AGENTS.md', 'deploy/tdd-gate.service', ...globSync('docs/**/*.md')]
  const told = pages.flatMap((page) => [...read(page).matchAll(/Node (\d+)[\d.]* or newer/g)].map(([, major]) => major))
  expect(told.length).toBeGreaterThan(0)
  expect(told.filter((major) => Number(major) !== WANTED)).toEqual([])
})

/** The oldest Node on which the gate measures tests. */
const TESTED = { syntax: 'node18', library: 'es2022' }
const SCRIPTS = globSync(join(ASSETS, '**/*.{mjs,cjs}')).map((path) => relative('.', path))

test.each(SCRIPTS)("%s, which runs on the Node of the user's tests, has no syntax newer than Node 18", (path) => {
  expect(toSyntax(path, TESTED.syntax)).toBe(toSyntax(path, 'esnext'))
  expect(read(path)).not.toMatch(/import\.meta\.(?:dirname|filename)/)
})

test("what runs on the Node of the user's tests calls no function that Node 18 lacks", () => {
  const words = ['--ignoreConfig', '--allowJs', '--checkJs', '--noEmit', '--strict', 'false', '--skipLibCheck']
  const target = ['--target', TESTED.library, '--lib', TESTED.library, '--types', 'node', '--module', 'nodenext']
  const { stdout } = spawnSync(resolve('node_modules/.bin/tsc'), [...words, ...target, ...SCRIPTS], {
    encoding: 'utf8',
  })
  // The other complaints are about types that plain JavaScript does not write down.
  expect(stdout.split('\n').filter((line) => /lib' compiler option|Try changing the/.test(line))).toEqual([])
})

const OLDER = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'node'))
  .find(
    (path) => Number(/^v(\d+)/.exec(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1]) < WANTED,
  )

test.skipIf(OLDER === undefined)('an older Node of this machine reports with them', () => {
  const folder = getFolder({
    'a.test.cjs': "require('node:test')('adds', () => {})\n",
    'tape.cjs': "require('tape')('adds', (t) => { t.equal(1, 1); t.end() })\n",
  })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const start = (...words: readonly string[]) => {
    const { stdout } = spawnSync(OLDER ?? '', words, { cwd: folder, encoding: 'utf8' })
    return stdout
  }
  const [reporter, launcher] = ['node-reporter.mjs', 'tape-files.mjs'].map((name) => join(ASSETS, name))
  expect(start('--test', `--test-reporter=${reporter}`, 'a.test.cjs')).toMatch(/"test:pass"[\s\S]*"tdd-gate:end"/)
  start(launcher ?? '', 'report.ndjson', 'tape.cjs')
  expect(read(join(folder, 'report.ndjson'))).toMatch(/"adds"[\s\S]*"tdd-gate:end"/)
})
