import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { answer, chunksOf, type Routes, route, withRawBodies } from '#server/platform/http/index.ts';
import { tieShipment, untieShipment } from './change-ties.ts';
import { downloadDocument, removeDocument, uploadDocument } from './documents.ts';
import { getOrder, getOrderVessels } from './get-order.ts';

/** Orders besides their list and their lines: movements, ties and documents. */
export const orderRoutes =
  ({ reference: current }: { reference: () => ReferenceSnapshot }): Routes =>
  (app) => {
    route(app, 'orderGet', ({ ctx, input }) => getOrder({ ctx, input: input.query, reference: current() }));
    route(app, 'orderVessels', ({ ctx, input }) => getOrderVessels({ ctx, input: input.query, reference: current() }));
    route(app, 'orderTie', async ({ ctx, input }) =>
      answer(await tieShipment({ ctx, input: input.body, reference: current }), 'order.tied'),
    );
    route(app, 'orderUntie', async ({ ctx, input }) =>
      answer(await untieShipment({ ctx, input: input.body, reference: current }), 'order.untied'),
    );
    route(app, 'orderDocumentDownload', ({ ctx, input }) => downloadDocument({ ctx, input: input.query }));
    route(app, 'orderDocumentRemove', async ({ ctx, input }) =>
      answer(await removeDocument({ ctx, input: input.body }), 'order.document.removed'),
    );
    withRawBodies(app, (scope) =>
      route(scope, 'orderDocumentUpload', async ({ ctx, input, request }) =>
        answer(await uploadDocument({ ctx, input: input.query, chunks: chunksOf(request) }), 'order.document.saved'),
      ),
    );
  };
