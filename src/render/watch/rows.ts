/** The list of the live view: tasks of a tag, with the subtasks of those that are open. Pure. */
import type { ProgressEvent } from '../text/progress.ts'

interface WatchedSubtask {
  readonly id: string
  readonly title: string
  readonly status: string
  readonly attempts: number
  readonly drivers: readonly string[]
}

/** The last judged state of a worktree. */
export interface WatchedState {
  readonly task: { readonly id: string; readonly title: string } | null
  readonly conclusion: string
  readonly subtasks: readonly WatchedSubtask[]
  readonly next: { readonly title: string; readonly subtask: string | null; readonly phase: string } | null
  /** HEAD moved after the state was judged. */
  readonly isOld: boolean
  readonly isPaused?: boolean
}

export interface WatchedEvent {
  readonly at: string
  readonly event: ProgressEvent
}

/** The newest run of a worktree. */
export interface WatchedRun {
  readonly operation: string
  readonly startedAt: string
  readonly endedAt: string | null
  /** False where its process is gone. */
  readonly isAlive: boolean
  readonly events: readonly WatchedEvent[]
}

/** A task of the documents, with the status that people gave it. */
interface WatchedTask {
  readonly id: string
  readonly tag: string
  readonly title: string
  readonly status: string
  readonly priority: string
  readonly subtasks: readonly { readonly id: string; readonly title: string; readonly status: string }[]
}

export interface WatchView {
  /** Absent where no document lists tasks. */
  readonly tasks?: readonly WatchedTask[]
  /** Null before anything was judged. */
  readonly state: WatchedState | null
  readonly run: WatchedRun | null
}

/** One line of the list: a task, or a subtask of an open one. */
interface WatchRow extends WatchedSubtask {
  /** `tag:id` of a task that can be started; null for the present one, and for subtasks. */
  readonly start: string | null
  /** The id of its task. */
  readonly task: string
  readonly depth: 0 | 1
  readonly priority: string
}

/** What a person chose in the view. */
export interface Selection {
  /** Index of the selected row. */
  readonly selected: number
  /** The tag whose tasks are shown; absent: that of the task, else the first one. */
  readonly tag?: string
  /** Tasks whose subtasks are shown. Absent: the task of the branch alone. */
  readonly open?: ReadonlySet<string>
}

type Choice = Omit<Selection, 'selected'>

/** The tags in the order of the documents. */
export function getTags({ tasks = [] }: WatchView): readonly string[] {
  return [...new Set(tasks.map(({ tag }) => tag))]
}

/** Without documents the subtasks of the branch stand alone. */
export function toRows(view: WatchView, choice: Choice = {}): readonly WatchRow[] {
  const { state, tasks = [] } = view
  const judged = (state?.subtasks ?? []).map((one) => ({ ...one, ...OF_SUBTASK, task: state?.task?.id ?? '' }))
  const tag = choice.tag ?? tasks.find(({ id }) => id === state?.task?.id)?.tag ?? tasks[0]?.tag
  const shown = tasks.filter((task) => task.tag === tag)
  const isListed = shown.some(({ id }) => id === state?.task?.id)
  if (shown.length === 0 || (!isListed && state?.task && choice.tag === undefined)) return judged
  return shown.flatMap((task) => {
    const isPresent = task.id === state?.task?.id
    const row = {
      ...NO_TESTS,
      ...task,
      task: task.id,
      depth: 0,
      start: isPresent ? null : `${tag}:${task.id}`,
    } as const
    const isOpen = choice.open?.has(task.id) ?? isPresent
    const planned = task.subtasks.map((one) => ({ ...NO_TESTS, ...one, ...OF_SUBTASK, task: task.id }))
    const below = (isPresent ? judged : planned).map((one) => ({ ...one, depth: 1 as const }))
    return isOpen ? [row, ...below] : [row]
  })
}

const NO_TESTS = { attempts: 0, drivers: [] } as const
const OF_SUBTASK = { start: null, depth: 0, priority: '' } as const

/** Returns the index of the next step's subtask: the first one without a next step. */
export function findCurrent(view: WatchView): number {
  const { state } = view
  return Math.max(
    0,
    toRows(view).findIndex(({ id, task }) => id === state?.next?.subtask && task === (state.task?.id ?? '')),
  )
}

/** @param by rows down; negative: up */
export function moveSelection(view: WatchView, chosen: Selection, by: number): Selection {
  const last = toRows(view, chosen).length - 1
  return { ...chosen, selected: Math.max(0, Math.min(last, chosen.selected + by)) }
}

/** Shows or hides the subtasks of the selected task. */
export function toggleSubtasks(view: WatchView, chosen: Selection): Selection {
  const task = toRows(view, chosen)[chosen.selected]?.task
  if (task === undefined || view.tasks === undefined) return chosen
  const shown = chosen.open ?? new Set(view.state?.task ? [view.state.task.id] : [])
  const open = shown.has(task) ? new Set([...shown].filter((one) => one !== task)) : new Set([...shown, task])
  const rows = toRows(view, { ...chosen, open })
  return {
    ...chosen,
    open,
    selected: Math.max(
      0,
      rows.findIndex(({ id }) => id === task),
    ),
  }
}

/** A task that no document lists hides their tags at first. */
export function selectNextTag(view: WatchView, chosen: Selection): Selection {
  const tags = getTags(view)
  const first = view.state?.task ? undefined : tags[0]
  const shown = chosen.tag ?? view.tasks?.find(({ id }) => id === view.state?.task?.id)?.tag ?? first ?? ''
  const tag = tags[(tags.indexOf(shown) + 1) % tags.length]
  return tag === undefined ? chosen : { ...chosen, tag, selected: 0 }
}
