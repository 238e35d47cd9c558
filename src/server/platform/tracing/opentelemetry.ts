import {
  context,
  createContextKey,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace-node';
import type { Logger } from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '#shared/values/errors.ts';
import { trimEndOf } from '#shared/text/normalize.ts';
import type { SpanOptions, Tracer } from './index.ts';

/** What is left at the end is exported within this time or not at all: a silent collector does not hold the process. */
const endWithinMs = 1_500;
const exportWithinMs = 5_000;

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const;
const chainKey = createContextKey('portolan.chain');

/** Reads a W3C `traceparent`; undefined when the text is not one. */
function readParent(text: string): SpanContext | undefined {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(text) ?? [];
  return traceId === undefined || spanId === undefined || flags === undefined
    ? undefined
    : { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}

const writeParent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;

function contextOf({ parent, chain }: SpanOptions) {
  const read = typeof parent === 'string' ? readParent(parent) : undefined;
  const base = parent === undefined ? context.active() : ROOT_CONTEXT;
  const under = read === undefined ? base : trace.setSpanContext(base, read);
  return chain === undefined ? under : under.setValue(chainKey, chain);
}

/** An exporter that says once when the collector does not take spans, and once when it does again. */
function notifyingExporter(inner: SpanExporter, log: Logger): SpanExporter {
  let isFailing = false;
  return {
    export: (spans, done) =>
      inner.export(spans, (result) => {
        const failed = result.error !== undefined;
        if (failed && !isFailing) log.warn({ err: result.error }, 'spans are lost: the collector does not take them');
        if (!failed && isFailing) log.warn('the collector takes spans again');
        isFailing = failed;
        done(result);
      }),
    shutdown: () => inner.shutdown(),
  };
}

/** Opens an exporter of spans: OTLP with JSON over HTTP, to `endpoint`/v1/traces. Other OTEL_* variables are read by the packages. */
export function openTracer({
  endpoint,
  service,
  version,
  role,
  log,
}: {
  endpoint: string;
  service: string;
  version: string;
  role: string;
  log: Logger;
}): { tracer: Tracer; stop: () => Promise<void> } {
  const exporter = new OTLPTraceExporter({
    url: `${trimEndOf(endpoint, '/')}/v1/traces`,
    timeoutMillis: exportWithinMs,
  });
  const processor = new BatchSpanProcessor(notifyingExporter(exporter, log), { exportTimeoutMillis: exportWithinMs });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.version': version,
      'service.instance.id': `${role}-${process.pid}`,
      'portolan.role': role,
    }),
    spanProcessors: [processor],
  });
  provider.register();
  const spans = provider.getTracer('portolan', version);
  const inSpan: Tracer['inSpan'] = (name, options, work) => {
    const links = (options.links ?? []).flatMap((text) => readParent(text) ?? []).map((one) => ({ context: one }));
    const settings = { kind: kinds[options.kind ?? 'client'], attributes: { ...options.attributes }, links };
    return spans.startActiveSpan(name, settings, contextOf(options), async (span) => {
      try {
        return await work();
      } catch (error) {
        // Messages of errors may quote what must not leave the process.
        const kind = error instanceof Error ? error.name : 'error';
        span.setStatus({ code: SpanStatusCode.ERROR, message: [kind, codeOf(error)].filter(Boolean).join(' ') });
        throw error;
      } finally {
        span.end();
      }
    });
  };
  const current: Tracer['current'] = (chain) => {
    const active = trace.getSpanContext(context.active());
    if (active === undefined || (chain !== undefined && context.active().getValue(chainKey) === chain)) return null;
    return writeParent(active);
  };
  return {
    tracer: { inSpan, current },
    stop: async () => {
      await Promise.race([provider.shutdown().catch(() => {}), sleep(endWithinMs, undefined, { ref: false })]);
      trace.disable();
      context.disable();
    },
  };
}
