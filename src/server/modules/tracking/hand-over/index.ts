import { defineModule } from '#server/module/index.ts';
import { type ReferenceSnapshot, zoneOfCaller } from '#server/modules/administration/masterdata/index.ts';
import type { NotificationCause } from '#server/modules/administration/notification/index.ts';
import { answer, type Routes, route } from '#server/platform/http/index.ts';
import { getHandOver } from './get-hand-over.ts';
import { sendHandOver } from './send-hand-over.ts';

type Parts = {
  reference: () => ReferenceSnapshot;
  notify?: (causes: readonly NotificationCause[]) => Promise<unknown>;
};

/** Hand-over of a shift: what is open, what changed, what is due; live, and sent to the next person. */
const handOverRoutes =
  ({ reference, notify }: Parts): Routes =>
  (app) => {
    route(app, 'handOverGet', ({ ctx, input }) => {
      const current = reference();
      return getHandOver({ ctx, input: input.query, reference: current, zone: zoneOfCaller(ctx, current) });
    });
    route(app, 'handOverSend', async ({ ctx, input }) => {
      const sent = await sendHandOver({ ctx, input: input.body, reference: reference(), tell: notify });
      return answer(sent, 'handOver.sent', { count: sent.told });
    });
  };

/** Hand-over of a shift. */
export const handOver = defineModule({ name: 'hand-over', routes: handOverRoutes });
