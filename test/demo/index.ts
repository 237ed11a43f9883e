/**
 * Runs `npm run demo`: the whole way of a pull request on a GitHub of this machine. `--open` keeps its pages until
 * Ctrl-C, with commands for a branch of its reader, `--json` prints an object a line, `--postgres` runs two processes of
 * the App on one database and kills one. Exit code 0 when it was merged, 1 when any step differs from the script.
 */
import { parseArgs } from 'node:util'
import { INTERRUPTED, openTerminal } from '../../src/cli/io.ts'
import { BINARIES } from '../support/postgres.ts'
import type { Report } from './stage.ts'
import { type ToldStep, toLines } from './step.ts'
import { play } from './story.ts'
import { type DemoWorld, openWorld } from './world.ts'
import { sayPages, sayYourTurn } from './your-turn.ts'

const USAGE = `usage: npm run demo -- [--open] [--json] [--postgres]

  --open      keeps the pages until Ctrl-C, and prints three steps that push a branch of your own
  --json      prints one JSON object a line; with npm run --silent nothing else
  --postgres  runs two processes of the App on one PostgreSQL database, and kills one
  --help      shows this, as -h does

It ends with 0 when the pull request was merged, and with 1 when a step differs from the script.
`
const BAD_USAGE = 2
const values = readOptions()
if (values.postgres && BINARIES === null) {
  process.stdout.write('--postgres needs a PostgreSQL server: apt-get install --no-install-recommends postgresql\n')
  process.exit(BAD_USAGE)
}
const io = openTerminal()
const started = performance.now()
async function run(): Promise<number> {
  tell({ who: 'demo', does: 'starts on this machine: a GitHub, the built Action, and the App' })
  if (!values.json) void interrupted().then(() => io.print('demo: closes everything\n'))
  try {
    {
      await using world = await openWorld({ postgres: values.postgres })
      await Promise.race([play({ world, tell }), interrupted()])
      if (io.signal.aborted) world.cancel()
      else await close(world)
    }
    if (io.signal.aborted && !values.open) return INTERRUPTED[String(io.signal.reason)] ?? 1
    if (!values.open) await end()
    return 0
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
    await io.print(values.json ? `${JSON.stringify({ demo: 'failed', reason })}\n` : `${reason}\ndemo: failed\n`)
    return 1
  }
}

function readOptions(): { readonly open: boolean; readonly json: boolean; readonly postgres: boolean } {
  const no = { type: 'boolean', default: false } as const
  const values = readArguments(
    () => parseArgs({ options: { open: no, json: no, postgres: no, help: { ...no, short: 'h' } } }).values,
  )
  if (!values.help) return values
  process.stdout.write(USAGE)
  process.exit(0)
}

function readArguments<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n${USAGE}`)
    process.exit(BAD_USAGE)
  }
}

const tell: Report = (step) => {
  const result: ToldStep = { seconds: seconds(), says: [], check: null, next: null, isGood: null, url: null, ...step }
  void io.print(values.json ? `${JSON.stringify(result)}\n` : toLines(result, { ...io, hasLinks: values.open }))
}

/** Closes everything; with `--open` the pages stay, and a reader can push. */
async function close(world: DemoWorld): Promise<void> {
  const { github, shop } = world
  const { exchanges, deliveries } = github
  const counts = `${shop.runs.length} workflow runs, ${exchanges.length} requests, ${deliveries.log.length} webhooks`
  tell({ who: 'GitHub', does: `had ${counts}, each as GitHub describes them` })
  if (!values.open) return
  await end()
  if (!values.json) await io.print(`\n${sayPages(world)}\n${sayYourTurn(world)}`)
  await interrupted()
  world.cancel()
}

function end(): Promise<void> {
  return io.print(values.json ? `${JSON.stringify({ demo: 'merged', seconds: seconds() })}\n` : 'demo: merged\n')
}

function interrupted(): Promise<void> {
  const { signal } = io
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function seconds(): number {
  return Math.round((performance.now() - started) / 100) / 10
}

process.exit(await run())
