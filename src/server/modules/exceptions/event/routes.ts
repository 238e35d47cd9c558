import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { answer, type Routes, route } from '#server/platform/http/index.ts';
import { actOnBoard } from './act-on-board.ts';
import { actOnEvent } from './act-on-event.ts';
import { getEvent } from './get-event.ts';
import { queryBoard } from './query-board.ts';

const said = {
  confirm: 'event.confirmed',
  close: 'event.closed',
  reopen: 'event.reopened',
  comment: 'event.commented',
} as const;

const saidOfMany = { confirm: 'event.manyConfirmed', close: 'event.manyClosed' } as const;

/** Events of shipments: what people do about them, and the board. */
export const eventRoutes =
  ({ reference }: { reference: () => ReferenceSnapshot }): Routes =>
  (app) => {
    route(app, 'shipmentEventGet', ({ ctx, input }) => getEvent(ctx, input.query, reference()));
    route(app, 'shipmentEventAct', async ({ ctx, input }) =>
      answer(await actOnEvent({ ctx, input: input.body }), said[input.body.act]),
    );
    route(app, 'eventBoardAct', async ({ ctx, input }) => {
      const done = await actOnBoard({ ctx, input: input.body });
      return answer(done, saidOfMany[input.body.act], done);
    });
    route(app, 'eventBoard', ({ ctx, input }) => queryBoard(ctx, input.body, reference()));
  };
