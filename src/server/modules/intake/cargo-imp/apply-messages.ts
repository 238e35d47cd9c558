import { createHash } from 'node:crypto';
import { keepPushed, packBody } from '#server/modules/intake/collection/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { itemAt } from '#shared/values/items.ts';
import type { CargoImpDeps } from './types.ts';

/** A kept message about one waybill. */
export type StoredWaybillMessage = { waybill: string; carrier_code: string; received_at: number; body: Uint8Array };

/** The hash by which a message that comes twice is known again. */
export const hashOf = (body: Uint8Array): Buffer => createHash('sha256').update(body).digest().subarray(0, 16);

/** The source that an airline's messages are kept under, or those of no known airline; made when it is first needed. */
export async function ensureSource(
  database: Database,
  carrierCode: string | null,
  reference: ReferenceSnapshot,
): Promise<number> {
  const code = carrierCode === null ? 'cargoimp' : `cargoimp:${carrierCode}`;
  const found = await database.execute<{ id: number }>('select id from source where code = $1', [code]);
  if (found.rows[0] !== undefined) return found.rows[0].id;
  const airline = carrierCode === null ? undefined : reference.airlines.get(carrierCode);
  const { rows } = await database.execute<{ id: number }>(
    `insert into source (code, protocol, source_type, channel, carrier_code, mode, name_cn, name_en, base_url, asked)
     values ($1, 'cargoimp', 'CARRIER', 'SHIPPING_TRACKING', $2, 'air', $3, $4, '', false)
     on conflict (code) do update set name_cn = excluded.name_cn returning id`,
    [
      code,
      carrierCode,
      `${airline?.nameCn ?? airline?.nameEn ?? carrierCode ?? ''} Cargo-IMP 报文`.trim(),
      `${airline?.nameEn ?? carrierCode ?? ''} Cargo-IMP messages`.trim(),
    ],
  );
  return itemAt(rows, 0).id;
}

type Target = { id: number; subscription_id: number; tenant_id: number; waybill: string };

/** Subscriptions of an airline's waybills, of all tenants, with the source as one of theirs. */
async function targetsOf(
  database: Database,
  sourceId: number,
  carrierCode: string,
  waybills: readonly string[],
): Promise<Target[]> {
  const subscribed = `select s.id, s.tenant_id, s.bill_no from subscription s
    where s.mode = 'air' and s.subject = 'bill' and s.bill_no = any($2) and s.carrier_code = $3`;
  await database.execute(
    `insert into subscription_source (tenant_id, subscription_id, source_id)
     select f.tenant_id, f.id, $1 from (${subscribed}) f order by f.id on conflict do nothing`,
    [sourceId, waybills, carrierCode],
  );
  const { rows } = await database.execute<Target>(
    `select ss.id, ss.subscription_id, ss.tenant_id, f.bill_no as waybill
     from (${subscribed}) f join subscription_source ss on ss.subscription_id = f.id and ss.source_id = $1 order by ss.id`,
    [sourceId, waybills, carrierCode],
  );
  return rows;
}

/**
 * Keeps messages for every subscription of their waybills and has the records made again; one that is kept already is not kept
 * twice. Runs in the caller's transaction; gives the waybills that somebody tracks.
 */
export async function applyMessages(
  deps: CargoImpDeps,
  messages: readonly StoredWaybillMessage[],
): Promise<ReadonlySet<string>> {
  const { database } = deps;
  const tracked = new Set<string>();
  for (const [carrierCode, own] of Map.groupBy(messages, (message) => message.carrier_code)) {
    const sourceId = await ensureSource(database, carrierCode, deps.reference());
    const targets = await targetsOf(database, sourceId, carrierCode, [...new Set(own.map(({ waybill }) => waybill))]);
    const byWaybill = Map.groupBy(targets, ({ waybill }) => waybill);
    await keepPushed(
      database,
      own.flatMap((message) =>
        (byWaybill.get(message.waybill) ?? []).map((target) => ({
          tenantId: target.tenant_id,
          subscriptionId: target.subscription_id,
          sourceId,
          receivedAt: message.received_at,
          ...packBody(message.body),
          hash: hashOf(message.body),
        })),
      ),
    );
    if (targets.length > 0) await deps.scheduleProcessing(targets.map(({ id }) => id));
    for (const { waybill } of targets) tracked.add(waybill);
  }
  return tracked;
}
