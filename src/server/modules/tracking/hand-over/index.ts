import { type ReferenceStore, zoneOfCaller } from '#server/modules/administration/masterdata/index.ts';
import type { NotificationCause } from '#server/modules/administration/notification/index.ts';
import { answer, type HttpModule, route } from '#server/platform/http/index.ts';
import { getHandOver } from './get-hand-over.ts';
import { sendHandOver } from './send-hand-over.ts';

type Parts = { reference: ReferenceStore; tell?: (causes: readonly NotificationCause[]) => Promise<unknown> };

/** Hand-over of a shift: what is open, what changed, what is due; live, and sent to the next person. */
export const handOverModule = ({ reference, tell }: Parts): HttpModule => ({
  name: 'hand-over',
  routes: (app) => {
    route(app, 'handOverGet', ({ ctx, input }) => {
      const current = reference.current();
      return getHandOver({ ctx, input: input.query, reference: current, zone: zoneOfCaller(ctx, current) });
    });
    route(app, 'handOverSend', async ({ ctx, input }) => {
      const sent = await sendHandOver({ ctx, input: input.body, reference: reference.current(), tell });
      return answer(sent, 'handOver.sent', { count: sent.told });
    });
  },
});
