import { listRoute } from '#server/list/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { cancelSubscriptions, changeDays, getChanges, subscribe } from '#server/modules/network/sailing/index.ts';
import { answer, type Routes, route } from '#server/platform/http/index.ts';
import { flightNetwork } from './flight-network.ts';
import { queryFlights } from './query-flights.ts';
import { findFlight, flightKind, flightSubscriptionsSource } from './subscriptions.ts';

/** Flights of airlines: data of everybody, without any tenant; and what tenants subscribe of them. */
export const flightRoutes =
  ({ reference }: { reference: () => ReferenceSnapshot }): Routes =>
  (app) => {
    route(app, 'flightQuery', ({ ctx, input }) =>
      queryFlights({ ctx, input: input.body, memory: flightNetwork, reference: reference() }),
    );
    listRoute(app, flightSubscriptionsSource(reference));
    route(app, 'flightSubscriptionChanges', ({ ctx, input }) =>
      getChanges(ctx, flightKind, input.query.flightSubscriptionId),
    );
    route(app, 'flightSubscriptionInsert', async ({ ctx, input: { body } }) => {
      const findMeant = (item: (typeof body.items)[number]) => findFlight(ctx, item);
      const done = await subscribe({ ctx, kind: flightKind, input: body, findMeant, reference: reference() });
      return answer(done, 'tracking.subscribed');
    });
    route(app, 'flightSubscriptionUpdate', async ({ ctx, input: { body } }) => {
      const id = body.flightSubscriptionId;
      const done = await changeDays({ ctx, kind: flightKind, id, input: body, reference: reference() });
      return answer(done, 'tracking.modified');
    });
    route(app, 'flightSubscriptionCancel', async ({ ctx, input }) =>
      answer(await cancelSubscriptions(ctx, flightKind, input.body.flightSubscriptionIds), 'tracking.cancelled'),
    );
  };
