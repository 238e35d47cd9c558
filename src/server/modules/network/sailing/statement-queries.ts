import type { StatedCall } from '#domain/network/sailing/model.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Instant } from '#shared/time/instant.ts';
import { type CallChange, callColumns, type CallRow, rowAsJson, type StatementRow } from './call-rows.ts';

const dayMs = 86_400_000;

/** What a carrier reported before of these calls: where it belongs and its fingerprint. */
export async function listStatedCalls(
  database: Database,
  carrierCode: string,
  refs: readonly string[],
): Promise<Map<string, { callId: number; hash: string }>> {
  const { rows } = await database.execute<{ call_ref: string; call_id: number; hash: string }>(
    `select call_ref, call_id, hash from sailing_statement where carrier_code = $1 and call_ref = any($2)`,
    [carrierCode, refs],
  );
  return new Map(rows.map((row) => [row.call_ref, { callId: row.call_id, hash: row.hash }]));
}

/** A stored call that statements may be about. */
export type Candidate = {
  id: number;
  imo: string;
  portCode: string;
  universalVoyage: string | null;
  arrivesAt: Instant;
};

/** Calls of these vessels or sailings around some time that the carrier has stated nothing about. */
export async function listCandidates(
  database: Database,
  carrierCode: string,
  wanted: { imos: readonly string[]; voyages: readonly string[]; from: Instant; to: Instant },
): Promise<Candidate[]> {
  const { rows } = await database.execute<Candidate>(
    `select id, imo, port_code as "portCode", universal_voyage as "universalVoyage", arrives_at as "arrivesAt" from sailing_call c
     where arrives_at between $3 and $4 and (imo = any($1) or universal_voyage = any($2))
       and not exists (select from sailing_statement s where s.call_id = c.id and s.carrier_code = $5)`,
    [wanted.imos, wanted.voyages, new Date(wanted.from - 8 * dayMs), new Date(wanted.to + 8 * dayMs), carrierCode],
  );
  return rows;
}

/** New ids for calls. */
export async function takeCallIds(database: Database, count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await database.execute<{ id: number }>(
    `select nextval(pg_get_serial_sequence('sailing_call', 'id'))::float8 as id from generate_series(1, $1)`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/** Writes what a carrier tells now. */
export async function writeStatements(
  database: Database,
  carrierCode: string,
  at: Instant,
  rows: readonly { ref: string; callId: number; said: StatedCall; hash: string }[],
): Promise<void> {
  await database.execute(
    `insert into sailing_statement (carrier_code, call_ref, call_id, said, hash, said_at)
     select $2, r.ref, r."callId", r.said, r.hash, $3
     from jsonb_to_recordset($1::jsonb) as r(ref text, "callId" bigint, said jsonb, hash text)
     on conflict (carrier_code, call_ref) do update set call_id = excluded.call_id, said = excluded.said,
       hash = excluded.hash, said_at = excluded.said_at`,
    [JSON.stringify(rows), carrierCode, new Date(at)],
  );
}

/** Everything reported of these calls. */
export async function listStatements(database: Database, callIds: readonly number[]): Promise<StatementRow[]> {
  const { rows } = await database.execute<StatementRow>(
    `select carrier_code, call_ref, call_id, said as statement, said_at from sailing_statement where call_id = any($1)`,
    [callIds],
  );
  return rows;
}

/** These calls as they are stored. */
export async function listCalls(database: Database, callIds: readonly number[]): Promise<Map<number, CallRow>> {
  const { rows } = await database.execute<CallRow>(`select ${callColumns} from sailing_call where id = any($1)`, [
    callIds,
  ]);
  return new Map(rows.map((row) => [row.id, row]));
}

const updated = callColumns
  .split(',')
  .map((column) => column.trim())
  .filter((column) => column !== 'id');

/** Writes merged calls; each gets a number by which memories find it. */
export async function writeCalls(database: Database, calls: readonly CallRow[]): Promise<void> {
  if (calls.length === 0) return;
  await database.execute(
    `insert into sailing_call (${callColumns}, change_no)
     overriding system value
     select ${callColumns
       .split(',')
       .map((column) => `r.${column.trim()}`)
       .join(', ')}, nextval('sailing_call_change_no')
     from jsonb_populate_recordset(null::sailing_call, $1::jsonb) r
     on conflict (id) do update set ${updated.map((column) => `${column} = excluded.${column}`).join(', ')},
       change_no = excluded.change_no`,
    [JSON.stringify(calls.map(rowAsJson))],
  );
}

/** Notes how values changed. */
export async function writeChanges(database: Database, changes: readonly CallChange[]): Promise<void> {
  if (changes.length === 0) return;
  await database.execute(
    `insert into sailing_change (call_id, at, field, old_value, new_value)
     select call_id, at, field, old_value, new_value from jsonb_populate_recordset(null::sailing_change, $1::jsonb)`,
    [JSON.stringify(changes)],
  );
}

/** Statements of a carrier about calls to come that it no longer makes; gives the calls they were about. */
export async function removeWithdrawn(
  database: Database,
  carrierCode: string,
  serviceCodes: readonly string[],
  refs: readonly string[],
  window: { from: Instant; to: Instant },
): Promise<number[]> {
  const { rows } = await database.execute<{ call_id: number }>(
    `delete from sailing_statement s using sailing_call c
     where s.carrier_code = $1 and s.call_id = c.id and s.said ->> 'serviceCode' = any($2) and not s.call_ref = any($3)
       and c.arrives_at > $4 and c.arrives_at < $5
     returning s.call_id`,
    [carrierCode, serviceCodes, refs, new Date(window.from), new Date(window.to)],
  );
  return [...new Set(rows.map(({ call_id }) => call_id))];
}

/** Calls that nobody announces any more are shown as left out. */
export async function omitCalls(database: Database, callIds: readonly number[], at: Instant): Promise<void> {
  if (callIds.length === 0) return;
  await database.execute(
    `update sailing_call set omitted = true, changed_at = $2, change_no = nextval('sailing_call_change_no')
     where id = any($1) and not omitted`,
    [callIds, new Date(at)],
  );
}
