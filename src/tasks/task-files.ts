/** Reads the files of a task as one content: a single document, or all documents of a folder. */
import type { Complaint } from '../config/mistakes.ts'
import { type Path, readYaml, type YamlFile } from '../config/yaml.ts'
import { findForeignText } from './foreign-text.ts'

export const MAX_DOCUMENT = 1_048_576
export const MAX_TASK_FILES = 100

export interface TaskFile {
  readonly path: string
  readonly text: string
}

export interface TaskFiles {
  /** The content of the only file, or `{ documents: [] }` of several. */
  readonly content: unknown
  /** The files that are no YAML or JSON: `file:line:column message`. */
  readonly mistakes: readonly string[]
  /** Writes a complaint with its place: `file:line:column message`. */
  readonly toLine: (complaint: Complaint) => string
}

/** Keys whose numbers are kept as text. */
const TEXT_KEYS = ['id', 'dependencies', 'depends_on']
/** A session folder of Claude-Code-Workflow. */
const SESSION = /(?:^|\/)(WFS-[\w.-]+)(?:\/|$)/

export function readTaskFiles(files: readonly TaskFile[]): TaskFiles {
  const read = files.map(({ path, text }) => ({ path, yaml: readYaml(text, MAX_DOCUMENT, TEXT_KEYS) }))
  const mistakes = read.flatMap(({ path, yaml }, n) => {
    const foreign = findForeignText(files[n]?.text ?? '')
    if (foreign !== null) return [`${path}:${foreign.line}:1 ${foreign.message}`]
    return yaml.mistakes.map(({ line, column, message }) => `${path}:${line}:${column} ${message}`)
  })
  const [only] = read
  if (only && read.length === 1) {
    return { content: only.yaml.content, mistakes, toLine: (complaint) => toLine(only, complaint.path, complaint) }
  }
  return {
    content: { documents: read.map(({ yaml }) => yaml.content) },
    mistakes,
    toLine: (complaint) => {
      const [, index, ...rest] = complaint.path
      const file = read[Number(index)] ?? only
      return file ? toLine(file, rest, complaint) : complaint.message
    },
  }
}

/** Returns the session that the path of a file names; null for none. */
export function getSession(path: string): string | null {
  return SESSION.exec(path)?.[1] ?? null
}

function toLine(
  file: { readonly path: string; readonly yaml: YamlFile },
  path: Path,
  { part, message }: Complaint,
): string {
  const { line, column } = file.yaml.place(path, part)
  return `${file.path}:${line}:${column} ${message}`
}
