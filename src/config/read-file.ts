/** Reads a file of settings by its schema, or reports all mistakes with their places. */
import type * as z from 'zod'
import { badConfig } from '../core/errors/usage.ts'
import type { GateError } from '../core/model/errors.ts'
import { type Complaint, toComplaints } from './mistakes.ts'
import { type Mistake, readYaml } from './yaml.ts'

/** Further mistakes are only counted. */
const MAX_MISTAKES = 10

interface FileSchema<S extends z.ZodType> {
  readonly schema: S
  /** Checks what a schema cannot express. */
  readonly contradictions: (content: z.infer<S>) => readonly Complaint[]
  /** Where its keys are described; absent: in the schema of the configuration. */
  readonly describedIn?: string
}

/** @throws GateError `bad-config`: one line for each mistake, `file:line:column message`, in the order of the file */
export function readBySchema<S extends z.ZodType>(
  text: string,
  file: string,
  { schema, contradictions, describedIn }: FileSchema<S>,
): z.infer<S> {
  const yaml = readYaml(text)
  if (yaml.mistakes.length > 0) throw refusal(file, yaml.mistakes, describedIn)
  const content = yaml.content ?? {}
  const parsed = schema.safeParse(content)
  const complaints = parsed.success ? contradictions(parsed.data) : toComplaints(parsed.error.issues, schema, content)
  if (complaints.length === 0) return parsed.data as z.infer<S>
  throw refusal(
    file,
    complaints.map(({ path, part, message }) => ({ ...yaml.place(path, part), message })),
    describedIn,
  )
}

function refusal(file: string, mistakes: readonly Mistake[], describedIn?: string): GateError {
  const sorted = mistakes.toSorted((a, b) => a.line - b.line || a.column - b.column)
  const lines = sorted.slice(0, MAX_MISTAKES).map(({ line, column, message }) => `${file}:${line}:${column} ${message}`)
  if (sorted.length > MAX_MISTAKES) lines.push(`... and ${sorted.length - MAX_MISTAKES} more`)
  return badConfig(file, lines, describedIn)
}
