import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { answer, route, type Routes } from '#server/platform/http/index.ts';
import { addFeedRoute } from './feed-route.ts';
import { createFeed, endFeed, listFeeds } from './feeds.ts';

/** Calendars of a person: what there are, making and ending them, and the address at which programs read them. */
export const calendarFeedRoutes =
  ({ reference, publicUrl }: { reference: () => ReferenceSnapshot; publicUrl: () => string }): Routes =>
  (app, deps) => {
    route(app, 'calendarFeeds', ({ ctx }) => listFeeds(ctx));
    route(app, 'calendarFeedInsert', async ({ ctx, input }) =>
      answer(
        await createFeed(ctx, input.body, { publicUrl: publicUrl(), now: deps.realClock.now() }),
        'calendar.created',
      ),
    );
    route(app, 'calendarFeedDelete', async ({ ctx, input }) =>
      answer(await endFeed(ctx, input.body), 'calendar.ended'),
    );
    addFeedRoute(app, deps, { reference, publicUrl });
  };
