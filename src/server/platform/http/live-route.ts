import { isDeepStrictEqual } from 'node:util';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { oncePer } from '#shared/memory/once-per.ts';
import { asRecord } from '#shared/values/objects.ts';
import { tokenOf } from '../auth/cookies.ts';
import type { Principal } from '../auth/principal.ts';
import { hashToken } from '../crypto/index.ts';
import { forbidden, tooMany, unauthenticated } from '../errors/app-error.ts';
import type { LiveEvent, LiveSubscriber } from '../realtime/live-hub.ts';
import type { App, AppDeps } from './app-types.ts';

const heartbeatMs = 15_000;
/** Sessions of open streams are looked at so often. */
const reviseMs = 2_000;
/** Streams that one session, one user and all together may hold: browsers open one, shared by their tabs or not. */
const limit = { session: 8, user: 24, all: 5_000 };
/** A stream ends after this; the browser comes back at once, and is asked again who it is. */
const streamLifetimeMs = 10 * 60_000;
/** A reader that leaves this much unread is too slow and must come back. */
const maxUnreadBytes = 1_048_576;

/** EventSource cannot send our header, so the browser's own word on where it comes from counts. */
function checkSameSite(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw forbidden('error.crossSite');
}

/** An event as all streams send it, made once. */
const frameOf = oncePer(
  (event: LiveEvent) => `id: ${event.id}\nevent: ${event.topic}\ndata: ${JSON.stringify(event.payload)}\n\n`,
);

const readNumber = (text: unknown): number | undefined =>
  typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : undefined;

/** Where the browser wants to go on: after an id, from its header or from the address, or from when its page was opened. */
function startOf({ headers, query }: FastifyRequest): Pick<LiveSubscriber, 'lastEventId' | 'openMs'> {
  const { lastEventId, openMs } = asRecord(query);
  return { lastEventId: readNumber(headers['last-event-id'] ?? lastEventId), openMs: readNumber(openMs) };
}

/** An open stream: writes frames, and ends by itself when its reader is gone or too slow. */
class LiveStream {
  readonly principal: Principal;
  readonly #reply: FastifyReply;
  readonly #onEnd: () => void;
  readonly #timers: NodeJS.Timeout[];
  #ended = false;
  #wasUnread = false;

  constructor(reply: FastifyReply, principal: Principal, onEnd: () => void) {
    begin(reply);
    this.#reply = reply;
    this.principal = principal;
    this.#onEnd = onEnd;
    this.#timers = [
      setInterval(() => this.#beat(), heartbeatMs).unref(),
      setTimeout(() => this.end(), streamLifetimeMs).unref(),
    ];
    reply.raw.once('close', () => this.end());
    reply.raw.once('error', () => this.end());
  }

  get sessionKey(): string {
    return this.principal.tokenHash.toString('base64');
  }

  /** A reader that has not read between two heartbeats what had come before is gone, or too slow to be reported more. */
  #beat(): void {
    const unread = this.#reply.raw.writableLength;
    if (unread > 0 && this.#wasUnread) return this.end('unread');
    this.#wasUnread = unread > 0;
    this.write(': still here\n\n');
  }

  write(text: string): void {
    if (this.#ended) return;
    this.#reply.raw.write(text);
    // What it does not read is dropped, or it would be kept until the connection breaks.
    if (this.#reply.raw.writableLength > maxUnreadBytes) this.end('unread');
  }

  end(because?: 'unread'): void {
    if (this.#ended) return;
    this.#ended = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#onEnd();
    if (because === 'unread') this.#reply.raw.destroy();
    else this.#reply.raw.end();
  }
}

function begin(reply: FastifyReply): void {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Proxies must not collect the events.
    'x-accel-buffering': 'no',
    connection: 'keep-alive',
  });
  reply.raw.write('retry: 2000\n\n');
}

/** Ends streams whose session is over, or whose user sees other tenants by now: those come back as what they are. */
async function revise(deps: AppDeps, streams: ReadonlySet<LiveStream>): Promise<void> {
  if (streams.size === 0) return;
  const all = [...streams];
  const scopes = await deps.sessions.scopes(all.map((stream) => stream.principal.tokenHash));
  for (const stream of all) {
    if (!isDeepStrictEqual(scopes.get(stream.sessionKey), stream.principal.scope)) stream.end();
  }
}

/** Takes one of the places for streams, before anything is waited for: requests at the same time count each other. */
function takePlace(places: Set<Principal>, principal: Principal): () => void {
  const ofUser = [...places].filter(({ userId }) => userId === principal.userId);
  const ofSession = ofUser.filter(({ tokenHash }) => tokenHash.equals(principal.tokenHash));
  if (ofSession.length >= limit.session || ofUser.length >= limit.user || places.size >= limit.all)
    throw tooMany('error.tooManyStreams', 30);
  // Each request has a principal of its own.
  places.add(principal);
  return () => void places.delete(principal);
}

/** GET /api/live: what happens in the caller's tenants, as server-sent events with replay. */
export function addLiveRoute(app: App): void {
  const { deps } = app;
  const streams = new Set<LiveStream>();
  const places = new Set<Principal>();
  const revision = setInterval(() => {
    revise(deps, streams).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'sessions of live streams could not be checked'),
    );
  }, reviseMs).unref();

  const principalOf = async (request: FastifyRequest): Promise<Principal> => {
    checkSameSite(request);
    const token = tokenOf(request);
    const principal = token === undefined ? undefined : await deps.sessions.peek(hashToken(token));
    if (principal === undefined) throw unauthenticated();
    request.caller = { principal, origin: 'Manual' };
    await app.countRequest(request);
    if (principal.mustChangePassword) throw forbidden('auth.mustChangePassword');
    return principal;
  };

  app.get('/api/live', async (request, reply) => {
    const principal = await principalOf(request);
    const leave = takePlace(places, principal);

    // Listening begins before the answer does: what happens after the browser sees it open must reach it.
    const early: LiveEvent[] = [];
    const open: { stream?: LiveStream } = {};
    const unsubscribe = await deps.live
      .subscribe({
        scope: principal.scope,
        ...startOf(request),
        send: (event) => {
          if (open.stream === undefined) early.push(event);
          else open.stream.write(frameOf(event));
        },
      })
      .catch((error: unknown) => {
        leave();
        throw error;
      });
    const close = (): void => {
      unsubscribe();
      leave();
    };
    if (reply.raw.destroyed) return close();
    const opened = new LiveStream(reply, principal, () => {
      close();
      streams.delete(opened);
      deps.metrics.liveStreams.dec();
    });
    streams.add(opened);
    deps.metrics.liveStreams.inc();
    for (const event of early) opened.write(frameOf(event));
    open.stream = opened;
  });

  app.addHook('preClose', async () => {
    clearInterval(revision);
    for (const stream of streams) stream.end();
  });
}
