/** Reads whether traces are sent. The exporter reads the variables themselves. */
import { badVariable } from '../../core/errors/app.ts'

/** https://opentelemetry.io/docs/specs/otel/protocol/exporter/ */
const COLLECTORS = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']

/** @throws GateError `bad-environment` */
export function readTraced(env: Readonly<Record<string, string | undefined>>): boolean {
  const set = COLLECTORS.filter((name) => env[name])
  const wrong = set.find((name) => !/^https?:$/.test(URL.parse(env[name] ?? '')?.protocol ?? ''))
  if (wrong !== undefined)
    throw badVariable(wrong, 'is not an address of a collector', `export ${wrong}=http://<host>:4318`)
  return set.length > 0
}
