// unscoped: The subscription was found by `ctx.db` before: its records, removals and values are addressed by its id, and live events name
// their tenant.
import type { CallData } from '#contract/index.ts';
import type { OverrideChange, OverrideEntry } from '#contract/tracking/override.ts';
import { columnOfPath } from '#contract/wire/override-columns.ts';
import { fuse } from '#domain/intake/fusion/fuse.ts';
import { parsePath } from '#domain/intake/fusion/paths.ts';
import { valueAt } from '#domain/intake/fusion/provenance.ts';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import {
  currentPrecedence,
  listShipmentRows,
  toSourceRecord,
  withSites,
} from '#server/modules/tracking/shipment/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { findFused, findOwnSubscription, findSubscriptionIdOf, listChanges, listStanding } from './queries.ts';
import type { OverrideRow } from './queries.ts';
import { valueText, zoneOfPath } from './read-value.ts';
import { withTenants } from '#server/platform/db/tenant-ids.ts';

/** What expert values are looked at with. */
export type OverrideView = {
  fusedId: string;
  /** As it is shown. */
  content: ShipmentContent | undefined;
  /** As the sources alone would have it. */
  automatic: ShipmentContent | undefined;
};

const packageVersion = '1.0.0';

/** The fused booking of a subscription, with and without its experts. */
export async function loadView(ctx: Ctx, subscription: { id: number; tenant_id: number }): Promise<OverrideView> {
  const { precedence } = await currentPrecedence(ctx.unscoped);
  const fused = await findFused(ctx.unscoped, subscription);
  const rows = await listShipmentRows(ctx.unscoped, withTenants([subscription]));
  const records = rows.filter((row) => !row.fused).map(toSourceRecord);
  return {
    fusedId: fused === undefined ? '' : String(fused.id),
    content: fused?.content,
    automatic: records.length === 0 ? undefined : fuse(records, [], precedence).content,
  };
}

/** An expert value as the wire has it. */
export function presentOverride(row: OverrideRow, view: OverrideView, reference: ReferenceSnapshot): OverrideEntry {
  const zone = zoneOfPath(row.path, view.content, reference);
  return {
    wlDataCombineDisableId: String(row.id),
    isDelete: row.active ? 1 : 0,
    processType: row.channel,
    packageVersion,
    ...columnOfPath(row.path, view.fusedId),
    newValue: valueText(row.value, zone),
    value: row.value,
    automaticValue: (view.automatic === undefined ? undefined : valueAt(view.automatic, row.path)) ?? null,
    zone,
    path: row.path,
    creatorCode: row.entered_by,
    creatorName: row.entered_name || row.entered_by,
    createTime: row.entered_at,
    recordVersion: row.record_version,
  };
}

type About = { obmBkId?: number | undefined; obmTkSubscribeId?: number | undefined; processType?: string | undefined };

type Input = { ctx: Ctx; input: About; reference: ReferenceSnapshot };

/** The subscription that is meant, and the reference data with the places that its shipment names. */
async function subscriptionOf({ ctx, input: { obmBkId, obmTkSubscribeId }, reference }: Input) {
  if (obmBkId === undefined && obmTkSubscribeId === undefined) throw refused('trace.bkIdEmpty');
  const id = obmBkId === undefined ? obmTkSubscribeId : await findSubscriptionIdOf(ctx, obmBkId);
  const own = id === undefined ? undefined : await findOwnSubscription(ctx, id);
  if (own === undefined) throw notFound(obmBkId === undefined ? 'subscription.notFound' : 'trace.notFound');
  const owner = { tenantId: own.tenant_id, mode: own.mode };
  return { own, known: await withSites(ctx, owner, reference) };
}

const expertChannels = new Set(['EXPERT', 'AUTONOMIC_EXPERT']);

/** Standing expert values of a booking, table by table; only those of one expert channel when it is named. */
export async function listOverrides(call: Input): Promise<CallData<'overrides'>> {
  const { ctx, input } = call;
  const { own, known } = await subscriptionOf(call);
  const view = await loadView(ctx, own);
  const channel = input.processType;
  const rows = (await listStanding(ctx, own.id)).filter(
    (row) => channel === undefined || !expertChannels.has(channel) || row.channel === channel,
  );
  const entries = Map.groupBy(
    rows.map((row) => presentOverride(row, view, known)),
    (entry) => entry.tableName,
  );
  return {
    obm_bk: entries.get('OBM_BK') ?? [],
    obm_multi_vessel: entries.get('OBM_MULTI_VESSEL') ?? [],
    obm_doc_actual_container: entries.get('OBM_DOC_ACTUAL_CONTAINER') ?? [],
    md_status_record: entries.get('MD_STATUS_RECORD') ?? [],
  };
}

/** What was done with the expert values of a booking, newest first; the last change of each field can be undone. */
export async function overrideHistory(call: Input): Promise<OverrideChange[]> {
  const { ctx } = call;
  const { own, known } = await subscriptionOf(call);
  const fused = await findFused(ctx.unscoped, own);
  const seen = new Set<string>();
  const changes = await listChanges(ctx, own.id);
  return changes
    .filter((change) => parsePath(change.path) !== undefined)
    .map((change) => {
      const isLast = !seen.has(change.path);
      seen.add(change.path);
      return {
        changeId: String(change.id),
        kind: change.kind,
        time: change.at,
        actorCode: change.actor_code,
        actorName: change.actor_name,
        path: change.path,
        ...columnOfPath(change.path, fused === undefined ? '' : String(fused.id)),
        zone: zoneOfPath(change.path, fused?.content, known),
        before: change.before,
        after: change.after,
        undoable: isLast ? 1 : 0,
      };
    });
}
