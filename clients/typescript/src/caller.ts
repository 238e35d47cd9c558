import { type ApiError, ConnectionError, errorOf, PortolanError, type Reason } from './errors.ts';

/** Where the client calls, and how patient it is. */
export type ClientOptions = {
  /** Address of the installation, such as `https://portolan.example.com`. */
  baseUrl: string;
  /** A key with the scope `events`. */
  apiKey: string;
  /** Attempts after the first one; 4 by default. */
  retries?: number;
  /** For one attempt; 30,000 by default. */
  timeoutMs?: number;
  /** The longest pause that the client waits out; an answer that asks for a longer one is thrown. 60,000 by default. */
  longestPauseMs?: number;
  /** Replaces the `fetch` of the platform. */
  fetch?: typeof globalThis.fetch;
};

/** What one call may set. */
export type CallOptions = { signal?: AbortSignal };

/** A page of a list; `nextCursor` is undefined on the last one. */
export type Page<T> = { items: T[]; nextCursor: string | undefined };

type Value = string | number | readonly (string | number)[] | undefined;
type Query = Readonly<Record<string, Value>>;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Call = { query?: object; body?: unknown; options?: CallOptions | undefined };

const firstPauseMs = 500;

/** Statuses that pass by themselves. The server has done nothing for 429 and 503, so that any call may be sent again. */
const isTemporary = (status: number, method: Method): boolean =>
  status === 429 || status === 503 || (method !== 'POST' && status >= 500);

/** Pauses for a time. Throws the reason of the signal when it is aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

function retryAfterOf(response: Response): number | undefined {
  const text = response.headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

async function failureOf(response: Response): Promise<ApiError> {
  let reasons: Reason[] = [];
  try {
    const { errors } = (await response.json()) as { errors?: Reason[] };
    if (Array.isArray(errors)) reasons = errors;
  } catch {
    // A proxy answered with something else.
  }
  return errorOf({ status: response.status, reasons, retryAfterS: retryAfterOf(response) });
}

function searchOf(query: object): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query as Query)) {
    if (value === undefined) continue;
    const text = typeof value === 'object' ? value.join(',') : String(value);
    if (text !== '') search.set(name, text);
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** Sends requests, again after failures that pass by themselves. */
export class Caller {
  readonly #options: Required<ClientOptions>;

  constructor(options: ClientOptions) {
    if (options.apiKey === '') throw new PortolanError('apiKey is empty');
    this.#options = {
      retries: 4,
      timeoutMs: 30_000,
      longestPauseMs: 60_000,
      fetch: globalThis.fetch.bind(globalThis),
      ...options,
      baseUrl: options.baseUrl.replace(/\/+$/, ''),
    };
  }

  async #attempt(method: Method, address: string, { body, options }: Call): Promise<Response> {
    const { apiKey, timeoutMs } = this.#options;
    const clock = new AbortController();
    const stop = (): void => clock.abort(options?.signal?.reason);
    options?.signal?.throwIfAborted();
    options?.signal?.addEventListener('abort', stop, { once: true });
    const timer = setTimeout(() => clock.abort(), timeoutMs);
    try {
      const response = await this.#options.fetch(address, {
        method,
        headers: {
          accept: 'application/json',
          'api-key': apiKey,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: clock.signal,
      });
      // Read here, so that the time counts for the body too.
      const bytes = response.status === 204 ? null : await response.arrayBuffer();
      return new Response(bytes, { status: response.status, headers: response.headers });
    } catch (cause) {
      options?.signal?.throwIfAborted();
      const isTimeout = clock.signal.aborted;
      const reason = isTimeout ? `no answer within ${timeoutMs} ms` : 'no connection';
      throw new ConnectionError(`${method} ${address}: ${reason}`, { cause, isTimeout });
    } finally {
      clearTimeout(timer);
      options?.signal?.removeEventListener('abort', stop);
    }
  }

  /** How long to pause before the next attempt, undefined when there is none. */
  #pauseOf(error: unknown, method: Method, attempt: number): number | undefined {
    const { retries, longestPauseMs } = this.#options;
    if (attempt >= retries) return undefined;
    const backoffMs = firstPauseMs * 2 ** attempt * (0.75 + Math.random() / 2);
    if (error instanceof ConnectionError) return method === 'POST' ? undefined : Math.min(backoffMs, longestPauseMs);
    const { status, retryAfterS } = error as ApiError;
    if (!isTemporary(status, method)) return undefined;
    const wantedMs = retryAfterS === undefined ? Math.min(backoffMs, longestPauseMs) : retryAfterS * 1000;
    return wantedMs > longestPauseMs ? undefined : wantedMs;
  }

  async #send(method: Method, path: string, call: Call): Promise<Response> {
    const address = `${this.#options.baseUrl}${path}${searchOf(call.query ?? {})}`;
    for (let attempt = 0; ; attempt += 1) {
      let failure: unknown;
      try {
        const response = await this.#attempt(method, address, call);
        if (response.ok) return response;
        failure = await failureOf(response);
      } catch (error) {
        if (!(error instanceof ConnectionError)) throw error;
        failure = error;
      }
      const pauseMs = this.#pauseOf(failure, method, attempt);
      if (pauseMs === undefined) throw failure;
      await pause(pauseMs, call.options?.signal);
    }
  }

  /** Sends a call; gives its answer, undefined for an answer without a body. */
  protected async send<T>(method: Method, path: string, call: Call = {}): Promise<T> {
    const response = await this.#send(method, path, call);
    return (response.status === 204 ? undefined : await response.json()) as T;
  }

  /** Asks for one page of a list. */
  protected async page<T>(path: string, call: Call): Promise<Page<T>> {
    const response = await this.#send('GET', path, call);
    return { items: (await response.json()) as T[], nextCursor: response.headers.get('next-page') ?? undefined };
  }

  /** Gives the items of all pages, one page after the other. */
  protected async *all<T>(path: string, { query = {}, options }: Call): AsyncGenerator<T, void> {
    for (let asked: object = query; ;) {
      const { items, nextCursor } = await this.page<T>(path, { query: asked, options });
      yield* items;
      if (nextCursor === undefined) return;
      asked = { cursor: nextCursor };
    }
  }
}
