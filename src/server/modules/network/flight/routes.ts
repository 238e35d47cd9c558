import { listRoute } from '#server/list/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { cancelSubscriptions, changeDays, getChanges, subscribe } from '#server/modules/network/sailing/index.ts';
import { type Routes, route } from '#server/platform/http/index.ts';
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
    route(app, 'flightSubscriptionInsert', ({ ctx, input }) =>
      subscribe({ ctx, kind: flightKind, input: input.body, findMeant: findFlight, reference: reference() }),
    );
    route(app, 'flightSubscriptionUpdate', ({ ctx, input: { body } }) =>
      changeDays({ ctx, kind: flightKind, id: body.flightSubscriptionId, input: body, reference: reference() }),
    );
    route(app, 'flightSubscriptionCancel', ({ ctx, input }) =>
      cancelSubscriptions(ctx, flightKind, input.body.flightSubscriptionIds),
    );
  };
