import type { MessageParams, ServerMessageCode } from '#shared/i18n/server-messages/index.ts';

/** Parameters of an error text; numbers and strings only, so that every text can show them. */
export type ErrorParams = MessageParams;

/** Codes of the message catalogue; an unknown one is a type error. */
export type ErrorCode = ServerMessageCode;

/** How a known error answers: a refused input or state is HTTP 200 with status 0, the others say so in HTTP too. */
export type ErrorKind =
  | 'refused'
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'unknown_call'
  | 'wrong_method'
  | 'too_many'
  | 'too_large'
  | 'unavailable';

/**
 * The one error family: a code of the message catalogue plus parameters. Anything else that is thrown
 * is unknown, is logged, and never shows its message.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  readonly kind: ErrorKind;
  /** Extra payload for `data` (field errors, a redirect). */
  readonly data: unknown;

  constructor(code: ErrorCode, params: ErrorParams = {}, kind: ErrorKind = 'refused', data: unknown = null) {
    super(code);
    this.name = 'AppError';
    this.code = code;
    this.params = params;
    this.kind = kind;
    this.data = data;
  }
}

/** A rule of the product refuses the input or the state. */
export const refused = (code: ErrorCode, params?: ErrorParams, data?: unknown): AppError =>
  new AppError(code, params, 'refused', data);

/** The request cannot be read at all: HTTP 400. */
export const malformed = (code: ErrorCode = 'error.badRequest', params?: ErrorParams): AppError =>
  new AppError(code, params, 'malformed');

/** The caller may not do this. */
export const forbidden = (code: ErrorCode = 'error.forbidden', params?: ErrorParams): AppError =>
  new AppError(code, params, 'forbidden');

/** Nobody is signed in. */
export const unauthenticated = (code: ErrorCode = 'error.unauthenticated'): AppError =>
  new AppError(code, {}, 'unauthenticated');

/** There is no such thing, or not for this caller: the two are never distinguished. `data.notFound` says so to programs. */
export const notFound = (code: ErrorCode = 'error.notFound', params?: ErrorParams): AppError =>
  new AppError(code, params, 'not_found', { notFound: true });

/** Asked too often; `seconds` until the next try. */
export const tooMany = (code: ErrorCode, seconds: number): AppError =>
  new AppError(code, { seconds }, 'too_many', { retryAfterS: seconds });
