import { defineModule } from '#server/module/index.ts';
import { calendarFeedRoutes } from './routes.ts';

/** Calendars of arrivals, departures and cut-offs for people's calendar programs. */
export const calendarFeed = defineModule({
  name: 'calendar-feed',
  routes: calendarFeedRoutes,
});
