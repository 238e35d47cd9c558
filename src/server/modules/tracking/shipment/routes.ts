import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Lang } from '#server/platform/context.ts';
import { route } from '#server/platform/http/index.ts';
import type { Routes } from '#server/platform/http/index.ts';
import { getBusinessData, getTrace } from './get-trace.ts';
import { traceMoments } from './trace-moments.ts';
import type { ExceptionPresenter } from './presenters.ts';
import type { PositionReader } from './trace-position.ts';

/** What reading shipments needs of the product. */
export type ShipmentParts = {
  reference: () => ReferenceSnapshot;
  presentExceptions: (lang: Lang) => ExceptionPresenter;
  findPosition?: PositionReader;
};

/** Reading shipments: the booking on the wire and the trace page. */
export const shipmentRoutes =
  ({
    reference,
    presentExceptions: presenter,
    findPosition: positionOf = () => Promise.resolve(undefined),
  }: ShipmentParts): Routes =>
  (app) => {
    route(app, 'getBusinessData', ({ ctx, input }) =>
      getBusinessData({ ctx, obmBkId: input.query.obmBkId, reference: reference() }),
    );
    route(app, 'getTrace', ({ ctx, input }) =>
      getTrace({
        ctx,
        obmBkId: input.query.obmBkId,
        asOf: input.query.asOf,
        reference: reference(),
        present: presenter(ctx.lang),
        positionOf,
      }),
    );
    route(app, 'traceMoments', ({ ctx, input }) => traceMoments({ ctx, obmBkId: input.query.obmBkId }));
  };
