/** Marks every GREEN with the subtasks whose titles share no word with what was written for it. */
import { getPhase } from '../core/evaluate/phase.ts'
import { type Commit, type FileChange, type Sha, trailer } from '../core/model/commit.ts'
import type { Plan } from '../core/model/plan.ts'
import { getTitleWords, getWords, mayBeEnglish, sharesWord } from '../core/text/plan-words.ts'
import type { Scratch } from '../git/scratch.ts'
import { MAX_MARKED_BYTES, readTexts } from './tree-texts.ts'

/** Entries in evidence. */
const MAX_UNNAMED = 100
/** The plan itself may stand in such a file, and names each subtask. */
const DOCUMENT = /\.(?:ya?ml|json|toml|md|txt)$/

export async function markUnnamed(
  scratch: Scratch,
  commits: readonly Commit[],
  plan: Plan | null,
): Promise<readonly Commit[]> {
  const titles = (plan?.subtasks ?? []).map(({ id, title }) => ({ id, words: getTitleWords(title) }))
  const judged = titles.filter(({ words }) => words.length > 0)
  // One title may have only words that several languages have.
  const isEnglish = mayBeEnglish([plan?.title ?? '', ...(plan?.subtasks ?? []).map(({ title }) => title)].join('\n'))
  if (judged.length === 0 || !isEnglish) return commits
  const ids = commits.flatMap(({ changes }) => changes.filter(isRead).flatMap(getIds))
  const texts = await readTexts(scratch, ids, MAX_MARKED_BYTES)
  let first = 0
  return commits.map((commit, n) => {
    if (getPhase(commit).phase !== 'green') return commit
    const task = trailer(commit, 'task')
    const work = commits.slice(0, n + 1).filter((one, at) => at >= first || isOf(one, task))
    first = n + 1
    const changes = work.flatMap((one) => one.changes)
    if (changes.some((change) => isRead(change) && getIds(change).some((id) => texts.get(id) === null))) return commit
    const own = judged.filter(({ id }) => task === undefined || task === id || task === plan?.id)
    const known = getKnown(changes, texts)
    const unnamed = own.filter(({ words }) => !sharesWord(words, known)).map(({ id }) => id)
    return unnamed.length === 0 ? commit : { ...commit, unnamed: unnamed.slice(0, MAX_UNNAMED) }
  })
}

const isOf = (commit: Commit, task: string | undefined) => task !== undefined && trailer(commit, 'task') === task
const isRead = ({ path, class: kind }: FileChange) => (kind === 'production' || kind === 'test') && !DOCUMENT.test(path)
const getIds = ({ before, after }: FileChange): readonly Sha[] =>
  [before, after].flatMap((blob) => (blob?.mode.startsWith('100') ? [blob.id] : []))

/** Returns the words of changed paths, and of lines that only one side has. */
function getKnown(changes: readonly FileChange[], texts: ReadonlyMap<Sha, string | null>): ReadonlySet<string> {
  const linesOf = (blob: FileChange['after']) => new Set((texts.get(blob?.id ?? '') ?? '').split('\n'))
  const written = changes.flatMap((change) => {
    if (!isRead(change)) return DOCUMENT.test(change.path) ? [] : [change.path]
    const [old, now] = [linesOf(change.before), linesOf(change.after)]
    const changed = [...[...now].filter((line) => !old.has(line)), ...[...old].filter((line) => !now.has(line))]
    return [change.path.replace(/\.\w+$/, ''), ...changed]
  })
  return getWords(written.join('\n'))
}
