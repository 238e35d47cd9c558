import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Instant } from '#shared/time/instant.ts';
import { asRecord } from '#shared/values/objects.ts';
import { siteOf } from '../pages/sites.ts';
import type { AggregatorRecord } from '../reports/aggregator-types.ts';
import type { Shipment } from '../shipments/types.ts';
import { callCounter, checkBearer, codes, giveToken } from './aggregator-access.ts';
import type { ServerContext } from './context.ts';

/** An answer of the aggregator: HTTP 200 always, the outcome is in `statusCode`. */
type Answer = { statusCode: number; message: string; data: unknown };

const messages: Readonly<Record<number, string>> = {
  [codes.data]: 'success',
  [codes.noData]: '订阅成功，暂无数据',
  [codes.wrongParameters]: '参数错误',
  [codes.noReference]: '单号与箱号不能同时为空',
  [codes.invalidToken]: 'Token 无效',
  [codes.wrongKey]: 'API Key 错误',
  [codes.notPermitted]: '无接口权限，或服务器 IP 不在白名单中',
  [codes.tooManyCalls]: '调用频率超限（1200 次/10 秒）',
};

const answerOf = (statusCode: number, data: unknown = null): Answer => ({
  statusCode,
  message: messages[statusCode] ?? '',
  data,
});

/** What is requested; empty where it was left out. */
export type AggregatorQuestion = Record<
  | 'billNo'
  | 'containerNo'
  | 'carrierCode'
  | 'portCode'
  | 'isExport'
  | 'businessNo'
  | 'billCategory'
  | 'polCode'
  | 'podCode',
  string
>;

/** Reads a question strictly; a number for a question that cannot be answered. */
function readQuestion(body: string): AggregatorQuestion | number {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return codes.wrongParameters;
  }
  const given = asRecord(value);
  if (Object.values(given).some((one) => one !== null && typeof one !== 'string')) return codes.wrongParameters;
  const text = (name: keyof AggregatorQuestion): string => String(given[name] ?? '').trim();
  const question: AggregatorQuestion = {
    billNo: text('billNo'),
    containerNo: text('containerNo'),
    carrierCode: text('carrierCode'),
    portCode: text('portCode'),
    isExport: text('isExport'),
    businessNo: text('businessNo'),
    billCategory: text('billCategory'),
    polCode: text('polCode'),
    podCode: text('podCode'),
  };
  if (question.billNo === '' && question.containerNo === '') return codes.noReference;
  if (question.carrierCode === '') return codes.wrongParameters;
  if (!['', 'E', 'I'].includes(question.isExport)) return codes.wrongParameters;
  if (!['', 'BL', 'BK'].includes(question.billCategory)) return codes.wrongParameters;
  // A terminal is requested together with the direction.
  if (question.portCode !== '' && question.isExport === '') return codes.wrongParameters;
  return /[#&?/]/.test(question.businessNo) ? codes.wrongParameters : question;
}

function find({ world, now }: ServerContext, question: AggregatorQuestion): Shipment | undefined {
  const { billNo, containerNo, carrierCode } = question;
  const shipment =
    billNo === ''
      ? world.find({ type: 'container', value: containerNo.toUpperCase() }, now())
      : (world.find({ type: 'bill', value: billNo.toUpperCase() }, now()) ??
        world.find({ type: 'booking', value: billNo.toUpperCase() }, now()));
  const isCarrier = carrierCode === 'AUTO' || shipment?.carrier.code === carrierCode;
  return shipment !== undefined && isCarrier && siteOf(shipment.carrier.code) === undefined ? shipment : undefined;
}

/** What it knows of a question: the bill decides, a container narrows it. */
export function resultOf(record: AggregatorRecord, { billNo, containerNo }: AggregatorQuestion): AggregatorRecord {
  const container = containerNo.toUpperCase();
  const isBooking = billNo !== '' && billNo.toUpperCase() !== record.billNo;
  return {
    ...record,
    ...(isBooking && { billNo: billNo.toUpperCase(), billCategory: 'BK' as const }),
    ...(container !== '' && {
      containerNo: container,
      containers: record.containers.filter((one) => one.containerNo === container),
    }),
  };
}

const bearerOf = ({ headers }: FastifyRequest): string | undefined => headers.authorization;

/** What is heard of questions, such as by who pushes news about them; `at`: as of when they were answered. */
export type AggregatorListener = (question: AggregatorQuestion, shipment: Shipment, at: Instant) => void;

/**
 * Adds the aggregator under /ft, which speaks Freightower's protocol: `POST /auth/api/token`, `POST /application/v1/query`. A query
 * subscribes and answers at once.
 */
export function addAggregatorRoutes(
  app: FastifyInstance,
  context: ServerContext,
  heard: AggregatorListener = () => undefined,
  machineNow: () => number = Date.now,
): void {
  const isWithinLimit = callCounter();
  let tokens = 0;

  const query = (request: FastifyRequest): Answer => {
    const refused = checkBearer(bearerOf(request), machineNow());
    if (refused !== undefined) return answerOf(refused);
    if (context.faults && !isWithinLimit(context.now())) return answerOf(codes.tooManyCalls);
    const question = readQuestion(String(request.body ?? ''));
    if (typeof question === 'number') return answerOf(question);
    const shipment = find(context, question);
    const requested = { param: question, actualParam: question, method: 'query' };
    if (shipment === undefined) return answerOf(codes.noData, { query: requested, result: null });
    const at = context.now();
    const record = context.world.aggregatorRecord(shipment, at);
    const result = record && resultOf(record, question);
    heard(question, shipment, at);
    return answerOf(result === undefined ? codes.noData : codes.data, { query: requested, result: result ?? null });
  };

  app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
      scope.post('/auth/api/token', (request) => {
        try {
          tokens += 1;
          return giveToken(JSON.parse(String(request.body ?? '')), machineNow(), tokens);
        } catch {
          return answerOf(codes.wrongParameters);
        }
      });
      scope.post('/application/v1/query', query);
    },
    { prefix: '/ft' },
  );
}
