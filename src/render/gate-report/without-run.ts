/** Removes the parts of a page that are specific to a run, in order to compare the results of two runs. */

/** The line of `provenanceSection` with the measuring run and its time. */
const RUN_LINE = /^- measured by .*$/gm
/** The last cell of a commit's row in `commitsSection`, which names the run that measured it. */
const RUN_CELL = /^(\| `[0-9a-f]{7,64}` \|.*) \| (?:[^|\\\n]|\\.)* \|$/gm
/** The run in `toStateBlock`. */
const RUN_STATE = /^ {2}"run": \{\n(?: {4}"(?:id|attempt|url)": .*\n){3} {2}\},$/gm

/** @param text a rendered page, or the text that GitHub returned */
export function withoutRun(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(RUN_LINE, '').replaceAll(RUN_CELL, '$1 |').replaceAll(RUN_STATE, '')
}
