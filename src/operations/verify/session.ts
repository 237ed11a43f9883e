/** Opens everything that one verification uses, and closes it again. */
import { readFile } from 'node:fs/promises'
import { markUnnamed } from '../../changes/mark-unnamed.ts'
import { compileGlobs, createClassifier } from '../../config/file-class.ts'
import { CONFIG_PATH, DEFAULT_CONFIG, parseConfig } from '../../config/parse.ts'
import { noteOnUnread } from '../../config/unread.ts'
import type { RunIndex } from '../../core/compare/compare.ts'
import { createOwnership } from '../../core/compare/ownership.ts'
import { configNotReadable } from '../../core/errors/usage.ts'
import type { Criteria } from '../../core/evaluate/judge-commit.ts'
import type { FileClass, Sha } from '../../core/model/commit.ts'
import type { Config, SuiteConfig } from '../../core/model/config.ts'
import { GateError } from '../../core/model/errors.ts'
import type { Sequence } from '../../core/model/policy.ts'
import type { Missing, Problem } from '../../core/model/test-run.ts'
import { rules } from '../../core/rules/index.ts'
import type { EvidenceDocument } from '../../evidence/document.ts'
import { EMPTY_STORE, type EvidenceStore } from '../../evidence/store.ts'
import { defaultCacheDir } from '../../folders.mjs'
import { type Range, resolveRange } from '../../git/range.ts'
import { openRepository, type Repository } from '../../git/repository.ts'
import { openScratch, type Scratch } from '../../git/scratch.ts'
import { type Classify, readBlob } from '../../git/trees.ts'
import type { Measurer } from '../../test-runner/measurer.ts'
import type { Suite } from '../../test-runner/run-plan.ts'
import { toSuite } from '../../test-runner/runners/index.ts'
import { openTimeLimit, type TimeLimit } from '../../test-runner/time-limit.ts'
import { readTree } from '../clean-tree.ts'
import { carriedPlan, choosePlan, type FoundPlan, readPlan, type TaskName } from '../tasks/plan.ts'
import { announceWhole, type MeasurerParts, type OpenMeasurer, openLiveMeasurer, withHelpers } from './open-measurer.ts'
import { getPolicyDigest } from './policy-digest.ts'
import type { Hooks } from './progress.ts'
import { openProject, type ProjectFacts } from './project.ts'
import { readSubjects, type Subjects } from './subjects.ts'
import { verifyTexts } from './texts.ts'

/** `verify` judges again, with the options of the call: next steps end with it. */
export interface SessionOptions extends TaskName, Pick<Criteria, 'verify'> {
  readonly repo: string
  readonly base?: string
  readonly head?: string
  readonly sequence?: Sequence
  /** A configuration file that replaces the base branch's own. */
  readonly config?: string
  readonly cacheDir?: string
  /** True where nothing is tried: for a look between commits. */
  readonly fast?: boolean
  /** True where a branch without commits is no error: before its first commit. */
  readonly isEmptyAllowed?: true
}

export interface Session extends AsyncDisposable, Subjects, Pick<Demands, 'notes' | 'uncommitted'> {
  readonly repository: Repository
  readonly range: Range
  readonly scratch: Scratch
  readonly measurer: Measurer
  readonly config: Config
  readonly criteria: Criteria
  /** Tasks that the task of the plan waits for, by its document. */
  readonly waitsFor: readonly string[]
  readonly classify: (path: string) => FileClass
  /** Configured or detected. */
  readonly suites: readonly SuiteConfig[]
  /** The same with their runners, as the measurer starts them. */
  readonly suitesToRun: readonly Suite[]
  readonly isOurs: (missing: Missing, from: string | null) => boolean
  readonly hooks: Hooks
  readonly timeLimit: TimeLimit
  /** Trees of the commits judged so far. */
  readonly trees: Map<Sha, Sha>
  /** Whole runs of present and possible baselines, so that they are not read again. */
  readonly baseline: Map<Sha, BaselineRun>
  /** Reused documents of earlier runs, by the commit's present name. */
  readonly reused: Map<Sha, EvidenceDocument>
  readonly store: EvidenceStore
  /** Problems that void the evidence of a commit in the decision, though its run may be sound: the base's. */
  readonly baseProblems: Map<Sha, readonly Problem[]>
  /** Those of the notes that are the same in each call. */
  readonly settings: readonly string[]
  readonly withoutTrials: boolean
}

