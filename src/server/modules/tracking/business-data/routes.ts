import type { PipelineDeps, PullDeps } from '#server/modules/intake/collection/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { answer, route } from '#server/platform/http/index.ts';
import type { App, Routes } from '#server/platform/http/index.ts';
import { copyArrival } from './copy-arrival.ts';
import { deleteBookings, deleteContainers, deleteLeg, deleteLegs, deleteStatuses } from './delete-rows.ts';
import { lookUp } from './look-up.ts';
import { queryBookings } from './query-bookings.ts';
import { queryExpert } from './query-expert.ts';
import { saveBusinessData } from './save-business-data.ts';
import { undoChange } from './undo-change.ts';

type Deps = { pipeline: PullDeps; reference: () => ReferenceSnapshot };

/** Bookings with 500 containers and their milestones are some megabytes. */
const maxBytes = 12_000_000;

function addDeletes(app: App, pipeline: PipelineDeps): void {
  const statement = (data: Awaited<ReturnType<typeof deleteLegs>>) =>
    answer(data, data.deleted > 0 ? 'success.deleted' : 'business.unchanged');
  route(app, 'deleteBusinessData', async ({ ctx, input }) =>
    statement(await deleteBookings({ ctx, pipeline }, input.body)),
  );
  route(
    app,
    'deleteContainers',
    async ({ ctx, input }) => statement(await deleteContainers({ ctx, pipeline }, input.body)),
    { bodyLimit: maxBytes },
  );
  for (const name of ['deleteStatuses', 'deleteStatusRecords'] as const)
    route(app, name, async ({ ctx, input }) => statement(await deleteStatuses({ ctx, pipeline }, input.body)), {
      bodyLimit: maxBytes,
    });
  route(app, 'deleteLegs', async ({ ctx, input }) =>
    statement(await deleteLegs({ ctx, pipeline }, input.body?.obmBkId ?? input.query.obmBkId)),
  );
  route(app, 'deleteLeg', async ({ ctx, input }) =>
    statement(await deleteLeg({ ctx, pipeline }, input.body?.obmMultiVesseId ?? input.query.obmMultiVesseId)),
  );
  route(app, 'deleteStatusRecord', async ({ ctx, input }) =>
    statement(await deleteStatuses({ ctx, pipeline }, [input.body?.mdStatusRecordId ?? input.query.mdStatusRecordId])),
  );
}

/** Bookings as experts see and correct them. */
export const businessDataRoutes =
  ({ pipeline, reference }: Deps): Routes =>
  (app) => {
    route(
      app,
      'saveBusinessData',
      async ({ ctx, input }) => {
        const saved = await saveBusinessData({ ctx, input: input.body, pipeline, reference: reference() });
        return answer(saved.data, saved.changed ? 'success.saved' : 'business.unchanged');
      },
      { bodyLimit: maxBytes },
    );
    route(app, 'expertBusinessData', ({ ctx, input }) =>
      queryExpert({ ctx, input: input.query, reference: reference() }),
    );
    route(app, 'automaticBkInfo', async ({ ctx, input }) => {
      const found = await lookUp({ ctx, input: input.body, deps: pipeline, reference: reference() });
      return answer(found, found.obmBk === undefined ? 'business.lookupNothing' : 'business.lookupFound');
    });
    route(app, 'exceptionBusiness', ({ ctx, input }) =>
      queryBookings({ ctx, input: input.body, reference: reference() }),
    );
    route(app, 'copyArrival', async ({ ctx, input }) => {
      const copied = await copyArrival({ ctx, input: input.body, pipeline, reference: reference() });
      return answer(copied, 'business.arrivalCopied', { count: copied.rows.filter((row) => row.changed === 1).length });
    });
    addDeletes(app, pipeline);
    route(app, 'undoBusinessData', async ({ ctx, input }) =>
      answer(await undoChange({ ctx, input: input.body, pipeline, reference: reference() }), 'business.undone'),
    );
  };
