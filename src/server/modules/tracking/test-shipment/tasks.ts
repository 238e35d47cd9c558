import { isDue } from '#server/connectors/staged/index.ts';
import type { SchedulePulls } from '#server/modules/tracking/subscription/index.ts';
import { type Clock, realClock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type BackgroundModule, defineRecurring, type Queue, repeat } from '#server/platform/queue/index.ts';
import type { Logger } from 'pino';

const task = defineRecurring('test_shipment');
const everyMs = 2_000;

type Deps = { database: Database; queue: Queue; clock: Clock; log: Logger; schedulePulls: SchedulePulls };

/** Has test sources asked whose story has gone on, by the machine's clock: stories last as long beside a simulated world. */
export async function askDue({ database, clock, schedulePulls }: Omit<Deps, 'queue' | 'log'>): Promise<number> {
  const rows = await database.query<{ id: number; number: string | null; object_id: string; etag: string | null }>(
    `select ss.id, case s.subject when 'bill' then s.bill_no else s.container_no end as number, ss.object_id, ss.etag
     from source o join subscription_source ss on ss.source_id = o.id join subscription s on s.id = ss.subscription_id
     where o.protocol = 'staged' and o.enabled and not s.ended and not ss.stopped and ss.object_id is not null
     order by ss.id limit 10000`,
  );
  const machineNow = realClock.now();
  const due = rows.filter(({ number, object_id: objectId, etag }) =>
    isDue({ number: number ?? '', objectId, etag }, machineNow, everyMs),
  );
  if (due.length > 0) await schedulePulls(due.map(({ id }) => ({ subscriptionSourceId: id, at: clock.now() })));
  return due.length;
}

/** Lets the stories of test shipments go on. */
export const testShipmentTasks = (deps: Deps): BackgroundModule => ({
  tasks: [
    repeat(deps, task, everyMs, async () => {
      await askDue(deps);
    }),
  ],
});
