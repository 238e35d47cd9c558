import type { CallData, ParsedBody, ParsedQuery } from '#contract/index.ts';
import type { IncidentQuery, IncidentRow } from '#contract/exceptions/incident.ts';
import { incidentsList } from '#lists/incidents.ts';
import { incidentText } from '#domain/exceptions/incident-text.ts';
import { matchingPart } from '#server/list/index.ts';
import { exceptionsSource, presentException } from '#server/modules/exceptions/exception/index.ts';
import {
  exceptionTypeName,
  type ReferenceSnapshot,
  tenantIdsOf,
  tenantName,
} from '#server/modules/administration/masterdata/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound } from '#server/platform/errors/app-error.ts';
import { deepestOffset, pageOf, rowsOf } from '#server/platform/page.ts';
import { containingPattern } from '#server/platform/search/index.ts';
import { sortKeysOf } from '#server/platform/sort-keys.ts';
import { sortableOf } from '#shared/list/declare.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import {
  countIncidents,
  findIncident,
  type IncidentFilterValues,
  type IncidentListRow,
  type IncidentPart,
  type IncidentSort,
  listIncidents,
  listParts,
  usualOrder,
} from './incident-queries.ts';
import { type BookingSum, listBookingSums, listMemberSums, type MemberSum, type StoredSums } from './incident-sums.ts';
import { listMembers } from './member-queries.ts';

/** Tenants that are named with an incident of the platform. */
const maxParts = 200;

const sortable = sortableOf(incidentsList);

function toSorts(rules: IncidentQuery['sortRules']): readonly IncidentSort[] {
  const sorts = sortKeysOf(rules, sortable);
  return sorts.length === 0 ? usualOrder : sorts;
}

