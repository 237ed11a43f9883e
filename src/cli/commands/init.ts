/** Runs `tdd-gate init`: writes a configuration, a workflow and a block in AGENTS.md. */
import { relative, resolve } from 'node:path'
import { GateError } from '../../core/model/errors.ts'
import { shellWords } from '../../core/rules/text.ts'
import { getTop, isInRepository } from '../../operations/doctor/working-tree.ts'
import { type Detected, type InitOptions, init } from '../../operations/init.ts'
import { jsonLine } from '../../render/text/log-line.ts'
import { plain } from '../../render/text/text.ts'
import { type CliCommand, EXIT } from '../command.ts'

type Detect = (dir: string) => Detected | null | Promise<Detected | null>

export function createInitCommand(detect: Detect): CliCommand {
  return {
    configure: (command) =>
      command
        .option('--repo <dir>', 'any folder of the repository', '.')
        .option('--agents', 'renew the block in AGENTS.md only')
        .option('--workflow', 'write the workflow only')
        .option('--alone', 'a workflow that publishes check and comment without the App')
        .option('--two-jobs', 'a workflow whose measuring job you set up: container, services, languages')
        .option('--uses <owner/repo@ref>', 'another release, fork or mirror to use')
        .option('--json', 'print one JSON object'),
    run: async (io, { options }) => {
      const only = getOnly(options)
      const asked = resolve(String(options['repo']))
      if (!(await isInRepository(asked))) throw notARepository(String(options['repo']))
      const dir = await getTop(asked)
      const detected = only === null ? await detect(dir) : null
      const uses = options['uses'] === undefined ? {} : { uses: String(options['uses']) }
      const { written, next: steps } = init({ dir, only, kind: getKind(options), ...uses }, () => detected)
      const next = dir === asked || steps.length === 0 ? steps : [goTo(dir), ...steps]
      if (options['json']) {
        await io.print(jsonLine({ schemaVersion: 1, top: dir, written, next }))
        return EXIT.SUCCESS
      }
      const lines = written.length === 0 ? ['Nothing to do.'] : written.map((path) => `wrote ${path}`)
      const where = dir === asked ? [] : [`at the top of the repository, ${plain(dir)}:`]
      const todo = next.length === 0 ? [] : ['', 'NEXT', ...next.map((step) => `  ${plain(step)}`)]
      await io.print(`${[...where, ...lines, ...todo].join('\n')}\n`)
      return EXIT.SUCCESS
    },
  }
}

function notARepository(dir: string): GateError {
  const where = shellWords([dir], '<folder>')
  return new GateError(
    'not-a-repository',
    `${dir} is not in a git repository.`,
    `git init ${where} && tdd-gate init --repo ${where}`,
  )
}

function goTo(dir: string): string {
  return `cd ${shellWords([relative(process.cwd(), dir)], '<the top of the repository>')}`
}

function getKind(options: Readonly<Record<string, unknown>>): InitOptions['kind'] {
  if (options['alone'] === true && options['twoJobs'] === true) {
    throw new GateError('bad-usage', '--alone and --two-jobs are two workflows.', 'tdd-gate init --two-jobs')
  }
  if (options['alone'] === true) return 'alone'
  return options['twoJobs'] === true ? 'two-jobs' : 'calling'
}

function getOnly(options: Readonly<Record<string, unknown>>): InitOptions['only'] {
  if (options['agents'] === true && options['workflow'] === true) {
    throw new GateError('bad-usage', '--agents and --workflow each write one thing only.', 'tdd-gate init --agents')
  }
  if (options['agents'] === true) return 'agents'
  return options['workflow'] === true ? 'workflow' : null
}
