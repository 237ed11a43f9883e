/** Runs `tdd-gate watch`: a live view for a person, lines for a pipe, or a pane of tmux. */
import { spawnSync } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { badUsage } from '../../core/errors/usage.ts'
import { EXIT } from '../../operations/operation.ts'
import { openWatch, type Watched } from '../../operations/runs/watch.ts'
import { toWatchJsonLines } from '../../render/run/watch-json.ts'
import { toErrorJson } from '../../render/text/error.ts'
import { plain } from '../../render/text/text.ts'
import { findCurrent, type WatchView } from '../../render/watch/rows.ts'
import { toWatchLines, toWatchScreen } from '../../render/watch/screen.ts'
import type { CliCommand } from '../command.ts'
import type { Io } from '../io.ts'
import { showLive } from '../live-view.ts'

const POLL_MS = 500

export function createWatchCommand(): CliCommand {
  return {
    configure: (command) =>
      command
        .option('--repo <dir>', 'the repository', '.')
        .option('--once', 'print the view once')
        .option('--json', 'print one JSON object for the state and for each event')
        .option('--agent <command>', '`s` runs the task with this agent in a pane of tmux')
        .option('--tmux', 'open the view in a pane of tmux beside this one'),
    run: async (io, { options }) => {
      const watched = await openWatch(String(options['repo']))
      if (options['agent'] && !process.env['TMUX']) throw badUsage('This terminal is not inside tmux.', 'watch')
      if (options['tmux']) await io.print(`opened pane ${openPane(watched, ['watch', '--repo', watched.top])}\n`)
      else if (options['json']) await follow(io, watched, toWatchJsonLines, options['once'] === true)
      else if (options['once']) await printOnce(io, watched)
      else if (io.isTerminal && process.stdin.isTTY)
        await showLive(io, watched, options['agent'] ? executeIn(watched, String(options['agent'])) : null)
      else await follow(io, watched, toWatchLines)
      return EXIT.SUCCESS
    },
  }
}

async function printOnce(io: Io, { read }: Watched): Promise<void> {
  const width = io.isTerminal ? io.width : Number.POSITIVE_INFINITY
  const view = read()
  const height = Number.POSITIVE_INFINITY
  const page = { width, height, paint: io.paint, selected: findCurrent(view), now: Date.now(), message: '' }
  // Keys are for the live view.
  await io.print(`${toWatchScreen(view, page).slice(0, -2).join('\n')}\n`)
}

/** Prints every event once, whole, until it is interrupted. */
async function follow(
  io: Io,
  { read }: Watched,
  toLines: (view: WatchView) => readonly string[],
  isOnce = false,
): Promise<void> {
  let shown: ReadonlySet<string> = new Set()
  while (!io.signal.aborted) {
    const lines = toLines(read())
    for (const line of lines) if (!shown.has(line)) await io.print(`${line}\n`)
    if (isOnce) return
    shown = new Set(lines)
    await setTimeout(POLL_MS, undefined, { signal: io.signal }).catch(() => undefined)
  }
}

/** The pane asks for each step, and stays when the run ended. */
function executeIn(watched: Watched, agent: string): (task: string | null) => string {
  return (task) => {
    const words = ['run', ...(task === null ? [] : [task]), '--agent', agent, '--repo', watched.top]
    try {
      const pane = openPane(watched, words)
      spawnSync('tmux', ['set-option', '-p', '-t', pane, 'remain-on-exit', 'on'])
      return `the agent works in pane ${pane}`
    } catch (error) {
      return toErrorJson(error).error.message
    }
  }
}

/** @returns the name of the new pane @throws GateError `bad-usage` outside of tmux */
function openPane({ top }: Watched, words: readonly string[]): string {
  if (!process.env['TMUX']) throw badUsage('This terminal is not inside tmux.', 'watch')
  const call = [process.execPath, process.argv[1] ?? '', ...words]
  const args = ['split-window', '-h', '-d', '-P', '-F', '#{pane_id}', '-c', top, ...call]
  const { status, stdout, stderr } = spawnSync('tmux', args, { encoding: 'utf8' })
  if (status !== 0) throw badUsage(`tmux opened no pane: ${plain(stderr ?? '')}`, 'watch')
  return stdout.trim()
}
