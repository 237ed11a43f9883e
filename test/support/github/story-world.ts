/** A GitHub in this process whose pull requests tests write as stories, and the gate that evaluates them. */
import { createHash } from 'node:crypto'
import type { GateContext } from '../../../src/app/gate/context.ts'
import type { PullRequestEvaluation } from '../../../src/app/gate/evaluation.ts'
import { evaluatePullRequest } from '../../../src/app/gate/handle-event.ts'
import type { MaintainerDecision } from '../../../src/core/model/maintainer-decision.ts'
import { canonical } from '../../../src/core/util/canonical.ts'
import { createReadOnce } from '../../../src/github/read/evidence/read-once.ts'
import type { Trust } from '../../../src/github/read/evidence/trust.ts'
import { cacheConfigs } from '../../../src/github/read/pull-request/base-config.ts'
import { cacheTrees } from '../../../src/github/read/pull-request/github-tree.ts'
import { openPull, type Pull } from '../../core/story.ts'
import { zip } from '../zip.ts'
import { type OpenGitHub, openGitHub } from './in-process.ts'
import {
  APP,
  addCheck,
  addPull,
  type CheckRecord,
  type Comparison,
  FORK_ID,
  type PullRecord,
  RAN,
  REPOSITORY_ID,
  type TreeEntry,
  toRun,
} from './state.ts'
import { getFiles, type Judged, travel } from './story-evidence.ts'

export const REPOSITORY = { installationId: 1, id: String(REPOSITORY_ID), owner: 'acme', repo: 'shop' }
export const JUDGE = 'tdd-gate/tdd-gate/.github/workflows/tdd-gate.yml'

interface StoryPull extends PullRecord {
  readonly story: Pull
  /** The base already has its head, whatever its page shows. */
  isInBase?: boolean
}

/** The files of the repository that the gate reads, and commits that no pull request has. */
interface StoryFiles {
  /** `.github` by commit; every other commit has that of the base. */
  readonly workflows: Map<string, string>
  /** `.github/tdd-gate.yml` by commit. */
  readonly configs: Map<string, string>
  /** Commits of which that is a link, to a file of that text. */
  readonly links: Set<string>
  /** `tdd-gate.yml` of `acme/.github`; null: there is none. */
  organisation: string | null
  /** Commits of a merge group, oldest first. */
  group: readonly { readonly sha: string; readonly message: string; readonly parents: readonly string[] }[]
}

export interface World extends OpenGitHub, StoryFiles {
  readonly pulls: Map<number, StoryPull>
  readonly context: GateContext
  readonly open: (number: number, story?: Pull, given?: Partial<PullRecord>) => Pull
  readonly judge: (number: number, given?: Judged) => Promise<void>
  readonly record: (on: string, decision: Partial<MaintainerDecision> & Pick<MaintainerDecision, 'kind'>) => void
  readonly look: (number: number) => Promise<PullRequestEvaluation>
  readonly gateOf: (head: string) => CheckRecord | undefined
  minimum: Trust['minimum']
  /** For what evidence is believed. */
  trustDigest: Trust['digest']
}

export function openWorld(): World {
  const github: OpenGitHub = openGitHub({
    compare: (head) => compare(world, head),
    listTree: (sha) => listTree(world, sha),
    readFile: (repo, _, ref) => (repo === '.github' ? world.organisation : (world.configs.get(ref) ?? null)),
  })
  const world: World = Object.assign(github, {
    pulls: github.pulls as World['pulls'],
    workflows: new Map(),
    configs: new Map(),
    links: new Set<string>(),
    organisation: null,
    group: [],
    minimum: 'verified-run' as const,
    trustDigest: 'these',
    context: createContext(() => world),
    open: (number: number, story = openPull(), given: Partial<PullRecord> = {}) => {
      const pull = addPull(github, { number, author: 'mona', headBranch: `work-${number}`, ...given })
      Object.defineProperty(pull, 'head', { get: () => story.facts().head })
      Object.assign(pull, { story })
      return story
    },
    judge: (number: number, given?: Judged) => judge(world, number, given),
    record: (on: string, given: Parameters<World['record']>[1]) => record(world, on, given),
    look: async (number: number) => {
      github.asked.length = 0
      const { context } = world
      const evaluation = await evaluatePullRequest({ github: github.github, repository: REPOSITORY, number, context })
      github.assertDone()
      return evaluation
    },
    gateOf: (head: string) =>
      github.checks.findLast(
        ({ name, head_sha, app }) => name === 'tdd-gate' && head_sha === head && app.id === APP.id,
      ),
  })
  return world
}

