/** Names the run of a task: `tag__task-id__time`, so that every clone gives the same run the same name. */

const MAX_PART = 60
const NO_TASK = 'none'
const RUN_ID = /^[\w.-]{1,60}__task-[\w.-]{1,60}__[\w-]{20,30}$/

interface RunNames {
  readonly tag: string
  /** Null where no plan names the task. */
  readonly taskId: string | null
  /** ISO 8601. */
  readonly startTime: string
}

/** Returns a name for a folder: `analytics__task-42__2026-01-15T14-20-33-000Z`. Tag and id come from documents. */
export function toRunId({ tag, taskId, startTime }: RunNames): string {
  return `${toPart(tag)}__task-${toPart(taskId ?? NO_TASK)}__${startTime.replace(/[:.]/g, '-').replace(/[^\w-]/g, '')}`
}

/** Returns whether the text can be the name of a run, and so of no other folder. */
export function isRunId(text: string): boolean {
  return RUN_ID.test(text) && !text.startsWith('.')
}

function toPart(text: string): string {
  return (
    text
      .replace(/[^\w.-]/g, '-')
      .replace(/^\.+/, '-')
      .slice(0, MAX_PART) || '-'
  )
}
