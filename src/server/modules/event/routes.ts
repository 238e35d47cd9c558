import type { ReferenceSnapshot } from '#server/modules/masterdata/index.ts';
import { answer, type HttpModule, route } from '#server/platform/http/index.ts';
import { actOnEvent } from './act-on-event.ts';
import { getEvent } from './get-event.ts';
import { queryBoard } from './query-board.ts';

const said = {
  confirm: 'event.confirmed',
  close: 'event.closed',
  reopen: 'event.reopened',
  comment: 'event.commented',
} as const;

/** Events of shipments: what people do about them, and the board. */
export const eventModule = (reference: () => ReferenceSnapshot): HttpModule => ({
  name: 'event',
  routes: (app) => {
    route(app, 'shipmentEventGet', ({ ctx, input }) => getEvent(ctx, input.query, reference()));
    route(app, 'shipmentEventAct', async ({ ctx, input }) =>
      answer(await actOnEvent({ ctx, input: input.body }), said[input.body.act]),
    );
    route(app, 'eventBoard', ({ ctx, input }) => queryBoard(ctx, input.body));
  },
});
