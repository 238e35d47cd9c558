import { currentTrace } from '#server/platform/tracing/index.ts';
import { isNotedLost } from '#server/platform/errors/database-lost.ts';
import { toError } from '#shared/values/errors.ts';
import { asRecord } from '#shared/values/objects.ts';
import { pino, stdSerializers, type DestinationStream, type Logger, type LoggerOptions } from 'pino';

const SECRET_PATHS = [
  'password',
  'newPassword',
  'currentPassword',
  'secret',
  'secretKey',
  'token',
  'credential',
  'authorization',
  'cookie',
  'apiKey',
  'clientSecret',
];
const REDACTED = [
  ...SECRET_PATHS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
];

/** Takes user name and password out of URLs in a text. */
export function withoutUrlSecrets(text: string): string {
  return text.replaceAll(/([a-z0-9+.-]:\/\/)[^\s/@]+@/gi, '$1***@');
}

/** An error as it is logged: the serial form of pino, without secrets in URLs and without the values of a failed statement. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const serial: Record<string, unknown> = stdSerializers.err(error);
  // PostgreSQL puts values of the row into `detail`, `where` and `parameters`.
  const { raw: _raw, detail: _detail, where: _where, parameters: _parameters, ...safe } = serial;
  for (const name of ['message', 'stack'])
    if (typeof safe[name] === 'string') safe[name] = withoutUrlSecrets(safe[name]);
  return safe;
}

/** What a log knows of the database of its process. */
type Outage = { ping: (() => Promise<unknown>) | undefined; since: number | undefined; left: number; closed: boolean };

const outages = new WeakMap<Logger, Outage>();
const PING_EVERY_MS = 500;

/** While the database is away, every part of the product meets the same failure: the first is written, the others are counted. */
export function countOutages(log: Logger, ping: () => Promise<unknown>): void {
  const outage = outages.get(log);
  if (outage !== undefined) outage.ping = ping;
}

/** The product has closed its database: what still asks for it was left behind by the stop, and is not written about. */
export function databaseCloses(log: Logger): void {
  const outage = outages.get(log);
  if (outage !== undefined) outage.closed = true;
}

/** Waits until the database answers, then says how long it was away. */
function awaitReturn(outage: Outage, log: Logger): void {
  setTimeout(() => {
    outage.ping?.().then(
      () => {
        const { since = Date.now(), left } = outage;
        outage.since = undefined;
        log.warn({ awayMs: Date.now() - since, messagesLeftOut: left }, 'the database answers again');
      },
      () => awaitReturn(outage, log),
    );
  }, PING_EVERY_MS).unref();
}

/** The error that a message is about. */
function errorIn([first]: readonly unknown[]): unknown {
  return first instanceof Error ? first : asRecord(first)['err'];
}

/** The log of a process: one JSON line per message, times in UTC, secrets redacted. */
export function createLogger(
  { level, name = 'portolan' }: { level: string; name?: string },
  destination?: DestinationStream,
): Logger {
  const outage: Outage = { ping: undefined, since: undefined, left: 0, closed: false };
  const options: LoggerOptions = {
    hooks: {
      logMethod(args, method) {
        const error = errorIn(args);
        if (outage.ping === undefined || !isNotedLost(error)) return method.apply(this, args);
        if (outage.closed) return;
        if (outage.since !== undefined) {
          outage.left += 1;
          return;
        }
        Object.assign(outage, { since: Date.now(), left: 0 });
        const reason = withoutUrlSecrets(toError(error).message);
        log.warn({ reason }, 'the database does not answer: messages about it are counted until it is back');
        awaitReturn(outage, log);
      },
    },
    name,
    level,
    base: { pid: process.pid },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    mixin: () => {
      const trace = currentTrace();
      return trace === null ? {} : { traceId: trace.split('-')[1] };
    },
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: REDACTED, censor: '***' },
    serializers: { err: serializeError, error: serializeError },
  };
  const log = destination === undefined ? pino(options) : pino(options, destination);
  outages.set(log, outage);
  return log;
}
