import { insertMany } from './insert-many.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createRandom } from '#shared/random/prng.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';
import { buildSubscription } from './factories.ts';

/** A stored exception as the tests of its list look at it. */
export type ExceptionSample = {
  id: number;
  tenant_id: number;
  subscription_id: number;
  type_code: string;
  problem_key: string;
  severity: string;
  handle_status: number;
  handle_remark: string | null;
  handle_time: Instant | null;
  assignee_code: string | null;
  assignee_name: string | null;
  subject: 'bill' | 'container';
  bill_no: string | null;
  container_no: string | null;
  carrier_code: string;
  vessel_name: string | null;
  voyage: string | null;
  source_type: string;
  channel: string;
  ended: boolean;
  subscribed_at: Instant;
  created_at: Instant;
  updated_at: Instant;
};

const people = [
  ['li', '李四'],
  ['wang', '王五'],
] as const;

/** Writes `count` exceptions of all sorts, three to a subscription, with many ties; the same for the same seed. */
export async function buildExceptions(
  database: Database,
  {
    tenantIds,
    count,
    seed,
    from,
    firstNumber = 1000,
  }: { tenantIds: readonly number[]; count: number; seed: string; from: Instant; firstNumber?: number },
): Promise<ExceptionSample[]> {
  const random = createRandom(seed);
  const samples: Omit<ExceptionSample, 'id'>[] = [];
  while (samples.length < count) {
    const tenantId = random.pick(tenantIds);
    const byBill = random.chance(0.6);
    const carrier = random.pick(['MERI', 'BORE', 'SABL']);
    const place = samples.length;
    const subscription = await buildSubscription(database, {
      tenantId,
      carrierCode: carrier,
      subscribedAt: from,
      ...(byBill
        ? { billNo: `${carrier}${firstNumber + place}` }
        : { containerNo: `MERU${100000 + firstNumber + place}` }),
    });
    for (const typeCode of ['ETA_SLIP', 'HOLD', 'ROLLED']) {
      const person = random.pick([...people, null]);
      const handled = random.chance(0.5);
      samples.push({
        tenant_id: tenantId,
        subscription_id: subscription.id,
        type_code: typeCode,
        problem_key: '',
        severity: random.pick(['low', 'medium', 'high']),
        handle_status: random.int(0, 4),
        handle_remark: random.pick([null, '已联系船公司', '100%_done', 'Waiting for reply']),
        handle_time: handled ? from + random.int(0, 20) * DAY_MS + random.int(0, 23) * HOUR_MS : null,
        assignee_code: person?.[0] ?? null,
        assignee_name: person?.[1] ?? null,
        subject: byBill ? 'bill' : 'container',
        bill_no: subscription.billNo,
        container_no: subscription.containerNo,
        carrier_code: carrier,
        vessel_name: random.pick([null, 'MERIDIAN PINE', 'MERIDIAN OAK', 'BOREALIS FJORD']),
        voyage: random.pick([null, '101W', '102E']),
        source_type: random.pick(['CARRIER', 'FT']),
        channel: random.pick(['SHIPPING_TRACKING', 'EXPERT']),
        ended: random.chance(0.3),
        subscribed_at: from + random.int(0, 10) * DAY_MS + random.int(0, 23) * HOUR_MS,
        created_at: from + random.int(10, 20) * DAY_MS + random.int(0, 3) * 6 * HOUR_MS,
        updated_at: from + random.int(20, 25) * DAY_MS,
      });
    }
  }
  await insertMany(database, 'shipment_exception', samples);
  const rows = await database.query<{ id: number; subscription_id: number; type_code: string }>(
    'select id, subscription_id, type_code from shipment_exception where subscription_id = any($1)',
    [samples.map((sample) => sample.subscription_id)],
  );
  const idOf = new Map(rows.map((row) => [`${row.subscription_id} ${row.type_code}`, row.id]));
  return samples.map((sample) => ({
    ...sample,
    id: idOf.get(`${sample.subscription_id} ${sample.type_code}`) as number,
  }));
}
