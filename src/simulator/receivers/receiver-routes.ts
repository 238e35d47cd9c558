import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Instant } from '#shared/time/instant.ts';
import { asRecord, isRecord } from '#shared/values/objects.ts';
import { type ChatKind, chatPaths, takeChatMessage } from './chat-receivers.ts';
import type { Received, ReceivedStore } from './received-store.ts';

/** What receivers need of the world. */
export type ReceiverContext = {
  store: ReceivedStore;
  now: () => Instant;
  stopping: AbortSignal;
  smtpUrl: () => string;
};

/** The secret that a webhook receiver and the product agreed on, by the receiver's name. */
export const receiverSecret = (name: string): string =>
  `whsec_${Buffer.from(`receiver-${name}`.padEnd(32, '.').slice(0, 32)).toString('base64')}`;

const toleranceS = 300;

function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

const headerOf = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
};

/** Checks a webhook as the Standard Webhooks convention asks; its time is compared with the machine's. */
export function checkWebhook(
  headers: { id: string; timestamp: string; signature: string },
  body: string,
  secret: string,
  nowMs: number,
): Received['signature'] {
  if (headers.signature === '') return 'missing';
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const wanted = `v1,${createHmac('sha256', key).update(`${headers.id}.${headers.timestamp}.${body}`).digest('base64')}`;
  if (!headers.signature.split(' ').some((signature) => equal(signature, wanted))) return 'invalid';
  return Math.abs(nowMs / 1000 - Number(headers.timestamp)) <= toleranceS ? 'valid' : 'late';
}

type Query = Readonly<Record<string, string | undefined>>;
type Requested = { Querystring: Query };
type RequestedByName = Requested & { Params: { name: string } };
type RequestedToChat = Requested & { Params: { '*'?: string } };

type Parsed = { subject: string | null; text: string };
type Fields = Readonly<Record<string, unknown>>;

function readBody(body: string, read: (json: Fields) => Parsed): Parsed {
  try {
    const json: unknown = JSON.parse(body);
    return isRecord(json) ? read(json) : { subject: null, text: body };
  } catch {
    return { subject: null, text: body };
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const partOf = (json: Fields, name: string): Fields => asRecord(json[name]);

const readWebhook = (body: string): Parsed =>
  readBody(body, (json) => ({
    subject: textOf(partOf(json, 'data')['subject']) || textOf(json['type']) || null,
    text: JSON.stringify(json, null, 2),
  }));

/** How a receiver is asked to behave: `?answer=503`, `?delayMs=20000`, `?failFirst=2` for each message. */
async function behave({ store, stopping }: ReceiverContext, query: Query, reference: string): Promise<number> {
  const delayMs = Math.min(Number(query['delayMs'] ?? 0) || 0, 120_000);
  if (delayMs > 0) await wait(delayMs, undefined, { signal: stopping }).catch(() => {});
  const failFirst = Number(query['failFirst'] ?? 0) || 0;
  if (store.count(reference) < failFirst) return 503;
  const answer = Number(query['answer'] ?? 200);
  return Number.isInteger(answer) && answer >= 200 && answer <= 599 ? answer : 200;
}

const bodyOf = (request: FastifyRequest): string => (typeof request.body === 'string' ? request.body : '');

async function takeWebhook(
  context: ReceiverContext,
  request: FastifyRequest<RequestedByName>,
  reply: FastifyReply,
): Promise<unknown> {
  const { name } = request.params;
  const body = bodyOf(request);
  const headers = {
    id: headerOf(request, 'webhook-id'),
    timestamp: headerOf(request, 'webhook-timestamp'),
    signature: headerOf(request, 'webhook-signature'),
  };
  const signature = checkWebhook(headers, body, receiverSecret(name), Date.now());
  const requested = await behave(context, request.query, headers.id);
  const status = requested === 200 && signature !== 'valid' ? 401 : requested;
  const { store, now } = context;
  const statement = { reference: headers.id, time: now(), kind: 'webhook', to: name, signature } as const;
  store.add({ ...statement, ...readWebhook(body), answer: `HTTP ${status}` });
  if (status >= 300 && status <= 399) reply.header('location', '/receivers/elsewhere');
  return reply.code(status).send({ received: status === 200, signature });
}

/** Takes a message for a chat program as it does itself: what is wrong is refused in its own words. */
async function takeChat(
  context: ReceiverContext,
  kind: ChatKind,
  request: FastifyRequest<RequestedToChat>,
  reply: FastifyReply,
): Promise<unknown> {
  const body = bodyOf(request);
  const reference = headerOf(request, 'webhook-id');
  const token = request.params['*'] ?? '';
  const taken = takeChatMessage(kind, { token, query: request.query, body, nowMs: Date.now() });
  const status = await behave(context, request.query, reference);
  const { answer } = taken;
  context.store.add({
    reference,
    time: context.now(),
    kind,
    to: taken.to,
    ...taken.message,
    signature: taken.signature,
    answer: status === 200 ? `HTTP ${answer.status} ${answer.text}` : `HTTP ${status}`,
  });
  if (status !== 200) return reply.code(status).send();
  return reply.code(answer.status).type(answer.type).send(answer.text);
}

/**
 * Adds the receivers of notifications: `/receivers/webhook/{name}` and those of chat programs, such as
 * `/receivers/dingtalk/robot/send`; `/receivers` says where mails go, `/receivers/messages` what arrived.
 */
export async function addReceiverRoutes(app: FastifyInstance, context: ReceiverContext): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.post<RequestedByName>('/receivers/webhook/:name', (request, reply) => takeWebhook(context, request, reply));
    for (const { kind, path } of chatPaths)
      scope.post<RequestedToChat>(`/receivers${path}`, (request, reply) => takeChat(context, kind, request, reply));
  });
  app.get('/receivers', () => ({ smtp: context.smtpUrl() }));
  app.get<{ Querystring: { reference?: string; limit?: string } }>('/receivers/messages', (request) => {
    const { reference, limit } = request.query;
    const max = Math.min(Math.max(1, Number(limit ?? 100) || 100), 500);
    return {
      messages: context.store.list({ reference, limit: max }).map(({ reference: _own, ...message }) => message),
    };
  });
}
