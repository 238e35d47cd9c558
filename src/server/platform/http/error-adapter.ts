import type { FastifyReply, FastifyRequest } from 'fastify';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import type { Lang } from '#shared/i18n/text.ts';
import { codeOf } from '#shared/values/errors.ts';
import { asRecord } from '#shared/values/objects.ts';
import { ARCHIVE_AWAY } from '../archive/index.ts';
import { isOutdated } from '../db/wire.ts';
import { MissingKeyError } from '../crypto/index.ts';
import { isDatabaseLost } from '../errors/database-lost.ts';
import { AppError, type ErrorKind, malformed } from '../errors/app-error.ts';
import { InvalidInput } from './invalid-input.ts';
import { requestLanguage } from './language.ts';
import { fieldErrors } from './zod-texts.ts';

/** HTTP status per kind: what the product refuses is an answer (200), the rest says so in HTTP too. */
const statusOf = {
  refused: 200,
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 200,
  unknown_call: 404,
  wrong_method: 405,
  too_many: 429,
  too_large: 413,
  unavailable: 503,
} as const satisfies Record<ErrorKind, number>;

/** What an error answers with. */
export type ErrorAnswer = { httpStatus: number; msg: string; data: unknown; unknown: boolean };

/** Errors of the database and of disks that have a meaning for people; their own text is never shown. */
const databaseErrors: Readonly<Record<string, () => AppError>> = {
  '23505': () => new AppError('error.duplicate'),
  '23503': () => new AppError('error.inUse'),
  '40001': () => new AppError('error.busy'),
  '40P01': () => new AppError('error.busy'),
  '55P03': () => new AppError('error.busy'),
  '57014': () => new AppError('error.tooSlow', {}, 'unavailable'),
  // A number or a time that no column can hold.
  '22003': () => malformed(),
  '22008': () => malformed(),
  // NUL or bytes that are no text, as from a path.
  '22021': () => malformed('error.invalidEncoding'),
  // The server has a successor, which takes writes.
  '25006': () => new AppError('error.unavailable', {}, 'unavailable'),
  '53100': () => new AppError('error.diskFull', {}, 'unavailable'),
  [ARCHIVE_AWAY]: () => new AppError('trace.archiveAway', {}, 'unavailable'),
  ENOSPC: () => new AppError('error.diskFull', {}, 'unavailable'),
};

/** Errors of the HTTP server itself. */
function serverError(error: Error, limitBytes: number): AppError | undefined {
  const { code, statusCode } = asRecord(error);
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('error.tooLarge', { limitKb: Math.floor(limitBytes / 1024) }, 'too_large');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('error.contentType', {}, 'malformed');
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return new AppError('error.invalidJson', {}, 'malformed');
    default:
      return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
        ? new AppError('error.badRequest', {}, 'malformed')
        : undefined;
  }
}

/** Makes the family member of whatever was thrown, or undefined when it is unknown. */
function knownError(error: unknown, limitBytes: number): AppError | undefined {
  if (error instanceof AppError) return error;
  if (!(error instanceof Error)) return undefined;
  // Other processes can answer: this one is not ready any more.
  if (error instanceof MissingKeyError) return new AppError('error.unavailable', {}, 'unavailable');
  if (isDatabaseLost(error)) return new AppError('error.unavailable', {}, 'unavailable');
  if (isOutdated(error)) return new AppError('error.busy');
  const code = codeOf(error);
  if (typeof code !== 'string') return undefined;
  return databaseErrors[code]?.() ?? (code.startsWith('FST_') ? serverError(error, limitBytes) : undefined);
}

/** Turns an error into text and status in the caller's language; an unknown one shows only its reference. */
export function adaptError(error: unknown, lang: Lang, requestId: string, limitBytes = 1_048_576): ErrorAnswer {
  if (error instanceof InvalidInput) {
    const fields = fieldErrors(error, lang);
    const msg = fields
      .map((field) => field.message)
      .slice(0, 3)
      .join(lang === 'zh' ? '；' : '; ');
    return { httpStatus: 200, msg, data: { fields }, unknown: false };
  }
  const known = knownError(error, limitBytes);
  if (known !== undefined) {
    return {
      httpStatus: statusOf[known.kind],
      msg: serverText(known.code, known.params, lang),
      data: known.data,
      unknown: false,
    };
  }
  return { httpStatus: 500, msg: serverText('error.internal', { requestId }, lang), data: null, unknown: true };
}

/** The page a call came from, when it is one of ours. */
function pageOf(request: FastifyRequest): string {
  const referrer = request.headers.referer;
  if (referrer === undefined || !URL.canParse(referrer)) return '/';
  const url = new URL(referrer);
  return url.host === request.host && !url.pathname.startsWith('/api/') ? url.pathname + url.search : '/';
}

/** Whether the caller closed the connection while the answer was being sent. */
const callerLeft = (error: unknown, { raw }: FastifyReply): boolean =>
  codeOf(error) === 'ERR_STREAM_PREMATURE_CLOSE' && raw.destroyed;

/** Answers an error as the envelope; with single sign-on a 401 also says where to return to. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const lang = requestLanguage(request);
  const made = adaptError(error, lang, request.id, request.routeOptions.bodyLimit);
  const retryAfterS = asRecord(made.data)['retryAfterS'];
  if (callerLeft(error, reply)) request.log.debug({ err: error }, 'the caller left before the answer was sent');
  else if (made.unknown) request.log.error({ err: error, call: request.routeOptions.config.call }, 'a call failed');
  else if (!(error instanceof AppError) && !(error instanceof InvalidInput))
    request.log.warn({ err: error }, 'a call was refused');
  if (typeof retryAfterS === 'number') void reply.header('retry-after', String(retryAfterS));
  const redirect =
    made.httpStatus === 401 && request.server.deps.settings.oidc !== null ? { redirectUrl: pageOf(request) } : {};
  return reply
    .code(made.httpStatus)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ status: 0, msg: made.msg, data: made.data ?? null, ...redirect }));
}
