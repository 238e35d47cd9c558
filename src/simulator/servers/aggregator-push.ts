import { createHmac, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Instant } from '#shared/time/instant.ts';
import { asRecord } from '#shared/values/objects.ts';
import type { AggregatorNode, AggregatorRecord } from '../reports/aggregator-types.ts';
import { AGGREGATOR_ACCOUNT } from './aggregator-access.ts';
import { type AggregatorListener, type AggregatorQuestion, resultOf } from './aggregator-routes.ts';
import type { ServerContext } from './context.ts';
import { CALLBACK_TIMEOUT_MS } from './subscriptions.ts';

/** A question whose news are pushed. */
type Followed = {
  question: AggregatorQuestion;
  billNo: string;
  /** What was reported of it last. */
  reported: AggregatorRecord | undefined;
  /** When it hears something new. */
  next: Instant | undefined;
};

/** The pushes of the aggregator to its one customer. */
export type AggregatorPushes = {
  /** Follows what was asked for. */
  follow: AggregatorListener;
  /** Delivers what is due; a run under way is waited for instead of starting a second one. */
  pushDue(): Promise<void>;
};

const PUSHES_PER_RUN = 200;
const PARALLEL = 8;
/** A customer that does not answer is left alone for so long (real time). */
const PAUSE_MS = 15_000;

/** Adds a mark to what is new of a list. */
const newOf = <T>(before: readonly T[], now: readonly T[], dbtype: 1 | 2): (T & { dbtype: number })[] => {
  const known = new Set(before.map((one) => JSON.stringify(one)));
  return now.filter((one) => !known.has(JSON.stringify(one))).map((one) => ({ ...one, dbtype }));
};

/** What changed since it was reported last: nodes that were added, routes that are otherwise. */
function changesOf(before: AggregatorRecord, now: AggregatorRecord): Record<string, unknown> {
  const { billNo, containerNo, isBillNo, billCategory, statusCategory, updateTime, endTime, carrier } = now;
  const nodesBefore = new Map(
    before.containers.map((one): [string, AggregatorNode[]] => [one.containerNo, one.status]),
  );
  const containers = now.containers.map((container) => ({
    containerNo: container.containerNo,
    status: newOf(nodesBefore.get(container.containerNo) ?? [], container.status, 1),
    warnings: [],
  }));
  return {
    billNo,
    containerNo,
    isBillNo,
    billCategory,
    statusCategory,
    updateTime,
    endTime,
    carrier,
    routes: newOf(before.routes, now.routes, 2),
    containers: containers.filter(({ status }) => status.length > 0),
  };
}

/** The three kinds of pushes: everything, what changed, or that there is news; each customer's bills have one of them. */
function messageOf({ question, reported }: Followed, record: AggregatorRecord): Record<string, unknown> {
  const { billNo, containerNo, carrierCode, businessNo } = question;
  const kind = [...record.billNo].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 3;
  if (kind === 0)
    return {
      referenceno: billNo || containerNo,
      params: [
        { REFERENCE_NO: billNo || containerNo, BUSINESSNO: businessNo, CTNRNO: containerNo, BILLNO: record.billNo },
      ],
    };
  const result = kind === 1 && reported !== undefined ? changesOf(reported, record) : record;
  return { param: { billNo, containerNo, carrierCode, businessNo }, result };
}

async function deliver({ stopping }: ServerContext, url: string, message: object): Promise<boolean> {
  const body = JSON.stringify(message);
  const { clientId, pushSecret } = AGGREGATOR_ACCOUNT;
  const [timestamp, nonce] = [String(Date.now()), randomUUID()];
  const signature = createHmac('sha1', pushSecret).update(`${timestamp}/${nonce}/${clientId}/${body}`).digest('base64');
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-ft-timestamp': timestamp,
        'x-ft-nonce': nonce,
        'x-ft-client': clientId,
        'x-ft-signature': signature,
      },
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

/**
 * Adds the aggregator's service desk, which is reported by `POST /ft/service/push {url}` where news are to be pushed to, and makes the
 * pushes about everything that was asked for.
 */
export function addAggregatorPushes(app: FastifyInstance, context: ServerContext): AggregatorPushes {
  const { world, now } = context;
  const all = new Map<string, Followed>();
  let callback: string | undefined;
  let pausedUntil = 0;
  let running: Promise<void> | undefined;

  app.post('/ft/service/push', (request, reply) => {
    const { url } = asRecord(request.body);
    if (typeof url !== 'string' || !URL.canParse(url)) return reply.code(400).send({ message: 'url' });
    callback = url;
    return reply.code(204).send();
  });

  const recordOf = ({ question, billNo }: Followed, at: Instant): AggregatorRecord | undefined => {
    const shipment = world.find({ type: 'bill', value: billNo }, at);
    const record = shipment && world.aggregatorRecord(shipment, at);
    return record && resultOf(record, question);
  };
  const nextOf = ({ billNo }: Followed, at: Instant): Instant | undefined => {
    const shipment = world.find({ type: 'bill', value: billNo }, at);
    return shipment && world.aggregatorHears(shipment, at);
  };

  const pushOne = async (url: string, key: string, one: Followed, at: Instant): Promise<void> => {
    const record = recordOf(one, at);
    const isNew = record !== undefined && record.updateTime !== one.reported?.updateTime;
    if (isNew && !(await deliver(context, url, messageOf(one, record)))) {
      pausedUntil = performance.now() + PAUSE_MS;
      return;
    }
    one.reported = record;
    one.next = nextOf(one, at);
    if (one.next === undefined) all.delete(key);
  };

  const run = async (): Promise<void> => {
    const at = now();
    const url = callback;
    if (url === undefined || performance.now() < pausedUntil) return;
    const due = [...all].filter(([, { next }]) => next !== undefined && next <= at).slice(0, PUSHES_PER_RUN);
    const lanes = Array.from({ length: PARALLEL }, async () => {
      for (let next = due.pop(); next !== undefined; next = due.pop()) {
        if (context.stopping.aborted || performance.now() < pausedUntil) return;
        await pushOne(url, ...next, at);
      }
    });
    await Promise.all(lanes);
  };

  return {
    follow(question, shipment, reported) {
      const next = world.aggregatorHears(shipment, now());
      all.set(`${question.billNo}|${question.containerNo}`, { question, billNo: shipment.billNo, reported, next });
    },
    pushDue() {
      running ??= run().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}
