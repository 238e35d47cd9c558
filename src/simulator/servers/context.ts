import type { Instant } from '#shared/time/instant.ts';
import type { World } from '../world.ts';

/** What every server of the world needs. */
export type ServerContext = {
  world: World;
  now: () => Instant;
  /** Whether carriers' servers show their weaknesses. */
  faults: boolean;
  /** Ends when the simulator stops; waiting answers give up then. */
  stopping: AbortSignal;
};
