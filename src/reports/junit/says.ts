/** Reads elements whose text is the result of a case, where other writers use attributes. */
import type { Attributes } from '../xml/xml.ts'
import { getMeaning } from './elements.ts'
import { getProblem } from './outcome.ts'
import type { RawCase } from './raw.ts'
import { getStatuses, MAX_STATUS, readStatus } from './values.ts'

/** Longer than any status, so that prose is recognised. */
const MAX_TEXT = 200
const VALUE = 'value'

interface Open {
  readonly name: string
  readonly depth: number
  text: string
}

export interface CaseTagReader {
  readonly open: (name: string, attributes: Attributes, depth: number) => void
  readonly wantsText: () => boolean
  readonly text: (text: string) => void
  /** Closes the element of that depth. */
  readonly close: (depth: number) => void
  /** Adds the result to a case without a failure element. */
  readonly endCase: (test: RawCase) => void
}

export function newStatus(): CaseTagReader {
  const elements: Open[] = []
  let statuses: string[] = []
  const say = (name: string, text: string) => {
    const status = readStatus(name, text)
    if (status !== null) statuses.push(status)
  }
  return {
    open: (name, attributes, depth) => {
      const plain = name.toLowerCase()
      statuses.push(...getStatuses(attributes))
      if (attributes.has(VALUE)) say(plain, attributes.get(VALUE) ?? '')
      elements.push({ name: plain, depth, text: '' })
    },
    wantsText: () => (elements.at(-1)?.text.length ?? MAX_TEXT) < MAX_TEXT,
    text: (text) => {
      const element = elements.at(-1)
      if (element !== undefined) element.text += text.slice(0, MAX_TEXT)
    },
    close: (depth) => {
      const element = elements.at(-1)
      if (element === undefined || element.depth !== depth) return
      elements.pop()
      say(element.name, getWord(element.text.trim()))
    },
    endCase: (test) => {
      if (statuses.length > 0) addStatus(test, statuses)
      statuses = []
    },
  }
}

/** Prose is not a status, unless it starts with a failure. */
function getWord(text: string): string {
  if (text.length <= MAX_STATUS) return text
  const [first = ''] = text.split(/[\s:,.]/, 1)
  return getMeaning(first) === 'failed' ? first : ''
}

function addStatus(inside: RawCase, statuses: readonly string[]): void {
  for (const status of statuses) {
    const problem = getProblem(status)
    if (problem === null) inside.skipped ??= { type: '', message: '' }
    else if (inside.problems.length === 0) inside.problems = [problem]
  }
}
