/** Limits of evidence documents. */

/** GitHub limits the text of a check run to 65,535 characters. The remainder is for the text around the document. */
export const MAX_DOCUMENT_CHARACTERS = 60_000
/** Limit of the evidence itself, so that the binding and the list of runs always fit. */
export const MAX_EVIDENCE_CHARACTERS = 54_000
