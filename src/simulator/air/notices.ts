import { createHmac, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { createRandom } from '#shared/random/prng.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import { asRecord } from '#shared/values/objects.ts';
import type { ServerContext } from '../servers/context.ts';
import type { Consignments } from './consignments.ts';
import { airlines } from './flights.ts';

/** A subscriber of an airline: whom to tell, how to prove oneself, and up to when it was told. */
type Subscriber = { airline: string; address: string; secret: string; toldTo: Instant };

const TIMEOUT_MS = 10_000;
/** The longest life of a consignment. */
const LIFE_MS = 25 * DAY_MS;
/** Airlines that send the secret itself instead of signing with it. */
const showing: ReadonlySet<string> = new Set(['CK']);

const API = 'https://onerecord.iata.org/ns/api#';

const notification = (object: string, event: string | null) => ({
  '@context': { api: API },
  '@type': 'api:Notification',
  'api:hasEventType': { '@id': event === null ? 'api:LOGISTICS_OBJECT_UPDATED' : 'api:LOGISTICS_EVENT_RECEIVED' },
  'api:hasLogisticsObject': { '@id': object },
  'api:hasLogisticsObjectType': { '@id': 'https://onerecord.iata.org/ns/cargo#Waybill' },
  ...(event !== null && { 'api:isTriggeredBy': { '@id': event } }),
});

async function post(context: ServerContext, { airline, address, secret }: Subscriber, text: string): Promise<boolean> {
  const proof: Record<string, string> = showing.has(airline)
    ? { authorization: `Bearer ${secret}` }
    : {
        'notification-signature': `sha256=${createHmac('sha256', Buffer.from(secret, 'base64')).update(text).digest('hex')}`,
      };
  const response = await fetch(`${address}/notifications`, {
    method: 'POST',
    headers: { 'content-type': 'application/ld+json; version=2.1.0', ...proof },
    body: text,
    redirect: 'error',
    signal: AbortSignal.any([context.stopping, AbortSignal.timeout(TIMEOUT_MS)]),
  }).catch(() => undefined);
  return response?.ok === true;
}

/** Adds `/airlines/{code}/subscriptions`; `pushDue` tells subscribers which waybills have news, some of it twice. */
export function addNotices(
  app: FastifyInstance,
  context: ServerContext,
  consignments: Consignments,
): { pushDue(): Promise<void> } {
  const all = new Map<string, Subscriber>();
  let base = '';
  const read = (code: string, body: unknown): Subscriber | undefined => {
    const { secret, 'api:hasSubscriber': given } = asRecord(body);
    const address = asRecord(given)['@id'];
    return typeof address === 'string' && URL.canParse(address) && typeof secret === 'string' && secret !== ''
      ? { airline: code, address, secret, toldTo: context.now() }
      : undefined;
  };
  app.addContentTypeParser('application/ld+json', { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'));
  const known = (code: string): boolean => airlines.some((one) => one.code === code);
  app.post<{ Params: { code: string } }>('/airlines/:code/subscriptions', (request, reply) => {
    const { code } = request.params;
    base = `http://${request.host}`;
    if (!known(code) || request.headers.authorization !== `Bearer ${code}-demo-key`)
      return reply.code(401).send({ error: 'the key is missing or wrong' });
    const subscriber = read(code, request.body);
    if (subscriber === undefined) return reply.code(400).send({ error: 'no subscriber, or no secret' });
    const id = randomUUID();
    all.set(id, subscriber);
    return reply.code(201).header('location', `${base}/airlines/${code}/subscriptions/${id}`).send();
  });
  app.put<{ Params: { code: string; id: string } }>('/airlines/:code/subscriptions/:id', (request, reply) => {
    const { code, id } = request.params;
    const old = all.get(id);
    if (old?.airline !== code || request.headers.authorization !== `Bearer ${code}-demo-key`)
      return reply.code(404).send({ error: 'There is no such subscription' });
    const subscriber = read(code, request.body);
    if (subscriber === undefined) return reply.code(400).send({ error: 'no subscriber, or no secret' });
    all.set(id, { ...subscriber, toldTo: old.toldTo });
    return reply.code(204).send();
  });
  const tell = async (subscriber: Subscriber): Promise<void> => {
    const now = context.now();
    const news = consignments
      .booked(now - LIFE_MS, now)
      .filter(({ airline }) => airline.code === subscriber.airline)
      .flatMap(({ waybill, statuses }) => {
        const serial = statuses.findLastIndex(
          ({ publishedAt }) => publishedAt > subscriber.toldTo && publishedAt <= now,
        );
        return serial < 0 ? [] : [{ waybill, serial }];
      });
    for (const { waybill, serial } of news) {
      const object = `${base}/airlines/${subscriber.airline}/logistics-objects/waybill-${waybill}`;
      const random = createRandom(`${context.world.seed}/notice/${waybill}/${serial}`);
      const event = random.chance(0.2) ? null : `${object}/logistics-events/${serial}`;
      const text = JSON.stringify(notification(object, event));
      // What was not taken is told again the next time.
      if (!(await post(context, subscriber, text))) return;
      if (random.chance(0.05)) await post(context, subscriber, text);
    }
    subscriber.toldTo = now;
  };
  let running: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    for (const subscriber of all.values()) {
      // After the clock was set back, sending starts again from that time.
      subscriber.toldTo = Math.min(subscriber.toldTo, context.now());
      await tell(subscriber);
    }
  };
  return { pushDue: () => (running ??= run().finally(() => (running = undefined))) };
}
