import { defineModule } from '#server/module/index.ts';
import { expressSource, roadSource, trainSource } from './sources.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { type SchedulePulls, trackNumbers } from '#server/modules/tracking/subscription/index.ts';
import { type Routes, route } from '#server/platform/http/index.ts';
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
const landRoutes =
  ({ reference, schedulePulls }: { reference: () => ReferenceSnapshot; schedulePulls: SchedulePulls }): Routes =>
  (app) => {
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
  };

/** Rail, road and couriers. */
export const land = defineModule({
  name: 'land',
  routes: landRoutes,
  lists: ({ reference }: { reference: () => ReferenceSnapshot }) => [
    trainSource(reference),
    roadSource(reference),
    expressSource(reference),
  ],
});
