/** Reads the inputs of a step, as action.yml declares them. No input can weaken the gate. */
import { resolve } from 'node:path'
import { badInput } from '../core/errors/action.ts'
import { didYouMean } from '../core/util/nearest.ts'
import { parseLabels, parseVariables } from './measuring-job.ts'
import { type MeasuringJobs, parseMeasured } from './output/measured.ts'
import { actionTexts } from './texts.ts'

export const MODES = ['measure', 'judge', 'gate'] as const
/** `measure` runs tests, `judge` runs nothing of the pull request, `gate` does one after the other. */
export type Mode = (typeof MODES)[number]

export interface Inputs {
  readonly mode: Mode
  /** The checkout; absolute. */
  readonly path: string
  /** One run folder of a `measure` step for each shard; absolute. */
  readonly recordings: readonly string[]
  /** The outputs of the measuring jobs: digest and conclusion of each recording. */
  readonly measured: MeasuringJobs
  /** The run folder, which becomes the artifact; absolute. */
  readonly output: string
  readonly publish: boolean
  readonly token: string | null
  /** The number of this job among several that share the work; from 1. */
  readonly shard: number | null
  /** `required`: runs without namespaces do not count, whatever the configuration allows. */
  readonly isolation: 'required' | null
  /** For the tests, where the configuration names them. */
  readonly variables: Readonly<Record<string, string>>
  /** The labels that measuring jobs asked for; null: unknown, in a workflow of the user's own. */
  readonly runner: readonly string[] | null
  /** A task id or document. */
  readonly task: string | null
}

export const INPUTS = [
  'mode',
  'path',
  'recordings',
  'measured',
  'output',
  'publish',
  'token',
  'shard',
  'isolation',
  'variables',
  'runner',
  'task',
] as const
/** GitHub starts at most this many jobs from one matrix: https://docs.github.com/en/actions/reference/limits */
export const MAX_SHARDS = 256
const MAX_LENGTH = 1_024
/** Characters. A token of the newest kind has some 520; a list of folders may be long. */
const MAX_LIST_LENGTH = 65_536
const PREFIX = 'INPUT_'
/** The inputs of several lines. */
const LISTS: readonly string[] = ['recordings', 'measured', 'variables']

type Variables = Readonly<Record<string, string | undefined>>
type Texts = Readonly<Record<(typeof INPUTS)[number], string>>

/**
 * Reads the inputs from the step's environment, where the runner sets `INPUT_<NAME>`.
 * @throws GateError `bad-usage` with the allowed values and the nearest known one
 */
export function parseInputs(env: Variables): Inputs {
  refuseUnknown(env)
  const workspace = fromRunner(env, 'GITHUB_WORKSPACE')
  const temp = fromRunner(env, 'RUNNER_TEMP')
  const texts = Object.fromEntries(INPUTS.map((name) => [name, getText(env, name)])) as Texts
  const inputs = {
    mode: getChoice('mode', texts.mode || 'gate', MODES),
    path: resolve(workspace, texts.path),
    recordings: getRecordings(texts.recordings).map((folder) => resolve(workspace, folder)),
    measured: parseMeasured(texts.measured),
    output: texts.output === '' ? resolve(temp, 'tdd-gate') : resolve(workspace, texts.output),
    publish: getChoice('publish', texts.publish || 'false', ['true', 'false']) === 'true',
    token: texts.token === '' ? null : texts.token,
    shard: texts.shard === '' ? null : getShard(texts.shard),
    isolation: texts.isolation === '' ? null : getChoice('isolation', texts.isolation, ['required']),
    variables: parseVariables(texts.variables),
    runner: texts.runner === '' ? null : parseLabels(texts.runner),
    task: texts.task === '' ? null : texts.task,
  }
  refuseContradictions(inputs)
  return inputs
}

/** Refuses unknown inputs: GitHub only warns about them, and the step would run without their effect. */
function refuseUnknown(env: Variables): void {
  const names = Object.keys(env).filter((name) => name.startsWith(PREFIX))
  const given = names.map((name) => name.slice(PREFIX.length).toLowerCase())
  const unknown = given.find((name) => !INPUTS.some((runState) => runState === name))
  if (unknown !== undefined)
    throw badInput(
      `Unknown input ${shown(unknown)}${didYouMean(unknown, INPUTS)}.`,
      actionTexts.useKnownInputs(INPUTS.join(', ')),
    )
}

function fromRunner(env: Variables, name: string): string {
  const value = env[name] ?? ''
  if (value === '') throw badInput(actionTexts.noJob(name), 'On your own machine: tdd-gate verify')
  return value
}

function getText(env: Variables, name: (typeof INPUTS)[number]): string {
  const text = (env[`${PREFIX}${name.toUpperCase()}`] ?? '').trim()
  const isList = LISTS.includes(name)
  const max = isList ? MAX_LIST_LENGTH : MAX_LENGTH
  if (text.length > max) throw badInput(actionTexts.inputTooLong(name, max), `Write a shorter ${name}.`)
  const forbidden = isList
    ? /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f]/
    : name === 'token'
      ? /[^!-~]/
      : /[\u0000-\u001f\u007f]/
  if (forbidden.test(text)) throw badInput(actionTexts.forbiddenCharacters(name), `Write ${name}: <one plain line>`)
  return text
}

function getChoice<T extends string>(name: string, text: string, choices: readonly T[]): T {
  const choice = choices.find((runState) => runState === text)
  if (choice !== undefined) return choice
  const list = choices.length === 2 ? choices.join(' or ') : choices.join(', ')
  throw badInput(`The input ${name} is ${shown(text)}${didYouMean(text, choices)}.`, `Write ${name}: ${list}`)
}

function getRecordings(text: string): readonly string[] {
  const folders = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (folders.length <= MAX_SHARDS) return folders
  throw badInput(actionTexts.tooManyFolders(MAX_SHARDS), 'Use fewer shards.')
}

function getShard(text: string): number {
  const shard = /^[1-9]\d{0,2}$/.test(text) ? Number(text) : MAX_SHARDS + 1
  if (shard <= MAX_SHARDS) return shard
  throw badInput(actionTexts.noShard(shown(text), MAX_SHARDS), 'Write shard: ${{ matrix.shard }}')
}

function refuseContradictions({ mode, publish, token, recordings, measured, shard, variables, runner }: Inputs): void {
  if (mode === 'judge' && recordings.length === 0)
    throw badInput('mode: judge needs recordings.', actionTexts.nameFolders)
  if (mode !== 'judge' && measured.outputs.size > 0)
    throw badInput(actionTexts.measuredNotAccepted(mode), 'Write mode: judge, or remove `measured`.')
  if (mode !== 'judge' && recordings.length > 0)
    throw badInput(`mode: ${mode} reads no recordings.`, 'Write mode: judge, or remove `recordings`.')
  if (mode !== 'measure' && shard !== null)
    throw badInput(`mode: ${mode} has no shards.`, 'Write mode: measure, or remove `shard`.')
  if (mode === 'judge' && Object.keys(variables).length > 0)
    throw badInput('mode: judge runs no tests.', 'Give them to mode: measure.')
  if (mode !== 'judge' && runner !== null)
    throw badInput('Only mode: judge takes `runner`.', 'Remove `runner`, or write mode: judge.')
  if (mode === 'measure' && publish) throw badInput(actionTexts.measureOnly, actionTexts.givePublish)
  if (publish && token === null) throw badInput('publish: true needs a token.', actionTexts.giveToken)
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 64))
}
