/** The names of the App's check runs: what it says, and what it remembers. */

/** What branch protection requires; the Action alone writes it too. */
export const GATE_CHECK = 'tdd-gate'
/** What a person decided. */
export const DECISION_CHECK = 'tdd-gate/decision'
/** What a head was judged by, for when the artifact is gone. */
export const EVIDENCE_CHECK = 'tdd-gate/evidence'
/** What a task is judged by, on its start commit. */
export const TASK_CHECK = 'tdd-gate/task'
