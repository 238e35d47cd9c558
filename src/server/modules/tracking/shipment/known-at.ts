import { applyChanges, contentOfValues } from '#domain/intake/fusion/known-values.ts';
import type { DatedValue } from '#domain/intake/fusion/known-values.ts';
import type { Provenance } from '#domain/intake/fusion/types.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { ts } from '#server/platform/db/instants.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import type { Instant } from '#shared/time/instant.ts';
import { placeTimeText } from '#shared/time/place-time.ts';
import { listChanges } from './changes.ts';
import { Statement } from './statement-changes.ts';
import { listStatements } from './statements.ts';
import { findFusedId, findShipment, listExceptionsOf } from './trace-queries.ts';
import type { listSourcesOf, TraceShipment } from './trace-queries.ts';

/** Stands for the rule that chose a value before losers were kept: only the value and which source stated it are known. */
const recordedRule = 'recorded';

/** The fused shipment an id leads to: that of a source's record too. */
export async function getFused(ctx: Ctx, obmBkId: number | null | undefined): Promise<TraceShipment> {
  if (obmBkId == null) throw refused('error.emptyInput');
  const requested = await findShipment(ctx, obmBkId);
  if (requested === undefined) throw notFound();
  if (requested.fused) return requested;
  const fusedId = await findFusedId(ctx, requested.subscription_id);
  return (fusedId === undefined ? undefined : await findShipment(ctx, fusedId)) ?? requested;
}

const toProvenance = ({ value, sourceCode, knownAt }: DatedValue): Provenance => ({
  rule: recordedRule as Provenance['rule'],
  winner: {
    recordId: '',
    sourceCode,
    sourceType: sourceCode.startsWith('expert:') ? 'EXPERT' : 'CARRIER',
    value,
    observedAt: knownAt,
  },
  others: [],
});

/** Which source stated what of a shipment by a moment. */
async function statedUntil(ctx: Ctx, shipmentId: number, asOf: Instant): Promise<Statement> {
  const statement = new Statement();
  for (const row of await listStatements(ctx, [shipmentId])) if (row.known_at <= asOf) statement.apply(row.statement);
  return statement;
}

/** A shipment as it was known at a moment, put together from the changes kept since its first fusion. */
export async function asKnownAt(
  ctx: Ctx,
  shipment: TraceShipment,
  asOf: Instant,
  reference: ReferenceSnapshot,
): Promise<TraceShipment> {
  const rows = await listChanges(ctx, [shipment.id], { asOf });
  if (rows.length === 0) {
    const zone = reference.tenants.get(shipment.tenant_id)?.zone;
    throw refused('trace.notKnownYet', { time: placeTimeText(asOf, zone, ctx.lang, 'second') });
  }
  const known = new Map<string, DatedValue>();
  for (const row of rows) applyChanges(known, row.changes, row.known_at);
  const statement = await statedUntil(ctx, shipment.id, asOf);
  const why = (path: string, shown: DatedValue): Provenance =>
    statement.why(path, shown.value, shown.sourceCode) ?? toProvenance(shown);
  const until = <T extends { knownAt: Instant }>(entries: readonly T[] | undefined): T[] =>
    (entries ?? []).filter(({ knownAt }) => knownAt <= asOf);
  const ends = shipment.history?.ends ?? [{ knownAt: shipment.ended_at ?? Infinity, ended: true }];
  const lastEnd = ends.findLast(({ knownAt }) => knownAt <= asOf);
  const hasEnded = lastEnd?.ended === true;
  return {
    ...shipment,
    content: contentOfValues(known),
    provenance: Object.fromEntries([...known].map(([path, value]) => [path, why(path, value)])),
    history: {
      eta: until(shipment.history?.eta),
      departure: until(shipment.history?.departure),
      route: until(shipment.history?.route),
      ships: until(shipment.history?.ships),
    },
    ended: hasEnded,
    ended_at: hasEnded ? lastEnd.knownAt : null,
  };
}

const isOfCargo = (path: string): boolean => !path.startsWith('booking.');

/**
 * When the last that was known of route and cargo was taken back, and who had stated it; null while something is known, or
 * when nothing ever was.
 */
export async function findWithdrawal(
  ctx: Ctx,
  { id, content }: Pick<TraceShipment, 'id' | 'content'>,
  asOf: Instant | undefined,
): Promise<{ time: Instant; sourceCodes: string[] } | null> {
  if (content.legs.length + content.containers.length + content.events.length > 0) return null;
  const known = new Map<string, DatedValue>();
  let withdrawal: { time: Instant; sourceCodes: string[] } | null = null;
  for (const row of await listChanges(ctx, [id], { asOf })) {
    const before = [...known].filter(([path]) => isOfCargo(path)).map(([, value]) => value.sourceCode);
    applyChanges(known, row.changes, row.known_at);
    const isGone = before.length > 0 && ![...known.keys()].some(isOfCargo);
    if (isGone) withdrawal = { time: row.known_at, sourceCodes: [...new Set(before)].sort() };
  }
  return withdrawal;
}

type SourceRow = Awaited<ReturnType<typeof listSourcesOf>>[number];

/** Sources as far as a moment can tell: what they did afterwards is not stated. */
export const sourcesAt = (rows: readonly SourceRow[], asOf: Instant | undefined): SourceRow[] =>
  asOf === undefined
    ? [...rows]
    : rows.map((row) => {
        const until = (at: Instant | null): Instant | null => (at !== null && at <= asOf ? at : null);
        return {
          ...row,
          lastSuccessTime: until(row.lastSuccessTime),
          lastChangeTime: until(row.lastChangeTime),
          nextPullTime: null,
          nextPullWhy: null,
          consecutiveFailures: 0,
          lastError: null,
        };
      });

/** Exceptions of a subscription as they stood at a moment: those of later are left out, resolved ones may be open again. */
export async function exceptionsAt(ctx: Ctx, subscriptionId: number, asOf: Instant | undefined) {
  const rows = await listExceptionsOf(ctx, subscriptionId);
  if (asOf === undefined) return rows;
  const found = rows.filter((row) => row.created_at <= asOf);
  if (found.length === 0) return [];
  const events = await ctx.db
    .selectFrom('exception_event')
    .select(['exception_id', 'kind'])
    .where(
      'exception_id',
      'in',
      found.map((row) => row.id),
    )
    .where('kind', 'in', ['opened', 'resolved', 'regressed'])
    .where('at', '<=', ts(asOf))
    .orderBy('id')
    .execute();
  const lastOf = new Map(events.map((event) => [event.exception_id, event.kind]));
  return found
    .map((row) => ({ ...row, open: lastOf.get(row.id) !== 'resolved' }))
    .sort((a, b) => Number(b.open) - Number(a.open) || b.created_at - a.created_at);
}
