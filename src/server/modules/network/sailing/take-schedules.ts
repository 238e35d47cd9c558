import { createHash } from 'node:crypto';
import { findCall, mergeCalls } from '#domain/network/sailing/merge-calls.ts';
import { bestTime, type StatedCall, type Statement } from '#domain/network/sailing/model.ts';
import type { Database } from '#server/platform/db/database.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';
import { type CallRow, changesBetween, isSameCall, toRow } from './call-rows.ts';
import {
  listCalls,
  listCandidates,
  listStatedCalls,
  listStatements,
  omitCalls,
  removeWithdrawn,
  takeCallIds,
  writeCalls,
  writeChanges,
  writeStatements,
} from './statement-queries.ts';

/** What a carrier reported of some of its services, all their calls between two moments. */
export type ReportedSchedules = {
  carrierCode: string;
  calls: readonly StatedCall[];
  from: Instant;
  to: Instant;
  at: Instant;
};

/** What became of it: calls that changed, as they are now. */
export type TakenSchedules = { changed: number; added: number };

const hashOf = (statement: StatedCall): string =>
  createHash('sha256').update(JSON.stringify(statement)).digest('base64url');
const comesAt = (statement: StatedCall): Instant => bestTime(statement.arrival) ?? bestTime(statement.departure) ?? 0;

/** Which call each new statement is about: one that is there, or a new one. */
async function findCalls(database: Database, carrierCode: string, fresh: readonly StatedCall[]): Promise<number[]> {
  if (fresh.length === 0) return [];
  const times = fresh.map(comesAt);
  const candidates = await listCandidates(database, carrierCode, {
    imos: [...new Set(fresh.map(({ imo }) => imo))],
    voyages: [...new Set(fresh.flatMap(({ universalVoyage }) => universalVoyage ?? []))],
    from: times.reduce((least, at) => Math.min(least, at)),
    to: times.reduce((max, at) => Math.max(max, at)),
  });
  const atPort = Map.groupBy(candidates, ({ portCode }) => portCode);
  const taken = new Set<number>();
  const found = fresh.map((statement) => {
    const call = findCall(
      statement,
      (atPort.get(statement.portCode) ?? []).filter(({ id }) => !taken.has(id)),
    );
    if (call !== undefined) taken.add(call.id);
    return call?.id;
  });
  const ids = await takeCallIds(database, found.filter((id) => id === undefined).length);
  let next = 0;
  return found.map((id) => id ?? itemAt(ids, next++));
}

/** Merges port calls again from all that sources reported of them, and writes those that changed. */
async function mergeAnew(database: Database, callIds: readonly number[], at: Instant): Promise<TakenSchedules> {
  const [statements, stored] = [await listStatements(database, callIds), await listCalls(database, callIds)];
  const byCall = Map.groupBy(statements, ({ call_id }) => call_id);
  const rows: CallRow[] = [];
  const changes = [];
  const unspoken: number[] = [];
  for (const id of callIds) {
    const statement = (byCall.get(id) ?? []).map((row): Statement => ({
      ...row.statement,
      carrierCode: row.carrier_code,
      statedAt: row.said_at,
    }));
    const [first, ...others] = statement;
    if (first === undefined) {
      unspoken.push(id);
      continue;
    }
    const before = stored.get(id);
    const row = toRow(id, mergeCalls([first, ...others]), at);
    if (before !== undefined && isSameCall(before, row)) continue;
    rows.push(row);
    // Another carrier that tells of the call is news of that carrier, not of the sailing.
    if (before !== undefined && before.sellers.length === row.sellers.length)
      changes.push(...changesBetween(before, row, at));
  }
  await writeCalls(database, rows);
  await writeChanges(database, changes);
  await omitCalls(database, unspoken, at);
  const added = rows.filter(({ id }) => !stored.has(id)).length;
  return { changed: rows.length - added, added };
}

/** Takes in what a carrier tells of its services: statements, and the calls they come to. Done twice it does nothing twice. */
export function takeSchedules(database: Database, reported: ReportedSchedules): Promise<TakenSchedules> {
  const { carrierCode, at } = reported;
  // The newest words about a call count, should a carrier tell it twice.
  const calls = [...new Map(reported.calls.map((statement) => [statement.ref, statement])).values()];
  return database.transaction(async () => {
    const refs = calls.map(({ ref }) => ref);
    const known = await listStatedCalls(database, carrierCode, refs);
    const changed = calls
      .map((statement) => ({
        ref: statement.ref,
        said: statement,
        hash: hashOf(statement),
        callId: known.get(statement.ref)?.callId,
      }))
      .filter(({ ref, hash }) => known.get(ref)?.hash !== hash);
    const fresh = changed.filter(({ callId }) => callId === undefined);
    const ids = await findCalls(
      database,
      carrierCode,
      fresh.map(({ said: statement }) => statement),
    );
    const rows = changed.map((one) => ({ ...one, callId: one.callId ?? itemAt(ids, fresh.indexOf(one)) }));
    const calledIds = [...new Set(rows.map(({ callId }) => callId))];
    if (rows.length > 0) await writeStatements(database, carrierCode, at, rows);
    const withdrawn = await removeWithdrawn(
      database,
      carrierCode,
      [...new Set(calls.map(({ serviceCode }) => serviceCode))],
      refs,
      { from: Math.max(reported.from, at), to: reported.to - DAY_MS },
    );
    const affected = [...new Set([...calledIds, ...withdrawn])];
    return affected.length === 0 ? { changed: 0, added: 0 } : mergeAnew(database, affected, at);
  });
}
