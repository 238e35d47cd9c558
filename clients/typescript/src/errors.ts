/** One reason of a refusal: a fixed word for programs, and a text in English. */
export type Reason = { reason: string; message: string };

/** Everything that this client throws. */
export class PortolanError extends Error {
  override readonly name: string = 'PortolanError';
}

/** There was no answer: the network failed, or the time was over. `cause` is the error of `fetch`. */
export class ConnectionError extends PortolanError {
  override readonly name = 'ConnectionError';
  /** Whether the time for one attempt was over. */
  readonly isTimeout: boolean;

  constructor(message: string, { cause, isTimeout }: { cause: unknown; isTimeout: boolean }) {
    super(message, { cause });
    this.isTimeout = isTimeout;
  }
}

/** What an answer that is not 2xx contains. */
export type FailedAnswer = {
  status: number;
  reasons: readonly Reason[];
  /** From `Retry-After`, undefined without it. */
  retryAfterS: number | undefined;
};

/** The server refused the request or failed. */
export class ApiError extends PortolanError {
  override readonly name: string = 'ApiError';
  /** HTTP status. */
  readonly status: number;
  readonly reasons: readonly Reason[];
  readonly retryAfterS: number | undefined;

  constructor({ status, reasons, retryAfterS }: FailedAnswer) {
    super(`HTTP ${status}: ${reasons.map(({ message }) => message).join('; ') || 'no reason given'}`);
    this.status = status;
    this.reasons = reasons;
    this.retryAfterS = retryAfterS;
  }
}

/** 400: a parameter, an id or the body is wrong. */
export class BadRequestError extends ApiError {
  override readonly name = 'BadRequestError';
}

/** 401: the key is missing, unknown or revoked. */
export class UnauthorizedError extends ApiError {
  override readonly name = 'UnauthorizedError';
}

/** 404: there is no such thing, or not in this tenant. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/** 429: too many requests, also after all attempts. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
}

/** 5xx: the server failed, also after all attempts. */
export class ServerError extends ApiError {
  override readonly name = 'ServerError';
}

const classes: Readonly<Record<number, typeof ApiError>> = {
  400: BadRequestError,
  401: UnauthorizedError,
  404: NotFoundError,
  429: RateLimitError,
};

/** The error of an answer, by its status. */
export function errorOf(answer: FailedAnswer): ApiError {
  const Known = classes[answer.status] ?? (answer.status >= 500 ? ServerError : ApiError);
  return new Known(answer);
}
