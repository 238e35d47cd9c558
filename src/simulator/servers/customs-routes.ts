import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { createRandom } from '#shared/random/prng.ts';
import { toIsoText } from '#shared/time/instant.ts';
import { type CustomsLine, customsLines } from '../customs.ts';
import type { Shipment } from '../shipments/types.ts';
import type { Reference } from '../world.ts';
import type { ServerContext } from './context.ts';

/** The key by which the single window knows its one customer. */
const CUSTOMS_KEY = 'customs-demo-key';

type Query = { billNo?: unknown; containerNo?: unknown };

function questionOf({ billNo, containerNo }: Query): Reference | undefined {
  const type = typeof billNo === 'string' ? 'bill' : 'container';
  const value = type === 'bill' ? billNo : containerNo;
  return typeof value === 'string' && value.trim() !== '' ? { type, value: value.trim().toUpperCase() } : undefined;
}

const toWire = (shipment: Shipment, line: CustomsLine) => ({
  declarationNo: `${line.port.country}${line.procedure.slice(0, 1)}${shipment.billNo.slice(4)}`,
  procedure: line.procedure,
  portCode: line.port.code,
  billNo: shipment.billNo,
  containerNo: shipment.containers[line.container]?.number,
  status: line.status,
  statusTime: toIsoText(line.at),
  publishedTime: toIsoText(line.publishedAt),
});

/** What is published by now, as the window lists it: newest first, one line in twelve twice. */
function listed({ world, now }: ServerContext, question: Reference): object[] {
  const shipment = world.find(question, now());
  if (shipment === undefined) return [];
  const random = createRandom(`${world.seed}/customs-list/${shipment.billNo}`);
  return customsLines(world.seed, shipment)
    .flatMap((line) => (random.chance(1 / 12) ? [line, line] : [line]))
    .filter((line) => line.publishedAt <= now())
    .map((line) => toWire(shipment, line))
    .filter(({ containerNo }) => question.type === 'bill' || containerNo === question.value)
    .toSorted((a, b) => b.publishedTime.localeCompare(a.publishedTime, 'en'));
}

/** Adds the single window of customs: GET /customs/v1/declarations?billNo= or ?containerNo=, with a bearer key. */
export function addCustomsRoutes(app: FastifyInstance, context: ServerContext): void {
  let requested = 0;
  app.get<{ Querystring: Query }>('/customs/v1/declarations', (request, reply) => {
    if (request.headers.authorization !== `Bearer ${CUSTOMS_KEY}`)
      return reply.code(401).send({ error: 'the key is missing or wrong' });
    const question = questionOf(request.query);
    if (question === undefined) return reply.code(400).send({ error: 'billNo or containerNo is missing' });
    requested += 1;
    if (context.faults && createRandom(`${context.world.seed}/customs-fault/${requested}`).chance(0.01))
      return reply.code(503).header('retry-after', '30').send({ error: 'maintenance' });
    const declarations = listed(context, question);
    const etag = `"${createHash('sha256').update(JSON.stringify(declarations)).digest('base64url')}"`;
    reply.header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.send({ declarations });
  });
}