/** The whole suite at one commit. */
export interface BaselineRun {
  readonly index: RunIndex
  /** Those of the files that do not load; null where a file has no name. */
  readonly unloaded: readonly (string | null)[]
  readonly problems: readonly Problem[]
  /** False when tests have no file: then a targeted run cannot show which of them it left out. */
  readonly isTargetable: boolean
}

/** The tools of a session that do not come from the repository. */
export interface SessionTools {
  /** By default tests run on this machine. */
  readonly openMeasurer?: OpenMeasurer
  /** By default the repository at `repo`, as it is committed. */
  readonly repository?: Repository
  /** Evidence of earlier runs; none by default. */
  readonly store?: EvidenceStore
}

/**
 * Opens a session.
 * @throws GateError when the branch cannot be judged at all
 */
export async function openSession(options: SessionOptions, hooks: Hooks, tools: SessionTools = {}): Promise<Session> {
  const repository = tools.repository ?? hooks.repository ?? (await openRepository(options.repo))
  const range = await resolveRange(repository, options)
  const cacheDir = options.cacheDir ?? defaultCacheDir(process.env)
  const scratch = await openScratch(repository, { cacheDir })
  const place: Workplace = { options, hooks, repository, range, cacheDir, scratch }
  try {
    const [{ config, notes: ofConfig }, { uncommitted, notes: ofTree }] = await Promise.all([
      readConfig(scratch, range, options),
      readTree(repository, options.isTaskOfBase ? undefined : options.task, tools.repository && [], options.head),
    ])
    const named = await readPlan(scratch, range, config, { ...options, top: repository.top })
    const project = await openProject(scratch, range, config)
    const notes = [...scratch.warnings, ...ofConfig, ...ofTree]
    return await startSession(place, tools, { config, found: named, project, notes, uncommitted })
  } catch (error) {
    await scratch[Symbol.asyncDispose]()
    throw error
  }
}

/** The repository, the branch in it, and the copy that is worked on. */
interface Workplace {
  readonly options: SessionOptions
  readonly hooks: Hooks
  readonly repository: Repository
  readonly range: Range
  readonly cacheDir: string
  readonly scratch: Scratch
}

/** What the base branch demands. */
interface Demands {
  readonly config: Config
  readonly found: FoundPlan
  readonly project: ProjectFacts
  readonly notes: readonly string[]
  readonly uncommitted: readonly string[]
}

