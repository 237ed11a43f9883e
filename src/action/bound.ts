/** Which functions the ports are. Each is loaded when it is called, so that a step that only says no says it at once. */
import { canonical } from '../core/canonical.ts'
import { GateError } from '../core/errors.ts'
import { plain } from '../render/text.ts'
import type { Ports } from './ports.ts'

/** @throws GateError always: nothing unknown is ever green. */
const missing = (what: string) => async (): Promise<never> => {
  throw new GateError(
    'bad-usage',
    `This version of the Action cannot ${what} yet.`,
    'On your own machine: tdd-gate verify',
  )
}

export const ports: Ports = {
  findEvidence: missing('find evidence of earlier runs'),
  measureBranch: missing('measure'),
  judgeBranch: missing('judge'),
  audienceOf: missing('ask for a token'),
  appendEntry: (_, event) => canonical(event),
  toManifest: missing('write a manifest'),
  publish: missing('publish'),
  render: {
    toJobLog: ({ error, decision, notes }) =>
      [
        ...notes.map((note) => plain(note)),
        'TDD-GATE RESULT',
        error === null
          ? (decision?.conclusion ?? 'unmeasurable')
          : `error [${error.code}] ${plain(error.message)}\n  -> ${plain(error.suggestion)}`,
      ].join('\n'),
    toSummary: ({ error }) => `# tdd-gate\n\n${error === null ? '' : '`unmeasurable`'}\n`,
    toAnnotations: () => [],
    toFiles: () => [],
  },
}
