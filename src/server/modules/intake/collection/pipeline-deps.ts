import type { Logger } from 'pino';
import type { VoyageView } from '#domain/network/position/voyage.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { NotificationCause } from '#server/modules/administration/notification/index.ts';
import type { FusionOptions } from '#server/modules/tracking/shipment/index.ts';
import { type Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { MasterDataCatchUp } from './current-decisions.ts';
import type { TenantIds } from '#server/platform/db/tenant-ids.ts';

/** What the pipeline works with. */
export type PipelineDeps = {
  database: Database;
  log: Logger;
  /** Tells how fast the world is; without it as fast as the machine. */
  clock?: Clock | undefined;
  reference: () => ReferenceSnapshot;
  /** Without it master data are as fresh as they are. */
  catchUp?: MasterDataCatchUp | undefined;
  fusion: FusionOptions;
  /** Puts the next pull of targets into the queue, in the current transaction. */
  schedulePulls: (pulls: readonly { subscriptionSourceId: number; at: Instant }[]) => Promise<void>;
  /** Tells browsers, in the current transaction. */
  publish: (event: { tenantId: number; topic: string; payload: unknown }) => Promise<void>;
  /** What positions say about subscriptions now; without it rules know no positions. */
  voyages?: ((subscriptions: TenantIds) => Promise<ReadonlyMap<number, VoyageView>>) | undefined;
  /** Tells anyone who listens, in the current transaction; without it nobody is notified. */
  notify?: ((causes: readonly NotificationCause[]) => Promise<unknown>) | undefined;
};
