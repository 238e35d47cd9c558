import { defineModule } from '#server/module/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { sailingNetwork } from './network-memory.ts';
import { portCallExport } from './port-call-export.ts';
import { sailingRoutes } from './routes.ts';
import { sailingExport } from './sailing-export.ts';
import { sailingSubscriptionsSource } from './sailing-subscriptions.ts';
import { sailingTasks } from './tasks.ts';
export { cancelSubscriptions, changeDays, type Meant, subscribe } from './change-subscriptions.ts';
export { createNetworkMemory, memoryOfDatabase, type NetworkMemory, sailingNetwork } from './network-memory.ts';
export { presentPorts } from './present.ts';
export { querySailings } from './query-sailings.ts';
export { listSources } from './read-queries.ts';
export { refreshNext, type SailingDeps, type ScheduleReader } from './refresh-sources.ts';
export { seedSailingSources } from './source-queries.ts';
export type { SubscriptionKind } from './subscription-kind.ts';
export { isQueried } from './subscription-queries.ts';
export { getChanges, subscribedRows, subscriptionSource } from './subscription-source.ts';
export { notifySubscribers } from './notify-subscribers.ts';
export { readVesselCalls } from './vessel-calls.ts';

/** Sailings, port calls and subscribed sailings. */
export const sailing = defineModule({
  name: 'sailing',
  routes: sailingRoutes,
  background: sailingTasks,
  lists: ({ reference }: { reference: () => ReferenceSnapshot }) => [sailingSubscriptionsSource(reference)],
  exports: ({ reference }: { reference: () => ReferenceSnapshot }) => ({
    portCalls: portCallExport(reference),
    sailings: sailingExport(reference, sailingNetwork),
  }),
});
