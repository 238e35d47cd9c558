import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { asRecord, isRecord } from '#shared/values/objects.ts';
import type { Shipment } from '../shipments/types.ts';
import type { AggregatorRecord } from '../reports/aggregator-types.ts';
import type { Reference } from '../world.ts';
import { siteOf } from '../pages/sites.ts';
import type { ServerContext } from './context.ts';

/** The account the aggregator gives its one customer. */
export const AGGREGATOR_ACCOUNT = { appKey: 'portolan-demo', appSecret: 'ft-demo-secret' } as const;

/** The signature of a request: hex HMAC-SHA256 over app key, timestamp (epoch ms) and body, joined by line feeds. */
export function signAggregatorRequest(appKey: string, appSecret: string, timestamp: string, body: string): string {
  return createHmac('sha256', appSecret).update(`${appKey}\n${timestamp}\n${body}`).digest('hex');
}

/** An answer of the aggregator: HTTP 200 always, the outcome is in `code` ("0" = success). */
type Answer = { code: string; msg: string; data: unknown };

const answers = {
  badKey: { code: 'A0301', msg: 'appKey 无效', data: null },
  badSign: { code: 'A0302', msg: '签名错误', data: null },
  badBody: { code: 'A0400', msg: '参数错误', data: null },
  unknown: { code: 'B0404', msg: '无此单号', data: null },
  collecting: { code: 'B0202', msg: '数据采集中', data: null },
} as const satisfies Record<string, Answer>;

/** What a caller asks about: a bill (BL) or a container (CTN) of a carrier. */
type Question = { referenceType: 'BL' | 'CTN'; referenceNo: string; carrierCd: string };

function success(data: unknown): Answer {
  return { code: '0', msg: '成功', data };
}

function checkSignature(request: FastifyRequest): Answer | undefined {
  const { appkey, timestamp, sign } = request.headers;
  if (appkey !== AGGREGATOR_ACCOUNT.appKey) return answers.badKey;
  if (typeof timestamp !== 'string' || !/^\d{13}$/.test(timestamp) || typeof sign !== 'string') return answers.badSign;
  const { appKey, appSecret } = AGGREGATOR_ACCOUNT;
  const right = Buffer.from(signAggregatorRequest(appKey, appSecret, timestamp, String(request.body ?? '')));
  const given = Buffer.from(sign);
  return given.length === right.length && timingSafeEqual(given, right) ? undefined : answers.badSign;
}

function questionOf(value: unknown): Question | undefined {
  if (!isRecord(value)) return undefined;
  const { referenceType, referenceNo, carrierCd } = value;
  if (referenceType !== 'BL' && referenceType !== 'CTN') return undefined;
  if (typeof referenceNo !== 'string' || referenceNo === '' || typeof carrierCd !== 'string') return undefined;
  return { referenceType, referenceNo: referenceNo.trim().toUpperCase(), carrierCd };
}

/** A subscription id carries its question, so the aggregator remembers nothing. */
function subscribeId({ referenceType, referenceNo, carrierCd }: Question): string {
  return `FT${Buffer.from([referenceType, referenceNo, carrierCd].join('|'), 'utf8').toString('base64url')}`;
}

function readQuestion(body: unknown): Question | undefined {
  let value: unknown;
  try {
    value = JSON.parse(String(body ?? ''));
  } catch {
    return undefined;
  }
  const id = asRecord(value)['subscribeId'];
  if (typeof id !== 'string' || !id.startsWith('FT')) return questionOf(value);
  const [referenceType, referenceNo, carrierCd] = Buffer.from(id.slice(2), 'base64url').toString('utf8').split('|');
  return questionOf({ referenceType, referenceNo, carrierCd });
}

function find({ world, now }: ServerContext, question: Question): Shipment | undefined {
  const type: Reference['type'] = question.referenceType === 'BL' ? 'bill' : 'container';
  const shipment = world.find({ type, value: question.referenceNo }, now());
  return shipment?.carrier.code === question.carrierCd && siteOf(question.carrierCd) === undefined
    ? shipment
    : undefined;
}

function queryRecord(context: ServerContext, question: Question): AggregatorRecord | Answer {
  const shipment = find(context, question);
  if (shipment === undefined) return answers.unknown;
  const record = context.world.aggregatorRecord(shipment, context.now());
  if (record === undefined) return answers.collecting;
  if (question.referenceType === 'BL') return record;
  return {
    ...record,
    containers: record.containers.filter((one) => one.containerNo === question.referenceNo),
  };
}

function isAnswer(value: AggregatorRecord | Answer): value is Answer {
  return 'code' in value;
}

function latestOf(record: AggregatorRecord): object {
  return {
    billNo: record.billNo,
    carrierCd: record.carrierCd,
    endFlag: record.endFlag,
    updateTime: record.updateTime,
    containers: record.containers.map(({ containerNo, nodes }) => ({
      containerNo,
      node: nodes[nodes.length - 1] ?? null,
    })),
  };
}

/** Adds the aggregator under /ft/api: subscribe, query, latest-record, all POST with a signed JSON body. */
export function addAggregatorRoutes(app: FastifyInstance, context: ServerContext): void {
  const answer = (request: FastifyRequest, reply: (question: Question) => Answer): Answer => {
    const refused = checkSignature(request);
    if (refused !== undefined) return refused;
    const question = readQuestion(request.body);
    return question === undefined ? answers.badBody : reply(question);
  };
  const ofRecord =
    (view: (record: AggregatorRecord) => unknown) =>
    (question: Question): Answer => {
      const found = queryRecord(context, question);
      return isAnswer(found) ? found : success(view(found));
    };
  app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      // The signature covers the body as sent, so it is kept as text.
      scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
      scope.post('/subscribe', (request) =>
        answer(request, (question) =>
          find(context, question) === undefined
            ? answers.unknown
            : success({ subscribeId: subscribeId(question), status: 'ACCEPTED' }),
        ),
      );
      scope.post('/query', (request) =>
        answer(
          request,
          ofRecord((record) => record),
        ),
      );
      scope.post('/latest-record', (request) => answer(request, ofRecord(latestOf)));
    },
    { prefix: '/ft/api' },
  );
}
