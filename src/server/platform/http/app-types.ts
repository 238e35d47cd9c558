import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import type { Access } from '#contract/call-path.ts';
import type { CallName } from '#contract/paths.ts';
import type { Lang } from '#shared/i18n/text.ts';
import type { Principal } from '../auth/principal.ts';
import type { SessionStore } from '../auth/session-store.ts';
import type { FrameTokens } from '../auth/frame-tokens.ts';
import type { Clock } from '../clock/clock.ts';
import type { Origin } from '../context.ts';
import type { Database } from '../db/database.ts';
import type { Queue } from '../queue/queue.ts';
import type { LiveHub } from '../realtime/live-hub.ts';
import type { Account, CallTurn } from './call-slots.ts';
import type { AnyHandler } from './handler-call.ts';
import type { Metrics } from './metrics.ts';
import type { HttpSettings } from './settings.ts';

/** Everything that the HTTP side of a process is built from. */
export type AppDeps = {
  settings: HttpSettings;
  database: Database;
  queue: Queue;
  /** The world's clock. */
  clock: Clock;
  /** The machine's clock: sessions, delays and tokens are about people. */
  realClock: Clock;
  log: Logger;
  live: LiveHub;
  metrics: Metrics;
  sessions: SessionStore;
  frameTokens: FrameTokens;
  /** Aborted when the process is asked to stop. */
  stopping: AbortSignal;
};

/** The Fastify application. */
export type App = FastifyInstance;

/** Adds calls to the application. */
export type Routes = (app: App, deps: AppDeps) => void;

/** One feature's routes. */
export type HttpModule = { name: string; routes: Routes };

/** What a call was admitted as. */
export type Caller = {
  principal: Principal | undefined;
  origin: Origin;
  /** Of a program that acts for the principal: the name of its key. */
  client?: string;
  /** The language of the caller, where the headers do not decide it. */
  lang?: Lang;
};

/** Calls that are left in the present minute; `resetS`: seconds until it is over. */
export type CallsLeft = { limit: number; remaining: number; resetS: number };

declare module 'fastify' {
  interface FastifyInstance {
    deps: AppDeps;
    /** Calls of the contract that have a handler here. */
    registeredCalls: Map<CallName, AnyHandler>;
    /** Every route with the call it answers, for checks. */
    routeTable: { method: string; url: string; call: CallName | undefined }[];
    /** Counts a request against its session or address; throws when there were too many. */
    countRequest: (request: FastifyRequest) => Promise<CallsLeft | undefined>;
    /** Waits until a request may go on: only some of one session and one tenant run at once. */
    acquireSlot: (request: FastifyRequest, reply: FastifyReply, account?: Account) => Promise<CallTurn>;
  }
  interface FastifyRequest {
    caller: Caller | null;
    /** Taken before the body is read; null for requests that need none. */
    turn: CallTurn | null;
    /** On whose account a call is made that proved itself by something else than a session. */
    account: Account | null;
    /** The body as received, kept only by routes that ask for it. */
    rawBody: Buffer | null;
  }
  interface FastifyContextConfig {
    call?: CallName;
    access?: Access;
    rawBody?: boolean;
    /** The path holds a secret: it is not written down. */
    secretPath?: true;
  }
}
