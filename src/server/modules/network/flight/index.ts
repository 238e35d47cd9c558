import { defineModule } from '#server/module/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { flightExport } from './flight-export.ts';
import { flightNetwork } from './flight-network.ts';
import { flightRoutes } from './routes.ts';
import { flightSubscriptionsSource } from './subscriptions.ts';
import { flightTasks } from './tasks.ts';

/** Flights and subscribed flights. */
export const flight = defineModule({
  name: 'flight',
  routes: flightRoutes,
  background: flightTasks,
  lists: ({ reference }: { reference: () => ReferenceSnapshot }) => [flightSubscriptionsSource(reference)],
  exports: ({ reference }: { reference: () => ReferenceSnapshot }) => ({
    flights: flightExport(reference, flightNetwork),
  }),
});
