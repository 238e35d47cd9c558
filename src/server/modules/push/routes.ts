import { paths } from '#contract/all-paths.ts';
import { route } from '#server/platform/http/index.ts';
import type { HttpModule } from '#server/platform/http/index.ts';
import { proveSender } from './admit.ts';
import { addEventsRoute } from './events-route.ts';
import { addObjectNoticesRoute } from './object-notices-route.ts';
import { countRefusedPush } from './count-refused.ts';
import { headerOf } from './header-of.ts';
import { receiveNotification } from './receive-notification.ts';
import type { PushDeps } from './receive-notification.ts';
import { sourceCodeOf } from './standard-route.ts';

const maxBodyBytes = 5_000_000;

/** Where carriers push to. */
export const pushModule = (deps: PushDeps): HttpModule => ({
  name: 'push',
  routes: (app, appDeps) => {
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
          signature: headerOf(request, 'notification-signature'),
          authorization: undefined,
        }),
      {
        bodyLimit: maxBodyBytes,
        rawBody: true,
        onRefused: countRefusedPush,
        prove: ({ ctx, request }) =>
          proveSender(
            ctx,
            sourceCodeOf(request),
            { signature: headerOf(request, 'notification-signature'), authorization: undefined },
            deps.keys,
          ),
      },
    );
    addEventsRoute(app, appDeps, deps, maxBodyBytes);
    addObjectNoticesRoute(app, appDeps, deps, maxBodyBytes);
  },
});
