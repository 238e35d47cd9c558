import type { FieldPlace } from '#domain/exceptions/event/fields.ts';
import { type EventValueSources, valueSourcesOf } from '#domain/exceptions/event/value-sources.ts';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import { sourceName, type Words } from '#server/modules/administration/masterdata/index.ts';
import { unpackProvenance } from '#server/modules/tracking/shipment/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { BackgroundModule } from '#server/platform/queue/index.ts';
import type { Statement, SourcesOfRow } from '#shared/list/declare.ts';
import type { Instant } from '#shared/time/instant.ts';
import { readFieldPaths } from './event-items.ts';

/** Events looked at in one turn. */
const maxAtOnce = 500;

type Unreported = {
  id: number;
  place: FieldPlace;
  present: boolean;
  plannedTime: Instant | null;
  estimatedTime: Instant | null;
  actualTime: Instant | null;
  vesselName: string | null;
  voyage: string | null;
  polCode: string | null;
  podCode: string | null;
  evidence: unknown;
  content: ShipmentContent | null;
  provenance: unknown;
};

const nobody: EventValueSources = { cause: {}, shown: {} };

/** What the shipment of an event says about which source reported its values: of an event that is over only where the value is still the same. */
function reportedBy(row: Unreported, paths: ReadonlyMap<string, string>): EventValueSources {
  const provenance = unpackProvenance(row.provenance);
  if (row.content === null || provenance === null) return nobody;
  const codes = (Array.isArray(row.evidence) ? row.evidence : []).map(({ path }: { path: string }) => path);
  return (
    valueSourcesOf(
      { content: row.content, provenance },
      {
        place: row.place,
        paths: Object.fromEntries(codes.map((code) => [code, paths.get(code) ?? ''])),
        ...(row.present ? {} : { kept: row }),
      },
    ) ?? nobody
  );
}

/**
 * Looks up which source reported the values of events that do not know it: those of earlier versions, and those that were found in stored
 * shipments when an event item was switched on. False where there are more.
 */
export async function fillValueSources(database: Database): Promise<boolean> {
  const rows = await database.query<Unreported>(
    `select e.id, e.place, e.present, e.planned_at as "plannedTime", e.estimated_at as "estimatedTime", e.actual_at as "actualTime",
       e.vessel_name as "vesselName", e.voyage, e.pol_code as "polCode", e.pod_code as "podCode", e.evidence, f.content, f.provenance
     from shipment_event e left join shipment f on f.subscription_id = e.subscription_id and f.fused
     where e.said is null order by e.id limit ${maxAtOnce}`,
    [],
  );
  if (rows.length === 0) return true;
  const paths = await readFieldPaths(database);
  await database.execute(
    `update shipment_event e set said = r.said from jsonb_to_recordset($1::jsonb) as r(id bigint, said jsonb)
     where e.id = r.id and e.said is null`,
    [JSON.stringify(rows.map((row) => ({ id: row.id, said: reportedBy(row, paths) })))],
  );
  return rows.length < maxAtOnce;
}

/** Every minute: which source reported the values of events, where that is not known yet. */
export const eventTasks = ({ database }: { database: Database }): BackgroundModule => ({
  tasks: [],
  chores: [{ name: 'tellers of events', run: () => fillValueSources(database) }],
});

const isReported = (stored: unknown): stored is EventValueSources =>
  typeof stored === 'object' && stored !== null && 'cause' in stored && 'shown' in stored;

/** What an event says about which source reported its values, in the words of a reader: the value that caused it, and columns. */
export function readValueSources(
  stored: unknown,
  words: Words,
): {
  cause: Readonly<Record<string, Statement>>;
  shown: Readonly<Record<string, Statement>>;
  first: Statement | undefined;
} {
  const { cause, shown } = isReported(stored) ? stored : nobody;
  const inWords = (reported: EventValueSources['cause']): Record<string, Statement> =>
    Object.fromEntries(
      Object.entries(reported).map(([name, { sourceCode, observedAt }]) => [
        name,
        { source: sourceName(words, sourceCode), time: observedAt },
      ]),
    );
  const causes = inWords(cause);
  // Of several values the one that was reported last made the event.
  const first = Object.values(causes).toSorted((one, other) => other.time - one.time)[0];
  return { cause: causes, shown: inWords(shown), first };
}

/** Which source reported what stands in the columns of the list. */
export function statedOfEvent(stored: unknown, place: string, words: Words): SourcesOfRow {
  const { shown, first } = readValueSources(stored, words);
  const port = shown[place === 'departure' ? 'polCode' : 'podCode'];
  const delay = shown['actualTime'] ?? shown['estimatedTime'] ?? shown['plannedTime'];
  const { plannedTime, actualTime, vesselName, polCode, podCode } = shown;
  const columns = {
    itemId: first,
    portCode: port,
    plannedTime,
    delayHours: delay,
    actualTime,
    vesselName,
    polCode,
    podCode,
  };
  return Object.fromEntries(
    Object.entries(columns).filter((entry): entry is [string, Statement] => entry[1] !== undefined),
  );
}
