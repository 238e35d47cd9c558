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

/** The log of a process: one JSON line per message, times in UTC, secrets redacted. */
export function createLogger(
  { level, name = 'portolan' }: { level: string; name?: string },
  destination?: DestinationStream,
): Logger {
  const options: LoggerOptions = {
    name,
    level,
    base: { pid: process.pid },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: REDACTED, censor: '***' },
    serializers: { err: serializeError, error: serializeError },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
