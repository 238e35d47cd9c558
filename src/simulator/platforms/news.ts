import type { FastifyInstance } from 'fastify';
import type { Instant } from '#shared/time/instant.ts';
import { asRecord } from '#shared/values/objects.ts';
import type { ServerContext } from '../servers/context.ts';
import { CALLBACK_TIMEOUT_MS } from '../servers/subscriptions.ts';
import type { Shipment } from '../shipments/types.ts';

/** What a platform pushes: a body, and the headers that prove it. */
export type Pushed = { body: string; headers: Readonly<Record<string, string>> };

/** How a platform pushes; `Question`: what a customer requested, `State`: what it knows of that. */
export type NewsForm<Question, State> = {
  /** Path of its service desk, which is reported where to push to. */
  desk: string;
  /** What is known of a question at a moment. */
  stateOf: (shipment: Shipment, question: Question, at: Instant) => State | undefined;
  /** Whether there is something to tell since the state that was reported last. */
  isNew: (state: State, reported: State | undefined) => boolean;
  /** The message about it; undefined where there is nothing to push. */
  messageOf: (shipment: Shipment, question: Question, state: State, reported: State | undefined) => Pushed | undefined;
};

/** The pushes of a platform to its one customer. */
export type News<Question> = {
  /** Follows what was requested, which is known by a key; `at`: as of when it was answered. */
  follow(key: string, question: Question, shipment: Shipment, at: Instant): void;
  /** Delivers what is due; a run under way is waited for instead of starting a second one. */
  pushDue(): Promise<void>;
};

/** A question whose news are pushed. What was known at a moment is made again when it is needed: there are thousands of them. */
type Followed<Question> = {
  question: Question;
  billNo: string;
  /** What was known then was reported. */
  reportedAt: Instant;
  /** When something new is heard of it. */
  next: Instant;
};

const PUSHES_PER_RUN = 200;
const PARALLEL = 8;
/** A customer that does not answer is left alone for so long (real time). */
const PAUSE_MS = 15_000;

async function deliver({ stopping }: ServerContext, url: string, { body, headers }: Pushed): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'error',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(CALLBACK_TIMEOUT_MS)]),
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** Adds the service desk of a platform, which is reported by `POST {desk} {url}` where to push to, and makes its pushes. */
export function addNews<Question, State>(
  app: FastifyInstance,
  context: ServerContext,
  form: NewsForm<Question, State>,
): News<Question> {
  const { world, now } = context;
  const all = new Map<string, Followed<Question>>();
  let callback: string | undefined;
  let pausedUntil = 0;
  let running: Promise<void> | undefined;

  app.post(form.desk, (request, reply) => {
    const { url } = asRecord(request.body);
    if (typeof url !== 'string' || !URL.canParse(url)) return reply.code(400).send({ message: 'url' });
    callback = url;
    return reply.code(204).send();
  });

  const messageOf = (shipment: Shipment, { question, reportedAt }: Followed<Question>, at: Instant) => {
    const state = form.stateOf(shipment, question, at);
    const reported = form.stateOf(shipment, question, reportedAt);
    return state !== undefined && form.isNew(state, reported)
      ? form.messageOf(shipment, question, state, reported)
      : undefined;
  };

  const pushOne = async (url: string, key: string, one: Followed<Question>, at: Instant): Promise<void> => {
    const shipment = world.find({ type: 'bill', value: one.billNo }, at);
    const message = shipment && messageOf(shipment, one, at);
    if (message !== undefined && !(await deliver(context, url, message))) {
      pausedUntil = performance.now() + PAUSE_MS;
      return;
    }
    const next = shipment && world.aggregatorHears(shipment, at);
    if (next === undefined) all.delete(key);
    else Object.assign(one, { reportedAt: at, next });
  };

  const run = async (): Promise<void> => {
    const at = now();
    const url = callback;
    if (url === undefined || performance.now() < pausedUntil) return;
    const due = [...all].filter(([, { next }]) => next <= at).slice(0, PUSHES_PER_RUN);
    const workers = Array.from({ length: PARALLEL }, async () => {
      for (let next = due.pop(); next !== undefined; next = due.pop()) {
        if (context.stopping.aborted || performance.now() < pausedUntil) return;
        await pushOne(url, ...next, at);
      }
    });
    await Promise.all(workers);
  };

  return {
    follow(key, question, shipment, at) {
      const next = world.aggregatorHears(shipment, at);
      if (next === undefined) all.delete(key);
      else all.set(key, { question, billNo: shipment.billNo, reportedAt: at, next });
    },
    pushDue() {
      running ??= run().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}
