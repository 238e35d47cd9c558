import { lateOnce, withPromises, withWeight } from '#domain/exceptions/late-voyage.ts';
import { type CarriedLine, mayCost, moneyAtRisk, type MoneyFacts } from '#domain/exceptions/money-at-risk.ts';
import type { ReferenceData } from '#domain/exceptions/types.ts';
import type { Mode } from '#domain/tracking/journey/mode.ts';
import type { Database } from '#server/platform/db/database.ts';
import { dayEndOfText } from '#shared/time/day-range.ts';
import type { Instant } from '#shared/time/instant.ts';
import { zoneOfPlace } from '#shared/time/place-time.ts';
import type { DetectionSubject } from './detection-types.ts';
import type { Judged, Priced } from './judged.ts';
import { tenantsOf } from '#server/platform/db/tenant-ids.ts';

type LineRow = {
  subscription_id: number;
  line_no: string;
  transport_mode: Mode;
  destination_code: string | null;
  promised_on: string;
  reference_nos: string[];
};
type DearerRow = { tenant_id: number; carrier_code: string; lane: string; iso_code: string; dearer: number };

const laneOf = ({ view }: DetectionSubject): string | undefined => {
  const booking = view.fused?.content.booking;
  if (booking?.portOfLoading == null || booking.portOfDischarge === null || booking.atd !== null) return undefined;
  return `${booking.portOfLoading}-${booking.portOfDischarge}`;
};

/** Lines of orders that subscriptions carry. */
const listLines = (
  database: Database,
  subscriptionIds: readonly number[],
  tenantIds: readonly number[],
): Promise<LineRow[]> =>
  database.query<LineRow>(
    `select t.subscription_id, l.id, l.line_no, l.transport_mode, l.destination_code, l.promised_on::text as promised_on,
       array_agg(t.reference_no) as reference_nos
     from order_tie t join order_line l on l.id = t.line_id and l.tenant_id = t.tenant_id
     where t.subscription_id = any($1) and t.tenant_id = any($2) and not t.undone group by 1, 2, 3, 4, 5, 6 order by l.id`,
    [subscriptionIds, tenantIds],
  );

const listRates = (database: Database, now: Instant): Promise<{ currency: string; usd_per_unit: number }[]> =>
  database.query(
    `select distinct on (currency) currency, usd_per_unit::float8 as usd_per_unit from exchange_rate
     where valid_from <= ($1::timestamptz at time zone 'UTC')::date order by currency, valid_from desc`,
    [new Date(now)],
  );

/** By lane, carrier and type of container: what the cheapest sailing asks today above the price agreed on. */
const listDearer = (
  database: Database,
  lanes: readonly string[],
  tenantIds: readonly number[],
  now: Instant,
): Promise<DearerRow[]> =>
  database.query<DearerRow>(
    `with wanted as (select split_part(lane, '-', 1) as pol, split_part(lane, '-', 2) as pod from unnest($1::text[]) as u(lane)),
     agreed as (select p.tenant_id, p.carrier_code, p.pol_code, p.pod_code, p.container_type, min(p.total_usd) as usd
       from wanted w join rate_price p on p.pol_code = w.pol and p.pod_code = w.pod
       where p.tenant_id = any($2) and p.total_usd is not null group by 1, 2, 3, 4, 5),
     asked as (select o.pol_code, o.pod_code, o.container_type, min(o.total_usd) as usd
       from wanted w join spot_offer o on o.pol_code = w.pol and o.pod_code = w.pod
       where o.current and o.total_usd is not null and o.departs_at > $3 group by 1, 2, 3)
     select a.tenant_id, a.carrier_code, a.pol_code || '-' || a.pod_code as lane, c.code as iso_code,
       (s.usd - a.usd)::float8 as dearer
     from agreed a join asked s using (pol_code, pod_code, container_type)
     join md_container_type c on c.trade_name = a.container_type`,
    [lanes, tenantIds, new Date(now)],
  );

/**
 * What is known of money beside the shipments of a batch: lines of orders that they carry, exchange rates, and what other
 * sailings ask for containers that have not left.
 */
async function readMoneyFacts(
  database: Database,
  subjects: readonly DetectionSubject[],
  now: Instant,
  reference: ReferenceData,
): Promise<(subject: DetectionSubject) => MoneyFacts> {
  const tenantIds = tenantsOf(subjects);
  const lines = Map.groupBy(
    await listLines(
      database,
      subjects.map(({ subscriptionId }) => subscriptionId),
      tenantIds,
    ),
    (row) => row.subscription_id,
  );
  const rates = new Map((await listRates(database, now)).map((row) => [row.currency, row.usd_per_unit]));
  const lanes = [...new Set(subjects.flatMap((subject) => laneOf(subject) ?? []))];
  const dearer = new Map(
    (lanes.length === 0 ? [] : await listDearer(database, lanes, tenantIds, now)).map((row) => [
      `${row.tenant_id} ${row.carrier_code} ${row.lane} ${row.iso_code}`,
      row.dearer,
    ]),
  );
  const toLine = (row: LineRow): CarriedLine => {
    const zone = zoneOfPlace(row.destination_code === null ? undefined : reference.zoneOf(row.destination_code));
    const promised = dayEndOfText(row.promised_on, zone) ?? Date.parse(`${row.promised_on}T23:59:59Z`);
    return {
      lineNo: row.line_no,
      mode: row.transport_mode,
      shipBy: null,
      promised,
      references: row.reference_nos,
    };
  };
  return (subject) => ({
    lines: (lines.get(subject.subscriptionId) ?? []).map(toLine),
    usdPerUnit: (currency) => (currency === 'USD' ? 1 : rates.get(currency)),
    rebooking: (sizeType) =>
      dearer.get(
        `${subject.tenantId} ${subject.view.subscription.carrierCode} ${laneOf(subject) ?? ''} ${sizeType ?? ''}`,
      ),
  });
}

/** Adds what findings may cost, how that weighs, and what may still be averted of a late arrival; facts are read only where a finding may cost something. */
export async function priceFindings(
  database: Database,
  judged: readonly Judged[],
  now: Instant,
  reference: ReferenceData,
): Promise<Priced[]> {
  const costing = judged
    .filter(({ findings }) => findings.some(({ code }) => mayCost(code)))
    .map(({ subject }) => subject);
  const factsOf = costing.length === 0 ? undefined : await readMoneyFacts(database, costing, now, reference);
  return judged.map((one) => {
    if (factsOf === undefined) return { ...one, moneyOf: () => null };
    const { subject } = one;
    const facts = factsOf(subject);
    const moneyOf: Priced['moneyOf'] = (detected) =>
      moneyAtRisk(detected, subject.view, subject.decidedAsOf ?? now, reference, facts);
    const findings = withPromises(withWeight(one.findings, moneyOf), moneyOf, subject.view);
    return { ...one, findings, moneyOf: lateOnce(findings, moneyOf) };
  });
}