/** Judges as `world` says at the time, and downloads what its store has. */
function createContext(getWorld: () => World): GateContext {
  const trust: Omit<Trust, 'minimum' | 'digest' | 'weakened'> = {
    workflows: [JUDGE],
    trees: cacheTrees(),
    readOnce: createReadOnce(),
    verifyToken: async () => ({ reasons: ['is not looked at here'] }),
    download: { fetch: (async (address: URL) => new Response(read(address))) as typeof fetch },
  }
  const read = ({ pathname }: URL) =>
    new Uint8Array(getWorld().artifacts.find(({ id }) => `/${id}` === pathname)?.bytes ?? [])
  return {
    app: APP,
    trustIn: () => {
      const { minimum, trustDigest: digest } = getWorld()
      const weaker = { ...trust, minimum: 'verified-run' as const, digest: 'weaker', weakened: () => null }
      const isWeaker = (level: string) => level === 'verified-run' && minimum === 'attested'
      return { ...trust, minimum, digest, weakened: ({ level }) => (isWeaker(level) ? weaker : null) }
    },
    readConfig: cacheConfigs(),
    handleRequest: async () => [],
  }
}

/** Adds the run that judged the pull request as it is now, and its artifact. */
async function judge(world: World, number: number, given: Judged = {}): Promise<void> {
  const pull = world.pulls.get(number)
  if (pull === undefined) throw new Error(`#${number} is not open`)
  const { story, headBranch, isFork, baseBranch } = pull
  const [id, { head }] = [world.nextId(), story.facts()]
  const { event = 'pull_request', status = 'completed', conclusion = 'success' } = given
  world.runs.push({
    ...toRun({ id, event, path: '.github/workflows/ci.yml', head_sha: head, head_branch: headBranch, status }),
    conclusion,
    head_repository: { id: isFork ? FORK_ID : REPOSITORY_ID },
    referenced_workflows: [{ path: `${JUDGE}@refs/tags/v1`, sha: 'f'.repeat(40) }],
    html_url: `https://github.com/acme/shop/actions/runs/${id}`,
  })
  if (given.hasArtifact === false || status !== 'completed') return
  const run = { id: String(id), attempt: 1, event, head }
  const bytes = await zip(getFiles(travel(story.facts()), { number, baseBranch }, run, given))
  const about = { runId: id, name: 'tdd-gate-evidence-1', created_at: RAN, expired: false }
  world.artifacts.push({ ...about, id: world.nextId(), bytes })
}

/** Adds the check run in which the App keeps a decision. */
function record(world: World, on: string, given: Parameters<World['record']>[1]): void {
  const decision: MaintainerDecision = {
    schemaVersion: 1,
    pullRequest: 1,
    head: on,
    subtask: null,
    reason: 'because',
    at: RAN,
    by: { login: 'mona', id: '1', isBot: false },
    commentId: String(world.nextId()),
    ...(given.kind === 'override' ? { baseBranch: 'main' } : {}),
    ...given,
  }
  const { pullRequest, commentId, kind } = decision
  addCheck(world, {
    head_sha: on,
    name: 'tdd-gate/decision',
    conclusion: 'neutral',
    external_id: `tdd-gate:decision:${pullRequest}:${commentId}`,
    output: { title: kind, summary: kind, text: canonical(decision) },
  })
}

function compare({ pulls, group, tip }: World, head: string): Comparison {
  const own = [...pulls.values()].filter((pull) => pull.head === head)
  const { commits, base, baseTree } = travel((own[0]?.story ?? openPull()).facts())
  const author = 'octocat'
  const toBase = (sha: string, tree = baseTree) => ({ sha, tree, parents: [], message: '', author })
  if (head === group.at(-1)?.sha) {
    const grouped = group.map((commit) => ({ ...commit, tree: baseTree, author }))
    return { base: toBase(base), mergeBase: toBase(base), commits: grouped }
  }
  if (own.some(({ isInBase }) => isInBase)) {
    const landed = toBase(head, commits.at(-1)?.tree)
    return { base: landed, mergeBase: landed, commits: [] }
  }
  return { base: toBase(tip), mergeBase: toBase(base), commits: commits.map((commit) => ({ ...commit, author })) }
}

/** The top of a commit has only `.github`, and that only the configuration. */
function listTree({ workflows, configs, links }: StoryFiles, asked: string): readonly TreeEntry[] {
  const toFolder = (commit: string) =>
    workflows.get(commit) ?? (configs.has(commit) ? createHash('sha1').update(commit).digest('hex') : '9'.repeat(40))
  const commit = [...configs.keys()].find((one) => toFolder(one) === asked)
  if (commit === undefined) return [{ path: '.github', type: 'tree', mode: '040000', sha: toFolder(asked) }]
  return [{ path: 'tdd-gate.yml', type: 'blob', mode: links.has(commit) ? '120000' : '100644', sha: asked }]
}
