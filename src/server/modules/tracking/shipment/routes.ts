import type { ReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import type { Lang } from '#server/platform/context.ts';
import { route } from '#server/platform/http/index.ts';
import type { HttpModule } from '#server/platform/http/index.ts';
import { getBusinessData, getTrace } from './get-trace.ts';
import { traceMoments } from './trace-moments.ts';
import type { ExceptionPresenter } from './presenters.ts';
import type { PositionReader } from './trace-position.ts';

/** Reading shipments: the booking on the wire and the trace page. */
export const trackingModule = (
  reference: ReferenceStore,
  presenter: (lang: Lang) => ExceptionPresenter,
  positionOf: PositionReader = () => Promise.resolve(undefined),
): HttpModule => ({
  name: 'tracking',
  routes: (app) => {
    route(app, 'getBusinessData', ({ ctx, input }) =>
      getBusinessData({ ctx, obmBkId: input.query.obmBkId, reference: reference.current() }),
    );
    route(app, 'getTrace', ({ ctx, input }) =>
      getTrace({
        ctx,
        obmBkId: input.query.obmBkId,
        asOf: input.query.asOf,
        reference: reference.current(),
        present: presenter(ctx.lang),
        positionOf,
      }),
    );
    route(app, 'traceMoments', ({ ctx, input }) => traceMoments({ ctx, obmBkId: input.query.obmBkId }));
  },
});
