import type { Instant } from '#shared/time/instant.ts';
import type { Database } from '#server/platform/db/database.ts';
import { ts } from '#server/platform/db/instants.ts';

let serial = 0;
const next = (): string => String(++serial).padStart(4, '0');

/** What may be stated about a subscription; by default one of a bill at a carrier of its own. */
export type SubscriptionOptions = {
  tenantId: number;
  billNo?: string;
  containerNo?: string;
  carrierCode?: string;
  subscribedAt?: Instant;
  /** When the product got it; when it was subscribed, unless another moment is given. */
  createdAt?: Instant;
  ended?: boolean;
};

/** A subscription of a test. */
export type TestSubscription = {
  id: number;
  tenantId: number;
  billNo: string | null;
  containerNo: string | null;
  carrierCode: string;
};

/** Makes a subscription: of a container when only `containerNo` is given, else of a bill. */
export async function buildSubscription(database: Database, options: SubscriptionOptions): Promise<TestSubscription> {
  const { tenantId, carrierCode = 'TSTU', subscribedAt = Date.UTC(2026, 0, 1) } = options;
  const byContainer = options.containerNo !== undefined && options.billNo === undefined;
  const billNo = byContainer ? null : (options.billNo ?? `BILL${next()}`);
  const containerNo = options.containerNo ?? null;
  const { id } = await database.system
    .insertInto('subscription')
    .values({
      tenant_id: tenantId,
      subject: byContainer ? 'container' : 'bill',
      bill_no: billNo,
      container_no: containerNo,
      carrier_code: carrierCode,
      channel: 'API',
      source_type: 'CARRIER',
      subscribed_at: ts(subscribedAt),
      created_at: ts(options.createdAt ?? subscribedAt),
      ended: options.ended ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, tenantId, billNo, containerNo, carrierCode };
}

/** Makes a source that speaks DCSA; gives its id. */
export async function buildSource(
  database: Database,
  options: { code?: string; carrierCode?: string; baseUrl?: string } = {},
): Promise<{ id: number; code: string }> {
  const code = options.code ?? `SRC${next()}`;
  const { id } = await database.system
    .insertInto('source')
    .values({
      code,
      protocol: 'dcsa',
      source_type: 'CARRIER',
      channel: 'API',
      carrier_code: options.carrierCode ?? 'TSTU',
      name_cn: `来源 ${code}`,
      name_en: `Source ${code}`,
      base_url: options.baseUrl ?? 'http://127.0.0.1:1',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, code };
}
