/** Sends traces to a collector by OTLP. Its address and headers are the variables of OpenTelemetry's specification. */
import { context, DiagLogLevel, diag, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace'
import { getDelivery } from './delivery.ts'
import type { Log } from './log.ts'
import { toTraceIds } from './tracing.ts'

/** Begins to send traces. @returns a function that sends the rest and ends it */
export function startTracing(log: Log): () => Promise<void> {
  const onError = (message: string) => log('warn', 'traces not sent', { error: message })
  const silent = () => undefined
  diag.setLogger({ error: onError, warn: silent, info: silent, debug: silent, verbose: silent }, DiagLogLevel.ERROR)
  const detectors = [resourceAttributesEnvDetector, serviceNameEnvDetector]
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'tdd-gate' }).merge(detectResources({ detectors })),
    idGenerator: createIds(),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  return async () => {
    await provider.shutdown().catch((error: unknown) => onError(String(error)))
  }
}

function createIds() {
  const random = new RandomIdGenerator()
  return {
    generateTraceId: () => {
      const work = getDelivery()
      return work === undefined ? random.generateTraceId() : toTraceIds(work.delivery).traceId
    },
    generateSpanId: () => {
      const work = getDelivery()
      return work?.isArrival === true ? toTraceIds(work.delivery).spanId : random.generateSpanId()
    },
  }
}
