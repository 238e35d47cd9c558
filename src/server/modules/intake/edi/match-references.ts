import type { EdiNotice } from '#server/connectors/edifact/index.ts';
import type { Database } from '#server/platform/db/database.ts';

/** References looked up by one statement. */
const LOOKED_UP = 2_000;

/** A subscription that a message may be about. */
type Candidate = {
  id: number;
  tenant_id: number;
  subject: 'bill' | 'container';
  bill_no: string | null;
  container_no: string | null;
  carrier_code: string;
  /** Containers, ports and ships of the shipment as known so far; only for those found by a container. */
  container_nos: string[] | null;
  ports: (string | null)[] | null;
  ships: (string | null)[] | null;
};

/** Notices for one subscription. */
export type Match = { subscriptionId: number; tenantId: number; notices: EdiNotice[] };

/** Notices tied to subscriptions, and those that found none. */
export type Matched = { matches: Match[]; waiting: EdiNotice[] };

/** Whose subscriptions may be meant. */
export type MatchScope = {
  /** null: those of all tenants. */
  tenantIds: readonly number[] | null;
  /** Only subscriptions of this carrier; null: of all. */
  carrierCode: string | null;
};

/** Bill numbers by which a bill may be subscribed: many leave out, or add, the four letters of the carrier. */
function billVariants(notice: EdiNotice): string[] {
  const carrier = notice.ship?.carrierCode ?? '';
  return [...notice.bills, ...notice.bookings].flatMap((bill) => [
    bill,
    ...(/^[A-Z]{4}$/.test(carrier) && !bill.startsWith(carrier) ? [`${carrier}${bill}`] : []),
    ...(/^[A-Z]{4}[A-Z0-9]{6,}$/.test(bill) ? [bill.slice(4)] : []),
  ]);
}

async function byNumber(
  database: Database,
  bills: readonly string[],
  containers: readonly string[],
  { tenantIds, carrierCode }: MatchScope,
): Promise<Candidate[]> {
  const { rows } = await database.execute<Candidate>(
    `select id, tenant_id, subject, bill_no, container_no, carrier_code, null::text[] as container_nos, null::jsonb as ports, null::jsonb as ships
     from subscription
     where (subject = 'bill' and bill_no = any($1) or subject = 'container' and container_no = any($2) and not ended)
       and ($3::bigint[] is null or tenant_id = any($3)) and ($4::text is null or carrier_code = $4)`,
    [bills, containers, tenantIds, carrierCode],
  );
  return rows;
}

/** Bills whose shipments hold one of the containers and are under way. */
async function byContainer(
  database: Database,
  containers: readonly string[],
  { tenantIds, carrierCode }: MatchScope,
): Promise<Candidate[]> {
  const { rows } = await database.execute<Candidate>(
    `select s.id, s.tenant_id, s.subject, s.bill_no, s.container_no, s.carrier_code, sh.container_nos,
       jsonb_build_array(sh.place_of_receipt, sh.port_of_loading, sh.port_of_discharge, sh.place_of_delivery, sh.final_destination)
         || coalesce(jsonb_path_query_array(told.legs, '$[*].portOfLoading'), '[]')
         || coalesce(jsonb_path_query_array(told.legs, '$[*].portOfDischarge'), '[]') as ports,
       coalesce(jsonb_path_query_array(told.legs, '$[*].voyage'), '[]')
         || coalesce(jsonb_path_query_array(told.legs, '$[*].vesselName'), '[]') as ships
     from shipment sh join subscription s on s.id = sh.subscription_id
     cross join lateral (select (sh.content -> 'legs')::jsonb as legs) told
     where sh.fused and sh.container_nos && $1::text[] and s.subject = 'bill' and not s.ended
       and ($2::bigint[] is null or s.tenant_id = any($2)) and ($3::text is null or s.carrier_code = $3)`,
    [containers, tenantIds, carrierCode],
  );
  return rows;
}

/** Whether a move of a container can belong to a shipment found by the container alone: same ship, or a port of its route. */
function isPlausible(notice: EdiNotice, candidate: Candidate, portOf: (code: string) => string): boolean {
  const { voyage, vesselName } = notice.ship ?? {};
  const ships = candidate.ships ?? [];
  if ((voyage != null && ships.includes(voyage)) || (vesselName != null && ships.includes(vesselName))) return true;
  const code = notice.place?.code;
  return code != null && (candidate.ports ?? []).includes(portOf(code));
}

function concerns(notice: EdiNotice, candidate: Candidate, portOf: (code: string) => string): boolean {
  if (candidate.subject === 'container') return notice.containerNo === candidate.container_no;
  const { bill_no: bill } = candidate;
  if (bill !== null && billVariants(notice).includes(bill)) return true;
  // A notice that names another bill is not about this one.
  if (candidate.container_nos === null || notice.bills.length > 0 || notice.containerNo === null) return false;
  return candidate.container_nos.includes(notice.containerNo) && isPlausible(notice, candidate, portOf);
}

/** Everything a notice can be found by, for people who search. */
export const referencesOf = (notice: EdiNotice): string[] => [
  ...notice.bills,
  ...notice.bookings,
  ...(notice.containerNo === null ? [] : [notice.containerNo]),
];

function* slices<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += LOOKED_UP) yield items.slice(at, at + LOOKED_UP);
}

async function findCandidates(
  database: Database,
  notices: readonly EdiNotice[],
  scope: MatchScope,
): Promise<Candidate[]> {
  const bills = [...new Set(notices.flatMap(billVariants))];
  const containers = [...new Set(notices.flatMap(({ containerNo }) => (containerNo === null ? [] : [containerNo])))];
  const found = new Map<number, Candidate>();
  for (const part of slices(containers))
    for (const one of await byContainer(database, part, scope)) found.set(one.id, one);
  const add = (one: Candidate): void => void found.set(one.id, found.get(one.id) ?? one);
  for (const part of slices(bills)) (await byNumber(database, part, [], scope)).forEach(add);
  for (const part of slices(containers)) (await byNumber(database, [], part, scope)).forEach(add);
  return [...found.values()].sort((a, b) => a.id - b.id);
}

/** Ties notices to the subscriptions they are about, by bill, booking and container. */
export async function matchNotices(
  database: Database,
  notices: readonly EdiNotice[],
  scope: MatchScope,
  portOf: (code: string) => string,
): Promise<Matched> {
  const candidates = await findCandidates(database, notices, scope);
  const byText = new Map<string, Candidate[]>();
  const index = (key: string, candidate: Candidate): void => {
    const list = byText.get(key);
    if (list === undefined) byText.set(key, [candidate]);
    else list.push(candidate);
  };
  for (const candidate of candidates) {
    if (candidate.bill_no !== null && candidate.subject === 'bill') index(candidate.bill_no, candidate);
    if (candidate.container_no !== null && candidate.subject === 'container') index(candidate.container_no, candidate);
    for (const container of candidate.container_nos ?? []) index(container, candidate);
  }
  const matches = new Map<number, Match>();
  const waiting: EdiNotice[] = [];
  for (const notice of notices) {
    const keys = [...billVariants(notice), ...(notice.containerNo === null ? [] : [notice.containerNo])];
    const own = new Set(keys.flatMap((key) => byText.get(key) ?? []).filter((one) => concerns(notice, one, portOf)));
    if (own.size === 0) waiting.push(notice);
    for (const { id, tenant_id } of own) {
      const match = matches.get(id) ?? { subscriptionId: id, tenantId: tenant_id, notices: [] };
      match.notices.push(notice);
      matches.set(id, match);
    }
  }
  return { matches: [...matches.values()], waiting };
}
