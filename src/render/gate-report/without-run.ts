/** What a page says of the result, without what it says of the run that wrote it: for comparing what two runs said. */

/** Which run measured, and when: `provenanceSection`. */
const RUN_LINE = /^- measured by .*$/gm
/** The last cell of a commit's row, which names the run that measured it: `commitsSection`. */
const RUN_CELL = /^(\| `[0-9a-f]{7,64}` \|.*) \| (?:[^|\\\n]|\\.)* \|$/gm
/** The same for programs: `toStateBlock`. */
const RUN_STATE = /^ {2}"run": \{\n(?: {4}"(?:id|attempt|url)": .*\n){3} {2}\},$/gm

/** @param text a page as it was rendered, or as GitHub gave it back */
export function withoutRun(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(RUN_LINE, '').replaceAll(RUN_CELL, '$1 |').replaceAll(RUN_STATE, '')
}
