import type { FastifyRequest } from 'fastify';
import { paths } from '#contract/all-paths.ts';
import { addressKey, type PushHeaders } from '#server/connectors/push-signature.ts';
import { asRecord } from '#shared/values/objects.ts';
import { route } from '#server/platform/http/index.ts';
import type { Routes } from '#server/platform/http/index.ts';
import { proveSender } from './admit.ts';
import { addEventsRoute } from './events-route.ts';
import { addObjectNoticesRoute } from './object-notices-route.ts';
import { countRefusedPush } from './count-refused.ts';
import { receiveNotification } from './receive-notification.ts';
import type { PushDeps } from './receive-notification.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import { retractionScheduler } from './apply-retractions.ts';
import { lookupScheduler } from './look-up-object.ts';
import { sourceCodeOf } from './standard-route.ts';

const maxBodyBytes = 5_000_000;

/** Who pushes here signs, or shows the key of the address: an authorization counts for nothing. */
function headersOf({ headers, query }: FastifyRequest): PushHeaders {
  const { key } = asRecord(query);
  return { ...headers, authorization: undefined, [addressKey]: typeof key === 'string' ? key : undefined };
}

/** What receiving pushes needs of the product. */
export type PushParts = Omit<PushDeps, 'scheduleRetractions' | 'scheduleLookup'> & { queue: Queue };

/** Where carriers push to. */
export const pushRoutes =
  ({ queue, ...parts }: PushParts): Routes =>
  (app, appDeps) => {
    const deps = { ...parts, scheduleRetractions: retractionScheduler(queue), scheduleLookup: lookupScheduler(queue) };
    // A carrier asks whether the callback is there before it subscribes us.
    app.head(paths.pushDcsa.path, (_request, reply) => reply.code(204).send());
    route(
      app,
      'pushDcsa',
      ({ ctx, input, rawBody, request }) =>
        receiveNotification(deps, {
          ctx,
          sourceCode: input.params.sourceCode,
          body: rawBody ?? Buffer.alloc(0),
          headers: headersOf(request),
        }),
      {
        bodyLimit: maxBodyBytes,
        rawBody: true,
        onRefused: countRefusedPush,
        prove: ({ ctx, request }) => proveSender(ctx, sourceCodeOf(request), headersOf(request), deps.keys),
      },
    );
    addEventsRoute(app, appDeps, deps, maxBodyBytes);
    addObjectNoticesRoute(app, appDeps, deps, maxBodyBytes);
  };
