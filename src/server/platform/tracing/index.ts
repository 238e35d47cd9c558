import type { Logger } from 'pino';

/** What a span is, besides its name. */
export type SpanOptions = {
  kind?: 'server' | 'client' | 'consumer';
  attributes?: Readonly<Record<string, string | number>>;
  /** What it continues, as W3C `traceparent`; undefined: the span that is under way, null: a trace of its own. */
  parent?: string | null;
  /** Other traces that it works for. */
  links?: readonly string[];
  /** Name of work that plans itself again: what it plans under this name does not continue its trace. */
  chain?: string;
};

/** Notes spans somewhere. */
export type Tracer = {
  inSpan: <T>(name: string, options: SpanOptions, work: () => Promise<T>) => Promise<T>;
  /** The current span as W3C `traceparent`; null without a span, and for tasks of the same chain, which begin a trace of their own. */
  current: (chain?: string) => string | null;
};

let tracer: Tracer | undefined;

/** Does the work as a span of its own while spans are exported; otherwise just does it. What it throws is thrown. */
export const inSpan = <T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> =>
  tracer === undefined ? work() : tracer.inSpan(name, options, work);

/** The span under way, as W3C `traceparent`, for work that continues it elsewhere. */
export const currentTrace = (chain?: string): string | null => tracer?.current(chain) ?? null;

/** Exports spans by OTLP over HTTP from now on; gives how to end it. Nothing of OpenTelemetry is loaded before. */
export async function startTracing(options: {
  endpoint: string;
  service: string;
  version: string;
  role: string;
  log: Logger;
}): Promise<() => Promise<void>> {
  const { openTracer } = await import('./opentelemetry.ts');
  const opened = openTracer(options);
  tracer = opened.tracer;
  return () => {
    tracer = undefined;
    return opened.stop();
  };
}
