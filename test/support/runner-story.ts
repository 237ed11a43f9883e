/** One runner, told by what happens to a small project in every situation that matters. */
import { spawnSync } from 'node:child_process'
import { existsSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import type { TestConfig } from '../../src/core/config.ts'
import type { Execution } from '../../src/measure/measurer.ts'
import { detectSuites } from '../../src/measure/runners/detect.ts'
import { runners } from '../../src/measure/runners/index.ts'
import { createBench } from './measuring.ts'
import { asMeasured, replayerOf, startRecording, WHOLE } from './recording.ts'
import type { Files } from './repository.ts'

export interface Situation {
  /** On top of the project's own files. */
  readonly files: Readonly<Record<string, string>>
  /** Only these are run; all when absent. */
  readonly only?: readonly string[]
  readonly outcomes?: Readonly<Record<string, string>>
  /** File -> what is missing. */
  readonly loadErrors?: Readonly<Record<string, string | null>>
  readonly problems?: readonly string[]
  readonly timeoutSeconds?: number
  /** Instead of the detected one. */
  readonly command?: string
}

export interface Story {
  readonly runner: string
  /** A command that succeeds where the runner is installed; elsewhere its story is skipped. */
  readonly needs?: readonly [string, ...string[]]
  readonly project: Readonly<Record<string, string>>
  readonly situations: Readonly<Record<string, Situation>>
}

const LONG_ENOUGH = 60
const NOTHING = { outcomes: {}, loadErrors: {}, problems: [] }

/** One test for each situation: detected as a user's project would be, run for real, nothing installed but linked. */
export function tellStory({ runner, needs, project, situations }: Story): void {
  test.skipIf(needs !== undefined && !succeeds(needs)).each(Object.entries(situations))(
    `${runner}: %s`,
    async (_, situation) => {
      const files = { ...project, ...situation.files }
      const { suites, explanations } = detectSuites({
        files: Object.keys(files).toSorted(),
        read: (path) => files[path] ?? null,
      })
      expect(explanations[0]).toContain(runner)
      const config: TestConfig = {
        suites: [],
        timeoutSeconds: situation.timeoutSeconds ?? LONG_ENOUGH,
        reruns: 2,
        env: [],
        shards: 1,
      }
      const own = suites.map((suite) => ({ ...suite, command: situation.command ?? suite.command }))
      const { folder, recorder } = startRecording()
      await using bench = await createBench({ suites: own, config, recorder })
      if (existsSync('node_modules')) symlinkSync(resolve('node_modules'), join(bench.repo.dir, 'node_modules'))
      const request = { ...WHOLE, files: situation.only ?? null }
      const execution = await bench.measure({ ...(files as Files), '.gitignore': 'node_modules\n' }, request)
      const { problems } = situation
      if (problems === undefined) expect(told(execution)).toEqual({ ...NOTHING, ...pick(situation) })
      else expect(told(execution)).toMatchObject({ problems, ...pick(situation) })
      const among = { ...request, repeat: 2, withCanary: true }
      const sharesProcess = runners.find(({ name }) => name === runner)?.sharesProcess === true
      const replayer = await replayerOf(bench.repo.dir, [folder], { suites: own })
      const tree = await bench.repo.git('rev-parse', 'HEAD^{tree}')
      expect(asMeasured(await replayer.execute(tree, request)), 'replayed').toEqual(asMeasured(execution))
      if (!sharesProcess || situation.only === undefined) return
      const withCanary = await bench.measurer.execute(tree, among)
      const later = await replayerOf(bench.repo.dir, [folder], { suites: own })
      expect(asMeasured(await later.execute(tree, among)), 'replayed').toEqual(asMeasured(withCanary))
    },
  )
}

function told({ run, problems }: Execution) {
  return {
    outcomes: Object.fromEntries(run.cases.map((test) => [test.id, test.failure?.kind ?? test.mark ?? test.outcome])),
    loadErrors: Object.fromEntries(run.loadErrors.map(({ file, missing }) => [file, missing?.name ?? null])),
    problems: problems.map(({ code }) => code),
  }
}

function pick({ outcomes, loadErrors }: Situation) {
  return { ...(outcomes && { outcomes }), ...(loadErrors && { loadErrors }) }
}

function succeeds([command, ...words]: readonly [string, ...string[]]): boolean {
  return spawnSync(command, words).status === 0
}