async function startSession(place: Workplace, tools: SessionTools, demands: Demands): Promise<Session> {
  const { options, hooks, repository, range, scratch } = place
  const { config, found, project } = demands
  const classify = createClassifier(config.paths, project.inUse)
  const timeLimit = openTimeLimit(hooks.signal, config.maxMinutes)
  const parts = { ...getParts(place, demands, classify), signal: timeLimit.signal }
  const { openMeasurer = hooks.openMeasurer ?? openLiveMeasurer } = tools
  const [subjects, alone] = await Promise.all([
    readSubjects(scratch, range, classify, config.policy),
    openMeasurer(parts),
  ])
  const measurer = withHelpers(alone, { parts, repository, subjects, classify, openMeasurer })
  await announceWhole(measurer, subjects)
  const { plan, notes: ofPlan } = choosePlan(found, carriedPlan(subjects.subjects))
  return {
    ...subjects,
    subjects: await markUnnamed(scratch, subjects.subjects, plan),
    repository,
    range,
    scratch,
    measurer,
    config,
    criteria: {
      policy: config.policy,
      policyDigest: getPolicyDigest(config, project.suites),
      plan,
      ...(options.verify === undefined ? {} : { verify: options.verify }),
    },
    waitsFor: found.waitsFor ?? [],
    classify,
    isOurs: createOwnership({ paths: project.paths, names: project.names, classify }),
    hooks,
    timeLimit,
    notes: [...demands.notes, ...(options.fast ? [verifyTexts.withoutTrials] : []), ...ofPlan, ...project.notes],
    withoutTrials: options.fast === true,
    settings: [...project.notes, ...ofPlan.filter((note) => note === verifyTexts.planFromBranch(plan?.id ?? ''))],
    suites: project.suites,
    suitesToRun: project.suites.map(toSuite),
    uncommitted: demands.uncommitted,
    trees: new Map(),
    baseline: new Map(),
    reused: new Map(),
    baseProblems: new Map(),
    store: tools.store ?? EMPTY_STORE,
    [Symbol.asyncDispose]: async () => {
      await measurer[Symbol.asyncDispose]()
      await scratch[Symbol.asyncDispose]()
    },
  }
}

function getParts(
  { repository, cacheDir, scratch }: Workplace,
  { config, project }: Demands,
  classify: Classify,
): MeasurerParts {
  return {
    checkout: scratch,
    config: config.test,
    suites: project.suites,
    cacheDir,
    lender: repository.top === null ? null : { folder: repository.top, committed: project.committedPackages },
    hidden: [repository.gitDir, repository.commonDir],
    source: process.env,
    isHarness: (path) => classify(path) === 'harness',
    isInput: config.test.inputs === undefined ? null : compileGlobs(config.test.inputs, false),
  }
}

/** Reads the configuration from the base: a branch cannot loosen its own rules. `--config` replaces it. */
async function readConfig(scratch: Scratch, range: Range, { config: named, sequence }: SessionOptions) {
  const ruleCodes = rules.map(({ code }) => code)
  const withSequence = (of: Config) => (sequence ? { ...of, policy: { ...of.policy, sequence } } : of)
  if (named !== undefined) {
    const text = await readFile(named, 'utf8').catch((cause: Error) => {
      throw configNotReadable(named, cause)
    })
    return { config: withSequence(parseConfig(text, { file: named, ruleCodes })), notes: [] }
  }
  const ours = await readBlob(scratch, range.baseTree, CONFIG_PATH)
  const config = ours ? parseConfig(ours.toString(), { file: CONFIG_PATH, ruleCodes }) : DEFAULT_CONFIG
  const theirs = await readBlob(scratch, range.headTree, CONFIG_PATH)
  const unread = noteOnUnread(await scratch.listTree(range.baseTree))
  return { config: withSequence(config), notes: [unread ?? [], notesOn(theirs, ours, ruleCodes)].flat() }
}

/** The branch's own configuration applies after the merge; a mistake in it would block every branch after it. */
function notesOn(theirs: Buffer | null, ours: Buffer | null, ruleCodes: readonly string[]): string[] {
  if (theirs === null ? ours === null : ours?.equals(theirs)) return []
  const counts = ours ? verifyTexts.configDiffers(CONFIG_PATH) : verifyTexts.configIsNew(CONFIG_PATH)
  const mistakes = theirs === null ? null : mistakesIn(theirs.toString(), ruleCodes)
  return mistakes === null ? [counts] : [counts, verifyTexts.configInvalid(CONFIG_PATH, mistakes)]
}

function mistakesIn(text: string, ruleCodes: readonly string[]): string | null {
  try {
    parseConfig(text, { file: CONFIG_PATH, ruleCodes })
    return null
  } catch (error) {
    if (error instanceof GateError && error.code === 'bad-config') return error.message.replaceAll('\n', '; ')
    throw error
  }
}
