import { defineModule } from '#server/module/index.ts';
import { positionRoutes } from './routes.ts';
import { positionTasks } from './tasks.ts';
import { ensureAisSource } from './voyage-queries.ts';
export { createIngest } from './ingest.ts';
export { startReceivingAircraft } from './receive-aircraft.ts';
export { startReceiving } from './start-receiving.ts';
export { laneBetween } from './lanes.ts';
export { linkVoyages } from './link-voyages.ts';
export { predictArrivals } from './predict-arrivals.ts';
export { listSparseFixes } from './passage-queries.ts';
export { predictHop, predictOnHop, readHop } from './predict-hop.ts';
export { listLastHeard } from './read-positions.ts';
export { findVesselImo } from './read-queries.ts';
export { listVoyageViews } from './voyage-views.ts';
export { findTracePosition } from './trace-position.ts';
export { readVesselNews, tellVesselNews, type VesselNewsCursor } from './vessel-news.ts';

/** Positions of vessels and aircraft, and voyages. */
export const position = defineModule({
  name: 'position',
  routes: positionRoutes,
  background: positionTasks,
  seed: ensureAisSource,
});
