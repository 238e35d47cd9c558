/** Parameters of an error text; numbers and strings only, so that every text can show them. */
export type ErrorParams = Record<string, string | number>;

/** How a known error answers: a refused input or state is HTTP 200 with status 0, the others say so in HTTP too. */
export type ErrorKind = 'refused' | 'unauthenticated' | 'forbidden' | 'not_found' | 'too_many' | 'too_large' | 'unavailable';

/**
 * The one error family: a code of the message catalogue plus parameters. Anything else that is thrown
 * is unknown, is logged, and never shows its message.
 */
export class AppError extends Error {
  readonly code: string;
  readonly params: ErrorParams;
  readonly kind: ErrorKind;
  /** Extra payload for `data` (field errors, a redirect). */
  readonly data: unknown;

  constructor(code: string, params: ErrorParams = {}, kind: ErrorKind = 'refused', data: unknown = null) {
    super(code);
    this.name = 'AppError';
    this.code = code;
    this.params = params;
    this.kind = kind;
    this.data = data;
  }
}

/** A rule of the product refuses the input or the state. */
export const refused = (code: string, params?: ErrorParams, data?: unknown): AppError => new AppError(code, params, 'refused', data);

/** The caller may not do this. */
export const forbidden = (code = 'error.forbidden', params?: ErrorParams): AppError => new AppError(code, params, 'forbidden');

/** Nobody is signed in. */
export const unauthenticated = (code = 'error.unauthenticated'): AppError => new AppError(code, {}, 'unauthenticated');

/** There is no such thing, or not for this caller: the two are never told apart. */
export const notFound = (code = 'error.notFound', params?: ErrorParams): AppError => new AppError(code, params, 'not_found');
