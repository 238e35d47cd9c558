import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { answer, route } from '#server/platform/http/index.ts';
import type { Routes } from '#server/platform/http/index.ts';
import { actOnIncident } from './act-on-incident.ts';
import { getIncidentPlaces } from './get-places.ts';
import { getIncident, listIncidentMembers, queryIncidents } from './query-incidents.ts';

/** Exceptions by their common cause: lists, members, and acts on all of them at once. */
export const incidentRoutes =
  ({ reference }: { reference: () => ReferenceSnapshot }): Routes =>
  (app) => {
    route(app, 'queryIncidents', ({ ctx, input }) =>
      queryIncidents({ ctx, input: input.body, reference: reference() }),
    );
    route(app, 'incidentById', ({ ctx, input }) => getIncident({ ctx, input: input.query, reference: reference() }));
    route(app, 'incidentMembers', ({ ctx, input }) =>
      listIncidentMembers({ ctx, input: input.body, reference: reference() }),
    );
    route(app, 'incidentPlaces', ({ ctx, input }) =>
      getIncidentPlaces({ ctx, input: input.query, reference: reference() }),
    );
    route(app, 'actOnIncident', async ({ ctx, input }) => {
      const result = await actOnIncident({ ctx, input: input.body });
      const params = { count: result.changed, stale: result.results.length };
      return answer(result, result.results.length > 0 ? 'incident.partlyActed' : 'incident.acted', params);
    });
  };
