/** Tests one runner with a small project in every relevant situation. */

import { spawnSync } from 'node:child_process'
import { existsSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { SuiteConfig } from '../../src/core/model/config.ts'
import type { Execution } from '../../src/test-runner/execution.ts'
import type { MeasurerOptions } from '../../src/test-runner/measurer.ts'
import { detectSuites } from '../../src/test-runner/runners/detect.ts'
import { getSharedFolder } from './folder.ts'
import { createMeasurerState, type MeasurerState } from './measuring.ts'
import { asMeasured, getReplayer, startRecording, WHOLE } from './recording.ts'
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
  /** The folder of installed packages; absent: ours. */
  readonly packages?: string
  readonly situations: Readonly<Record<string, Situation>>
}

const LONG_ENOUGH = 180
const NOTHING = { outcomes: {}, loadErrors: {}, problems: [] }

/** The measurer, and its recording. */
interface Place {
  readonly bench: MeasurerState
  readonly recording: string
  readonly suites: readonly SuiteConfig[]
}

/**
 * One test for each situation: detected as a user's project would be, run for real, nothing installed but linked. They are
 * commits of one project, as in a branch: a harness that stays the same is proved once.
 */
export function printStory({ runner, needs, project, packages = resolve('node_modules'), situations }: Story): void {
  const places = new Map<string, Place>()
  const root = getSharedFolder({})
  let changed: readonly string[] = []
  const getPlace = async (suites: readonly SuiteConfig[], timeoutSeconds: number): Promise<Place> => {
    const key = JSON.stringify([suites, timeoutSeconds])
    const place =
      places.get(key) ??
      (await openPlace(suites, timeoutSeconds, { folder: join(root, String(places.size)), packages }))
    places.set(key, place)
    return place
  }
  afterAll(async () => {
    for (const { bench } of places.values()) await bench[Symbol.asyncDispose]()
  })
  test.skipIf(needs !== undefined && !succeeds(needs)).each(Object.entries(situations))(
    `${runner}: %s`,
    async (_, situation) => {
      const files: Files = { ...project, ...situation.files }
      const { suites: detected, explanations } = detectSuites({
        files: Object.keys(files).toSorted(),
        read: (path) => (typeof files[path] === 'string' ? files[path] : null),
      })
      expect(explanations[0]).toContain(runner)
      const own = detected.map((suite) => ({ ...suite, command: situation.command ?? suite.command }))
      const { bench, recording, suites } = await getPlace(own, situation.timeoutSeconds ?? LONG_ENOUGH)
      const request = { ...WHOLE, files: situation.only ?? null }
      const gone = Object.fromEntries(changed.map((path) => [path, null]))
      changed = Object.keys(situation.files)
      const execution = await bench.measure({ ...gone, ...files, '.gitignore': 'node_modules\n' }, request)
      const { problems } = situation
      if (problems === undefined) expect(summarize(execution)).toEqual({ ...NOTHING, ...pick(situation) })
      else expect(summarize(execution)).toMatchObject({ problems, ...pick(situation) })
      const tree = await bench.repo.git('rev-parse', 'HEAD^{tree}')
      const replay = async (asked: typeof request) =>
        asMeasured(await (await getReplayer(bench.repo.dir, [recording], { suites })).execute(tree, asked))
      expect(await replay(request), 'replayed').toEqual(asMeasured(execution))
      if (situation.only === undefined) return
      const among = { ...request, repeat: 2, withCanary: true }
      const withCanary = await bench.measurer.execute(tree, among)
      expect(await replay(among), 'replayed').toEqual(asMeasured(withCanary))
    },
  )
}

async function openPlace(
  suites: readonly SuiteConfig[],
  timeoutSeconds: number,
  { folder, packages }: { readonly folder: string; readonly packages: string },
): Promise<Place> {
  const config: MeasurerOptions['config'] = {
    suites: [],
    timeoutSeconds,
    reruns: 2,
    env: ['NODE_COMPILE_CACHE'],
    setupEnv: [],
    shards: 1,
    isolation: 'preferred',
    network: 'host',
  }
  const { folder: recording, recorder } = startRecording({}, undefined, folder)
  const bench = await createMeasurerState({ suites, config, recorder })
  if (existsSync(packages)) symlinkSync(packages, join(bench.repo.dir, 'node_modules'))
  return { bench, recording, suites }
}

function summarize({ run, problems }: Execution) {
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
