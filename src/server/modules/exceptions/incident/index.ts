import { defineModule } from '#server/module/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { foldIncidents, keepIncidentSums } from './fold-incidents.ts';
import { incidentRoutes } from './routes.ts';

/** Exceptions by their common cause. */
export const incident = defineModule({
  name: 'incident',
  routes: incidentRoutes,
  background: ({ database }: { database: Database }) => ({
    tasks: [],
    chores: [
      { name: 'incidents', run: () => foldIncidents(database) },
      { name: 'sums of incidents', run: () => keepIncidentSums(database) },
    ],
  }),
});
