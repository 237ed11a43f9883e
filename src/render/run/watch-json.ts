/** Renders what `watch` sees as lines of JSON for programs. */
import { safeJson } from '../text/log-line.ts'
import type { WatchView } from '../watch/rows.ts'

/** Returns a line for the judged state, then one for each event of the newest call, each with its time. */
export function toWatchJsonLines({ state, run }: WatchView): readonly string[] {
  const events =
    run === null
      ? []
      : [
          { at: run.startedAt, event: 'call:start', operation: run.operation },
          ...run.events.map(({ at, event: { kind, ...values } }) => ({ at, event: kind, ...values })),
          ...(run.endedAt === null ? [] : [{ at: run.endedAt, event: 'call:end', operation: run.operation }]),
        ]
  return [...(state === null ? [] : [{ event: 'state', ...state }]), ...events].map((one) => safeJson(one))
}
