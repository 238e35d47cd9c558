import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { type SchedulePulls, trackNumbers } from '#server/modules/tracking/subscription/index.ts';
import { type HttpModule, route } from '#server/platform/http/index.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { getDrive } from './get-drive.ts';
import { readParcel, readRail, readRoad } from './read-numbers.ts';

export { expressSource, roadSource, trainSource } from './sources.ts';

const kinds = [
  ['trainSubscribe', 'rail', readRail],
  ['vehicleSubscribe', 'road', readRoad],
  ['expressSubscribe', 'courier', readParcel],
] as const;

/** Rail, road and couriers besides their lists: tracking numbers, and the drive of a truck. */
export const landModule = (reference: () => ReferenceSnapshot, schedulePulls: SchedulePulls): HttpModule => ({
  name: 'land',
  routes: (app) => {
    for (const [name, mode, read] of kinds)
      route(app, name, ({ ctx, input }) =>
        trackNumbers({
          ctx,
          numbers: input.body.waybills,
          mode,
          read: (text) => read(text, ctx.lang),
          twice: serverText('land.twice', {}, ctx.lang),
          schedulePulls,
          reference: reference(),
        }),
      );
    route(app, 'vehicleTraceDrive', ({ ctx, input }) => getDrive({ ctx, obmBkId: input.query.obmBkId }));
  },
});
