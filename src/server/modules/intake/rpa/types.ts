import type { Logger } from 'pino';
import { z } from 'zod';
import type { PipelineDeps } from '#server/modules/intake/collection/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { defineTask, type Queue } from '#server/platform/queue/index.ts';

/** What taking answers and running parsers over them works with. */
export type RpaDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  reference: () => ReferenceSnapshot;
  queue: Queue;
};

/** The same where records are made. */
export type RpaTaskDeps = RpaDeps & { pipeline: PipelineDeps };

/** Tasks of this module. */
export const rpaTasks = {
  take: defineTask(
    'robot_answer',
    z.object({ answerId: z.number() }),
    `select tenant_id from robot_answer where id = (n.payload->>'answerId')::int8`,
  ),
};
