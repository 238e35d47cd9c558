import type { Instant } from '#shared/time/instant.ts';
import type { World } from '../world.ts';

/** What a list of a tenant's order system is asked with: pages follow each other by a cursor. */
export type OrderSystemRoute = {
  Params: { tenantCode: string };
  Querystring: { after?: string; limit?: string };
};

/** What every server of the world needs. */
export type ServerContext = {
  world: World;
  now: () => Instant;
  /** Whether carriers' servers show their weaknesses. */
  faults: boolean;
  /** Ends when the simulator stops; waiting answers give up then. */
  stopping: AbortSignal;
};
