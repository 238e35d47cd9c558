import { createHmac, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { addNews, type News } from '../platforms/news.ts';
import type { AggregatorNode, AggregatorRecord } from '../reports/aggregator-types.ts';
import { AGGREGATOR_ACCOUNT } from './aggregator-access.ts';
import { type AggregatorQuestion, resultOf } from './aggregator-routes.ts';
import type { ServerContext } from './context.ts';

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
function messageOf(
  { billNo, containerNo, carrierCode, businessNo }: AggregatorQuestion,
  record: AggregatorRecord,
  reported: AggregatorRecord | undefined,
): Record<string, unknown> {
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

/** The body signed by the access secret together with a time and a nonce. */
function signed(message: object) {
  const body = JSON.stringify(message);
  const { clientId, pushSecret } = AGGREGATOR_ACCOUNT;
  const [timestamp, nonce] = [String(Date.now()), randomUUID()];
  const signature = createHmac('sha1', pushSecret).update(`${timestamp}/${nonce}/${clientId}/${body}`).digest('base64');
  const headers = {
    'x-ft-timestamp': timestamp,
    'x-ft-nonce': nonce,
    'x-ft-client': clientId,
    'x-ft-signature': signature,
  };
  return { body, headers };
}

/** Makes the aggregator's pushes about everything that was requested; `POST /ft/service/push {url}` tells it where to. */
export const addAggregatorPushes = (app: FastifyInstance, context: ServerContext): News<AggregatorQuestion> =>
  addNews(app, context, {
    desk: '/ft/service/push',
    stateOf: (shipment, question: AggregatorQuestion, at) => {
      const record = context.world.aggregatorRecord(shipment, at);
      return record && resultOf(record, question);
    },
    isNew: (record: AggregatorRecord, reported) => record.updateTime !== reported?.updateTime,
    messageOf: (_, question, record, reported) => signed(messageOf(question, record, reported)),
  });
