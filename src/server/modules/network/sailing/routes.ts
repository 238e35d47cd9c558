import { listRoute } from '#server/list/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { route } from '#server/platform/http/index.ts';
import type { Routes } from '#server/platform/http/index.ts';
import { findBusiestLanes } from './busiest-lanes.ts';
import { getSailing } from './get-sailing.ts';
import { cancelSubscriptions, changeDays, subscribe } from './change-subscriptions.ts';
import { sailingNetwork } from './network-memory.ts';
import type { SecretKeys } from '#server/platform/crypto/index.ts';
import { queryCarrierWays } from './query-carrier-ways.ts';
import { queryPortCalls } from './query-port-calls.ts';
import { querySailings } from './query-sailings.ts';
import { findSailing, sailingKind, sailingSubscriptionsSource } from './sailing-subscriptions.ts';
import { getChanges } from './subscription-source.ts';

/** Sailings of container lines: data of everybody, without any tenant. */
export const sailingRoutes = ({
  reference,
  keys,
}: {
  reference: () => ReferenceSnapshot;
  keys: SecretKeys;
}): Routes => {
  const memory = sailingNetwork;
  return (app) => {
    route(app, 'sailingQuery', ({ ctx, input }) =>
      querySailings({ ctx, input: input.body, memory, reference: reference() }),
    );
    route(app, 'busiestLanes', ({ ctx, input }) => findBusiestLanes(ctx, input.query, reference()));
    route(app, 'carrierWayQuery', ({ ctx, input }) =>
      queryCarrierWays({ ctx, input: input.body, keys, reference: reference() }),
    );
    route(app, 'sailingGet', ({ ctx, input }) => getSailing({ ctx, input: input.query, reference: reference() }));
    route(app, 'portCallQuery', ({ ctx, input }) => queryPortCalls({ ctx, input: input.body, reference: reference() }));
    listRoute(app, sailingSubscriptionsSource(reference));
    route(app, 'sailingSubscriptionChanges', ({ ctx, input }) =>
      getChanges(ctx, sailingKind, input.query.sailingSubscriptionId),
    );
    route(app, 'sailingSubscriptionInsert', ({ ctx, input }) =>
      subscribe({ ctx, kind: sailingKind, input: input.body, findMeant: findSailing, reference: reference() }),
    );
    route(app, 'sailingSubscriptionUpdate', ({ ctx, input: { body } }) =>
      changeDays({ ctx, kind: sailingKind, id: body.sailingSubscriptionId, input: body, reference: reference() }),
    );
    route(app, 'sailingSubscriptionCancel', ({ ctx, input }) =>
      cancelSubscriptions(ctx, sailingKind, input.body.sailingSubscriptionIds),
    );
  };
};
