import type { ParsedBody } from '#contract/index.ts';
import type { SailingSubscription } from '#contract/network/sailing.ts';
import { sailingSubscriptionsList } from '#lists/schedule-subscriptions.ts';
import { type ListSource, placedTimesText } from '#server/list/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import type { ServerMessageCode } from '#shared/i18n/server-messages/index.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import type { Meant } from './change-subscriptions.ts';
import { presentPorts, statedOf } from './present.ts';
import { listValueSources } from './read-queries.ts';
import type { SubscriptionKind } from './subscription-kind.ts';
import { findCallById, findSoldCall, isAnnounced, isQueried } from './subscription-queries.ts';
import { subscribedRows, subscriptionSource } from './subscription-source.ts';

/** Subscribed calls of vessels. */
export const sailingKind: SubscriptionKind = {
  mode: 'sea',
  subject: 'call_id',
  changes: 'sailing_change',
  entity: 'sailingSubscription',
  inbox: 'sailing',
  texts: {
    already: 'sailing.alreadySubscribed',
    title: 'sailing.newsTitle',
    fieldOf: (field) => `sailing.field.${field}` as ServerMessageCode,
  },
  page: '/vessel-subscribe',
  worthReportingMs: HOUR_MS,
};

type Item = ParsedBody<'sailingSubscriptionInsert'>['items'][number];

/** As it is stored: upper case, whatever width it was entered in. */
const plain = (text: string): string => text.normalize('NFKC').trim().toUpperCase();

/** The call of a row; refused where it is not there any more. */
async function findCall(ctx: Ctx, id: number): Promise<Meant> {
  const call = await findCallById(ctx, id, ctx.clock.now() - DAY_MS);
  if (call === undefined) throw refused('tracking.vesselVoyageNotFound');
  const { carrier_code: carrierCode, vessel_name: name, voyage, port_code: place } = call;
  if (carrierCode === null) throw refused('subscription.carrierUnsupported');
  return { id: call.id, carrierCode, name, voyage, place, fromRow: true };
}

/** The sailing that was requested; refused with the reason when it does not exist. */
export async function findSailing(ctx: Ctx, item: Item, reference: ReferenceSnapshot): Promise<Meant> {
  if (item.callId !== undefined) return findCall(ctx, item.callId);
  const { carrierCode } = item;
  const vesselName = plain(item.vesselName);
  if (carrierCode === '') throw refused('subscription.carrierRequired');
  if (vesselName === '') throw refused('tracking.vesselNameEmpty');
  if (!(await isQueried(ctx, 'sea', carrierCode))) throw refused('subscription.carrierUnsupported');
  const portCode = item.portCode === '' ? '' : (reference.rules.resolvePort(plain(item.portCode)) ?? item.portCode);
  const call = await findSoldCall(ctx, {
    carrierCode,
    vesselName,
    voyage: plain(item.voyage),
    portCode,
    since: ctx.clock.now() - DAY_MS,
  });
  if (call !== undefined)
    return { id: call.id, carrierCode, name: call.vessel_name, voyage: call.voyage, place: call.port_code };
  throw refused(
    (await isAnnounced(ctx, carrierCode, vesselName))
      ? 'tracking.carrierNotAnnounced'
      : 'tracking.vesselVoyageNotFound',
  );
}

async function find(ctx: Ctx, ids: readonly number[]) {
  const rows = await subscribedRows(ctx, ids)
    .innerJoin('sailing_call as c', 'c.id', 's.call_id')
    .select(['c.service_code', 'c.terminal', 'c.omitted'])
    .select(['c.planned_arrival', 'c.estimated_arrival', 'c.actual_arrival'])
    .select(['c.planned_departure', 'c.estimated_departure', 'c.actual_departure'])
    .execute();
  const valueSources = await listValueSources(
    ctx,
    rows.flatMap(({ call_id }) => call_id ?? []),
  );
  return rows.map((row) => ({ ...row, statement: statedOf(valueSources.get(Number(row.call_id))) }));
}

const timeCell = (
  { planned, estimated, actual }: SailingSubscription['arrival'],
  zone: string | null,
  { lang }: Ctx,
): string => placedTimesText([actual, estimated, planned], zone, lang);

/** Subscribed sailings of the caller's tenants with their times now, and what changed since they were subscribed. */
export const sailingSubscriptionsSource = (reference: () => ReferenceSnapshot): ListSource =>
  subscriptionSource(sailingSubscriptionsList, {
    kind: sailingKind,
    columns: { vesselName: 's.vessel_name', carrierCode: 's.carrier_code' },
    find,
    present: (row, shared): SailingSubscription => {
      const [port] = presentPorts([row.port_code], reference());
      return {
        sailingSubscriptionId: String(row.id),
        ...shared,
        carrierCode: row.carrier_code,
        serviceCode: row.service_code,
        vesselName: row.vessel_name,
        voyage: row.voyage,
        portCode: row.port_code,
        portName: port?.portName ?? row.port_code,
        portNameCn: port?.portNameCn ?? null,
        zone: port?.zone ?? null,
        terminal: row.terminal,
        arrival: { planned: row.planned_arrival, estimated: row.estimated_arrival, actual: row.actual_arrival },
        departure: { planned: row.planned_departure, estimated: row.estimated_departure, actual: row.actual_departure },
        ...row.statement,
        omitted: row.omitted,
      };
    },
    zoneOf: ({ zone }) => zone,
    cells: {
      port: ({ portCode, portName, portNameCn }, { lang }) =>
        `${(lang === 'zh' ? portNameCn : null) ?? portName} ${portCode}`,
      arrival: ({ arrival, zone }, ctx) => timeCell(arrival, zone, ctx),
      departure: ({ departure, zone }, ctx) => timeCell(departure, zone, ctx),
    },
  });
