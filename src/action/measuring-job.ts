/** Reads where measuring jobs run, and with which variables: inputs that change no rule. */

import { foreignRunner, noLabels, variableWithoutName } from '../core/errors/action.ts'
import type { TrustPolicy } from '../core/model/config.ts'
import { parseAnyJson } from '../core/util/parse-json.ts'

/** The machines that GitHub starts anew for each job. An organisation gives larger ones names of its own. */
const HOSTED = /^(?:ubuntu|windows|macos)-(?:latest|slim|\d+(?:\.\d+)?)(?:-(?:arm|intel|large|xlarge))?$/
const VARIABLE = /^([A-Za-z_]\w*)=(.*)$/

/** @throws GateError `bad-usage` for a line without a name */
export function parseVariables(text: string): Readonly<Record<string, string>> {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value = ''] = VARIABLE.exec(line.trimStart()) ?? []
      if (name !== undefined) return [name, value] as const
      throw variableWithoutName()
    }),
  )
}

/** @param text a label, or a JSON list of labels @throws GateError `bad-usage` */
export function parseLabels(text: string): readonly string[] {
  if (!text.startsWith('[')) return [text]
  const labels: unknown = parseAnyJson(text)
  if (Array.isArray(labels) && labels.length > 0 && labels.every((label) => typeof label === 'string')) return labels
  throw noLabels()
}

/**
 * Refuses what was measured on a machine that GitHub does not start anew, unless the base accepts such runners.
 * @throws GateError `bad-evidence`
 */
export function refuseForeignRunner(labels: readonly string[] | null, { runners }: TrustPolicy): void {
  if (labels === null || runners === 'any' || (labels.length === 1 && HOSTED.test(labels[0] ?? ''))) return
  throw foreignRunner(labels)
}
