// unscoped: The subscription was found by `ctx.db` before: its records, removals and values are addressed by its id, and live events name
// their tenant.
import type { BusinessData } from '#contract/tracking/business-data.ts';
import type { FieldOverride } from '#domain/intake/fusion/types.ts';
import type { SourceRecord } from '#domain/tracking/model.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import {
  findShipment,
  listShipmentRows,
  presentShipment,
  standingOverrides,
  toSourceRecord,
} from '#server/modules/tracking/shipment/index.ts';
import type { TraceShipment } from '#server/modules/tracking/shipment/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { withTenants } from '#server/platform/db/tenant-ids.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { both } from '#shared/i18n/text.ts';
import { lastChange } from './queries.ts';
import type { OwnSubscription } from './queries.ts';

/** All records of a subscription besides one expert's, and the expert values that stand. */
export async function loadRecords(
  ctx: Ctx,
  subscription: OwnSubscription,
  except: string,
): Promise<{ records: SourceRecord[]; overrides: FieldOverride[] }> {
  const own = withTenants([subscription]);
  const rows = await listShipmentRows(ctx.unscoped, own);
  const overrides = await standingOverrides(ctx.unscoped, own);
  return {
    records: rows.filter((row) => !row.fused && row.source_code !== except).map(toSourceRecord),
    overrides: overrides.get(subscription.id) ?? [],
  };
}

/** A booking as the wire has it, read again. */
export async function presentById(
  ctx: Ctx,
  id: number,
  subscription: OwnSubscription,
  reference: ReferenceSnapshot,
): Promise<BusinessData> {
  const shipment = await findShipment(ctx, id);
  if (shipment === undefined) throw notFound('trace.notFound');
  return presentShipment(shipment, subscription.subject, reference, ctx.clock.now());
}

/** Refuses a change that was made on an older version, with what is there now and who changed it. */
export async function checkVersion(
  ctx: Ctx,
  seen: number | null | undefined,
  shipment: TraceShipment,
  subscription: OwnSubscription,
  reference: ReferenceSnapshot,
): Promise<void> {
  if (seen == null) throw refused('error.versionMissing');
  if (seen === shipment.record_version) return;
  const last = await lastChange(ctx, subscription.id);
  const who = last?.actor_name ?? both('数据源', 'A source')[ctx.lang];
  throw refused(
    'error.stale',
    { who },
    {
      stale: true,
      current: presentShipment(shipment, subscription.subject, reference, ctx.clock.now()),
      who,
      time: last?.at ?? null,
    },
  );
}
