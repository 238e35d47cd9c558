import type { PipelineDeps } from '#server/modules/intake/collection/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { answer, route } from '#server/platform/http/index.ts';
import type { Routes } from '#server/platform/http/index.ts';
import { listOverrides, overrideHistory } from './list-overrides.ts';
import { saveOverride } from './save-override.ts';
import { restoreOverrides, undoOverride } from './undo-override.ts';

/** Expert values: entered, switched on and off, undone, each followed by a fusion of the shipment. */
export const overrideRoutes =
  ({ pipeline, reference }: { pipeline: PipelineDeps; reference: () => ReferenceSnapshot }): Routes =>
  (app) => {
    route(app, 'overrides', ({ ctx, input }) => listOverrides({ ctx, input: input.query, reference: reference() }));
    route(app, 'overrideHistory', ({ ctx, input }) =>
      overrideHistory({ ctx, input: input.query, reference: reference() }),
    );
    route(app, 'saveOverride', async ({ ctx, input }) => {
      const entry = await saveOverride({ ctx, input: input.body, pipeline, reference: reference() });
      return answer(entry, entry.isDelete === 1 ? 'override.saved' : 'override.disabled');
    });
    route(app, 'undoOverride', async ({ ctx, input }) =>
      answer(await undoOverride({ ctx, input: input.body, pipeline }), 'override.undone'),
    );
    route(app, 'restoreOverrides', async ({ ctx, input }) => {
      const restored = await restoreOverrides({ ctx, input: input.body, pipeline });
      return answer({ restored }, 'override.restored', { count: restored });
    });
  };
