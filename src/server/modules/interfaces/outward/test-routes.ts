// unscoped: A key is bound to its tenant, and only this tenant is read and written.
import type { SchedulePulls } from '#server/modules/tracking/subscription/index.ts';
import {
  clearTests,
  listTests,
  startTest,
  type ShownTest,
  type Tester,
} from '#server/modules/tracking/test-shipment/index.ts';
import type { App, AppDeps } from '#server/platform/http/index.ts';
import { interfaceChanges } from '#shared/reference/interface-changes.ts';
import { isRecord } from '#shared/values/objects.ts';
import { EventQueryError } from './event-filter.ts';
import type { Consumer } from './event-subscriptions.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Answers a consumer. */
export type Handler = (request: FastifyRequest, reply: FastifyReply, consumer: Consumer) => Promise<unknown>;

/** Makes a route of what answers a consumer. */
type Guarded = (handler: Handler) => (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const path = '/test-shipments';
const body = { bodyLimit: 4_096 };

/** A test shipment as programs see it. */
const wireOf = ({ reference, story, startTime, ended, step, steps }: ShownTest) => ({
  reference,
  story,
  startDateTime: startTime === null ? null : new Date(startTime).toISOString(),
  ended,
  step,
  steps,
});

const testerOf = ({ database, tenantId, requestId, ip }: Consumer): Tester => ({
  database,
  tenantId,
  auditor: { actor: { kind: 'system', userCode: 'api' }, origin: 'Remote', requestId, unscoped: database, ip },
});

function referenceOf(given: unknown): string {
  if (!isRecord(given)) throw new EventQueryError('the body is no object');
  const other = Object.keys(given).find((name) => name !== 'reference');
  if (other !== undefined) throw new EventQueryError(`${other.slice(0, 60)} is not known here`);
  const { reference } = given;
  if (typeof reference !== 'string' || reference.length > 40) throw new EventQueryError('reference must be a text');
  return reference;
}

/** Adds what programs use to test themselves: test shipments of the key's tenant, and the list of changes, which needs no key. */
export function addTestRoutes(
  app: App,
  deps: AppDeps,
  { guarded, schedulePulls }: { guarded: Guarded; schedulePulls: SchedulePulls },
): void {
  app.get(
    path,
    guarded(async (_request, reply, { database, tenantId }) =>
      reply.header('cache-control', 'no-store').send((await listTests(database, [tenantId])).map(wireOf)),
    ),
  );
  app.post(
    path,
    body,
    guarded(async (request, reply, consumer) => {
      const reference = referenceOf(request.body);
      return reply
        .code(201)
        .send(wireOf(await startTest(testerOf(consumer), reference, schedulePulls, deps.clock.now())));
    }),
  );
  app.delete(
    path,
    guarded(async (_request, reply, consumer) => reply.send({ removed: await clearTests(testerOf(consumer)) })),
  );
  app.get('/changes', async (request, reply) => {
    await request.server.countRequest(request);
    return reply
      .header('cache-control', 'no-cache')
      .send(interfaceChanges.map(({ text, ...change }) => ({ ...change, description: text.en })));
  });
}
