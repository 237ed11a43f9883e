/**
 * Finds the pull requests of a merge group whose queue rebases. GitHub keeps messages and authors there, and makes new
 * commits. Only the branches of the queue name the pull requests, in the order of their merge.
 */
import type { Sha } from '../../../core/model/commit.ts'
import type { GroupMemberStatus } from '../../../core/status/status.ts'
import { canonical } from '../../../core/util/canonical.ts'
import type { GitHub, RepositoryName } from '../../routes.ts'
import { type ListedCommit, listCompared, MAX_COMPARED_COMMITS } from './comparison.ts'

const REFS = 'GET /repos/{owner}/{repo}/git/matching-refs/{ref}'
/** Captures the number of a pull request. */
const ENTRY = /\/pr-(\d{1,10})-[0-9a-f]{7,64}$/

type Member = Pick<GroupMemberStatus, 'number' | 'head'>

interface RebasedGroup {
  readonly base: Sha
  readonly baseBranch: string
  /** The pull request that the group is named after. */
  readonly last: number
  readonly known: readonly Member[]
  /** The commits of the group, oldest first. */
  readonly chain: readonly ListedCommit[]
}

/**
 * Takes the group apart from its end: the last commits are those of the pull request that the group is named after;
 * the commits before them end the group of another one. Each must have the messages and authors of its pull request.
 * Where several pull requests of the queue end at a commit, nothing is guessed.
 * @throws GateError for a refusal of GitHub
 */
export async function findRebased(
  github: GitHub,
  repository: RepositoryName,
  { base, baseBranch, last, known, chain }: RebasedGroup,
): Promise<{ readonly members: readonly Member[]; readonly unknown: readonly Sha[] }> {
  const entries = await readEntries()
  const members: Member[] = []
  let left = chain
  while (left.length > 0) {
    const end = left.at(-1)?.sha ?? ''
    const numbers = left === chain ? new Set([last, ...(entries.get(end) ?? [])]) : (entries.get(end) ?? new Set())
    const [number] = numbers
    const pull = numbers.size === 1 ? known.find((one) => one.number === number) : undefined
    const count = pull === undefined ? 0 : await countCommits(left, pull)
    if (pull === undefined || count === 0) break
    members.unshift(pull)
    left = left.slice(0, -count)
  }
  return { members, unknown: left.map(({ sha }) => sha) }

  async function readEntries(): Promise<ReadonlyMap<Sha, ReadonlySet<number>>> {
    const { data } = await github.request(REFS, { ...repository, ref: `heads/gh-readonly-queue/${baseBranch}/pr-` })
    const found = new Map<Sha, Set<number>>()
    for (const { ref, object } of data) {
      const number = Number(ENTRY.exec(ref)?.[1] ?? 0)
      if (number > 0) found.set(object.sha, (found.get(object.sha) ?? new Set()).add(number))
    }
    return found
  }

  /** Returns how many of the last commits are those of the pull request; 0 where they differ. */
  async function countCommits(ofGroup: readonly ListedCommit[], { head }: Member): Promise<number> {
    const { listed } = await listCompared(github, repository, `${base}...${head}`, MAX_COMPARED_COMMITS)
    // GitHub leaves merges out, and may leave out commits that change nothing.
    const all = listed.filter(({ parents }) => parents.length < 2)
    const trees = new Map(listed.map(({ sha, commit }) => [sha, commit.tree.sha]))
    const changing = all.filter(({ commit, parents }) => trees.get(parents[0]?.sha ?? '') !== commit.tree.sha)
    return [all, changing].find((own) => isSame(ofGroup.slice(-own.length), own))?.length ?? 0
  }
}

function isSame(some: readonly ListedCommit[], own: readonly ListedCommit[]): boolean {
  const identify = (commits: readonly ListedCommit[]) =>
    canonical(commits.map(({ commit: { message, author } }) => canonical([message, { ...author }])).toSorted())
  return own.length > 0 && some.length === own.length && identify(some) === identify(own)
}