function toValues(input: IncidentQuery, reference: ReferenceSnapshot): IncidentFilterValues {
  const values: IncidentFilterValues = {
    incidentIds: input.incidentId == null ? undefined : [input.incidentId],
    tenantIds: input.tenantCode === undefined ? undefined : tenantIdsOf(input.tenantCode, reference),
    kinds: input.kind,
    states: input.state,
    incidentSeverities: input.incidentSeverity,
    keywordLike: input.keyword === undefined ? undefined : containingPattern(input.keyword.toUpperCase()),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** What of the question is about members, as the exception list reads it. */
function membersOf(ctx: Ctx, input: Partial<IncidentQuery>, reference: ReferenceSnapshot) {
  const own = { tenantCode: undefined, incidentId: undefined };
  return matchingPart(
    exceptionsSource(() => reference),
    ctx,
    { currentPage: 1, pageSize: 1, ...input, ...own },
  );
}

function typesOf(sums: readonly MemberSum[], ctx: Ctx, reference: ReferenceSnapshot): IncidentRow['types'] {
  return [...Map.groupBy(sums, (sum) => sum.type_code)]
    .map(([code, group]) => ({
      testPurpose: code,
      testPurposeName: exceptionTypeName(code, ctx.lang, reference),
      open: group.reduce((sum, { open_n }) => sum + open_n, 0),
      total: group.reduce((sum, { n }) => sum + n, 0),
    }))
    .sort((a, b) => b.open - a.open || b.total - a.total || (a.testPurpose < b.testPurpose ? -1 : 1));
}

function peopleOf(sums: readonly MemberSum[]): IncidentRow['people'] {
  const people = new Map<string, string>();
  for (const { assignee_code: code, assignee_name: name, open_n: open } of sums)
    if (code !== null && open > 0) people.set(code, name ?? code);
  return [...people]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([chargeCode, chargeName]) => ({ chargeCode, chargeName }));
}

const noBookings = { bookings: 0, all_bookings: 0, shipments: 0, money: 0 };

/** What is behind an incident: its own, or of all its parts. */
const addUp = (sums: readonly BookingSum[]): Omit<BookingSum, 'incident_id'> =>
  sums.reduce(
    (sum, one) => ({
      bookings: sum.bookings + one.bookings,
      all_bookings: sum.all_bookings + one.all_bookings,
      shipments: sum.shipments + one.shipments,
      money: sum.money + one.money,
    }),
    noBookings,
  );

/** What the members of incidents add up to: as it is kept, else added up now. */
async function sumsOfIncidents(
  { db }: Ctx,
  incidents: readonly Pick<IncidentListRow, 'id' | 'sums'>[],
): Promise<StoredSums> {
  const kept = incidents.flatMap(({ sums }) => sums ?? []);
  const ids = incidents.flatMap(({ id, sums }) => (sums === null ? id : []));
  const [members, bookings] =
    ids.length === 0 ? [[], []] : await Promise.all([listMemberSums(db, ids), listBookingSums(db, ids)]);
  return {
    members: [...members, ...kept.flatMap((sums) => sums.members)],
    bookings: [...bookings, ...kept.flatMap((sums) => sums.bookings)],
  };
}

async function present(
  ctx: Ctx,
  rows: readonly IncidentListRow[],
  reference: ReferenceSnapshot,
): Promise<IncidentRow[]> {
  const ofPlatform = rows.flatMap((row) => (row.tenant_id === null ? row.id : []));
  const parts = ofPlatform.length === 0 ? [] : await listParts(ctx, ofPlatform);
  const partsOf = Map.groupBy(parts, (part) => part.parent_id);
  const { members: sums, bookings } = await sumsOfIncidents(ctx, [...rows, ...parts]);
  const sumsOf = Map.groupBy(sums, (sum) => sum.incident_id);
  const bookingsOf = Map.groupBy(bookings, (row) => row.incident_id);
  const tenantOf = (id: number) => ({
    tenantCode: reference.tenants.get(id)?.code ?? '',
    tenantName: tenantName(id, ctx.lang, reference),
  });
  const presentPart = ({ id, tenant_id: tenantId, ...part }: IncidentPart): IncidentRow['parts'][number] => {
    const behind = addUp(bookingsOf.get(id) ?? []);
    return {
      incidentId: String(id),
      ...tenantOf(tenantId),
      state: part.state,
      severity: part.severity,
      open: part.open_n,
      untreated: part.new_n,
      total: part.n,
      shipments: behind.shipments,
      bookings: behind.bookings,
    };
  };
  return rows.map((row) => {
    const own = partsOf.get(row.id) ?? [];
    const members = [row, ...own].flatMap(({ id }) => sumsOf.get(id) ?? []);
    const behind = addUp([row, ...own].flatMap(({ id }) => bookingsOf.get(id) ?? []));
    // It is of those tenants that have it still; of all of them once it is over.
    const having = own.filter((part) => part.open_n > 0).length || own.length;
    const hours = members.reduce<number | null>(
      (max, sum) => (sum.hours === null ? max : Math.max(max ?? sum.hours, sum.hours)),
      null,
    );
    return {
      incidentId: String(row.id),
      kind: row.kind,
      text: incidentText({ kind: row.kind, facts: row.facts, hours }, ctx.lang, reference.rules),
      ...(row.tenant_id === null
        ? { tenantCode: '', tenantName: serverText('incident.tenants', { count: having }, ctx.lang) }
        : tenantOf(row.tenant_id)),
      state: row.state,
      severity: row.severity,
      firstTime: row.first_at,
      lastTime: row.last_at,
      open: row.open_n,
      untreated: row.new_n,
      total: row.n,
      shipments: behind.shipments,
      bookings: behind.bookings,
      moneyAtRisk: behind.money,
      allBookings: behind.all_bookings,
      hours,
      types: typesOf(members, ctx, reference),
      people: peopleOf(members),
      tenants: own.length,
      parts: own.slice(0, maxParts).map(presentPart),
    };
  });
}

/** Incidents of the caller's tenants: causes with what they brought about. */
export async function queryIncidents({
  ctx,
  input,
  reference,
}: {
  ctx: Ctx;
  input: ParsedBody<'queryIncidents'>;
  reference: ReferenceSnapshot;
}): Promise<CallData<'queryIncidents'>> {
  const question = { values: toValues(input, reference), members: membersOf(ctx, input, reference) };
  const sorts = toSorts(input.sortRules);
  const page = rowsOf(input, deepestOffset);
  const asOf = ctx.clock.now();
  const [rows, totalRecord] = await Promise.all([
    listIncidents(ctx, question, sorts, page),
    countIncidents(ctx, question),
  ]);
  const records = await present(ctx, rows, reference);
  return { ...pageOf(records, totalRecord, input), asOf };
}

/** One incident of the caller's tenants. */
export async function getIncident({
  ctx,
  input,
  reference,
}: {
  ctx: Ctx;
  input: ParsedQuery<'incidentById'>;
  reference: ReferenceSnapshot;
}): Promise<CallData<'incidentById'>> {
  const asOf = ctx.clock.now();
  const question = { values: { incidentIds: [input.incidentId] }, members: membersOf(ctx, {}, reference) };
  const rows = await listIncidents(ctx, question, usualOrder, { limit: 1, offset: 0 });
  const [incident] = await present(ctx, rows, reference);
  if (incident === undefined) throw notFound('incident.notFound');
  return { ...incident, asOf };
}

/** The members of an incident, a page of them. */
export async function listIncidentMembers({
  ctx,
  input,
  reference,
}: {
  ctx: Ctx;
  input: ParsedBody<'incidentMembers'>;
  reference: ReferenceSnapshot;
}): Promise<CallData<'incidentMembers'>> {
  const incident = await findIncident(ctx, input.incidentId);
  if (incident === undefined) throw notFound('incident.notFound');
  const page = rowsOf(input, deepestOffset);
  const { rows, total } = await listMembers(ctx, incident, page);
  return pageOf(
    rows.map((row) => presentException(row, ctx.lang, reference)),
    total,
    input,
  );
}
