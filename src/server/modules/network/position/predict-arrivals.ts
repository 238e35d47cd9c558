import { learnErrors, predictEta, usualSpeedKn } from '#domain/network/position/eta.ts';
import type { EtaErrors } from '#domain/network/position/eta.ts';
import type { CallsSoFar } from '#domain/network/position/hops.ts';
import { isPlausible } from '#domain/network/position/plausible.ts';
import { isNewMark } from '#domain/network/position/passage.ts';
import type { LaneMark, HopTransit } from '#domain/network/position/passage.ts';
import type { ObservedPortCall } from '#domain/network/position/geofence.ts';
import { progressOn } from '#domain/network/position/lane.ts';
import type { Lane } from '#domain/network/position/lane.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { LonLat } from '#shared/geo/geodesy.ts';
import { findSeaRoute } from '#shared/geo/sea-lanes.ts';
import { BytesCache } from '#shared/memory/bytes-cache.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';
import { laneBetween } from './lanes.ts';
import type { VoyageDeps } from './link-voyages.ts';
import {
  insertPassage,
  listErrors,
  listFinishedVoyages,
  listPassages,
  listSparseFixes,
  listWatchedLanes,
} from './passage-queries.ts';
import { writeScores } from './score-queries.ts';
import { listDueVoyages, listVisits, writePredictions } from './voyage-queries.ts';
import type { DueVoyage, StoredPrediction } from './voyage-queries.ts';

const predictEveryMs = 2 * HOUR_MS;
const judgeEveryMs = 12 * HOUR_MS;
const voyagesAtOnce = 200;
const passagesOfLane = 60;
const errorsKept = 4000;
/** Further from the lane than this she takes another way. */
const maxOffNm = 250;
const lanesAtOnce = 12;
const learnAgainMs = 12 * HOUR_MS;
const learnBackMs = 120 * DAY_MS;
const voyagesOfLane = 8;
const scoreBackMs = 60 * DAY_MS;

/** What is left to go: along the lane and back to it, or by the way from where she is. */
function leftNm(lane: Lane, point: LonLat, toPort: string, reference: ReferenceSnapshot): number {
  const { leftNm: left, offNm } = progressOn(lane, point);
  if (offNm <= maxOffNm) return left;
  const port = reference.ports.get(toPort);
  const other =
    port?.lon == null || port.lat == null ? undefined : findSeaRoute(point, [port.lon, port.lat])?.distanceNm;
  return other ?? left + offNm;
}

/** Where she left the last port she stopped in on this voyage, the port of loading included. */
function lastDeparture(
  voyage: DueVoyage,
  visits: readonly ObservedPortCall[],
  lane: Lane,
  reference: ReferenceSnapshot,
): LaneMark | null {
  const visit = visits.findLast(
    ({ departedAt }) => departedAt !== null && departedAt >= voyage.departed_at && departedAt <= voyage.fix_at,
  );
  const port = visit === undefined ? undefined : reference.ports.get(visit.portCode);
  if (visit?.departedAt == null || port?.lon == null || port.lat == null) return null;
  return { at: visit.departedAt, leftNm: progressOn(lane, [port.lon, port.lat]).leftNm };
}

/** Where she is in the order of her calls, by her stays since the departure. */
function callsOf(voyage: DueVoyage, visits: readonly ObservedPortCall[], reference: ReferenceSnapshot): CallsSoFar {
  const called = visits.filter(
    ({ portCode, arrivedAt, departedAt }) =>
      portCode !== voyage.from_port &&
      arrivedAt > voyage.departed_at &&
      departedAt !== null &&
      departedAt <= voyage.fix_at,
  );
  return {
    fromPort: voyage.from_port,
    toPort: voyage.to_port,
    called: called.map(({ portCode }) => portCode),
    leftAt: called.at(-1)?.departedAt ?? voyage.departed_at,
    point: [voyage.lon, voyage.lat],
    course: voyage.course,
    laneBetween: (from, to) => laneBetween(from, to, reference),
  };
}

type LaneHistory = { passages: readonly HopTransit[]; laneNm: number };

async function loadLaneHistory(
  database: Database,
  voyage: DueVoyage,
  laneNm: number,
  memory: Map<string, LaneHistory>,
): Promise<LaneHistory> {
  const key = `${voyage.from_port} ${voyage.to_port}`;
  let known = memory.get(key);
  if (known === undefined) {
    const passages = await listPassages(database, voyage.from_port, voyage.to_port, passagesOfLane);
    memory.set(key, (known = { passages, laneNm }));
  }
  return known;
}

/** From arrival to arrival at the next port: how fast she comes along, her stays included. */
function hopsOf(visits: readonly ObservedPortCall[], reference: ReferenceSnapshot): { nm: number; ms: number }[] {
  return visits.slice(1).flatMap((visit, index) => {
    const before = itemAt(visits, index);
    const lane = laneBetween(before.portCode, visit.portCode, reference);
    return lane === null ? [] : [{ nm: lane.distanceNm, ms: visit.arrivedAt - before.arrivedAt }];
  });
}

/** Predicts one arrival from passages that are over; null where too little is known to say anything. */
export function predictOne(
  voyage: DueVoyage,
  lane: Lane,
  { passages, laneNm }: LaneHistory,
  /** Left out: nothing is learned. */
  errors: EtaErrors | undefined,
  visits: readonly ObservedPortCall[],
  reference: ReferenceSnapshot,
  /** No call is on the way: her speed on this voyage, where it is known, tells more than any voyage before. */
  hop?: { madeKn: number | undefined },
): StoredPrediction | null {
  const left = leftNm(lane, [voyage.lon, voyage.lat], voyage.to_port, reference);
  const speed =
    hop?.madeKn ??
    usualSpeedKn(passages.map(({ departedAt, arrivedAt }) => ({ nm: laneNm, ms: arrivedAt - departedAt }))) ??
    usualSpeedKn(hopsOf(visits, reference));
  const way = {
    mmsi: voyage.mmsi,
    departedAt: voyage.departed_at,
    at: voyage.fix_at,
    leftNm: left,
    since: lastDeparture(voyage, visits, lane, reference),
    calls: callsOf(voyage, visits, reference),
    straight: hop !== undefined,
  };
  const prediction = predictEta(way, passages, errors, speed);
  if (prediction.basis === 'speed' && speed === undefined) return null;
  return isPlausible(prediction, voyage.fix_at) ? { ...prediction, knownAt: voyage.fix_at } : null;
}

/** Predicts again the arrivals of watched voyages whose vessels have moved, where enough is known; gives how many. */
export async function predictArrivals({ database, reference }: VoyageDeps): Promise<number> {
  const due = await listDueVoyages(database, predictEveryMs, voyagesAtOnce);
  if (due.length === 0) return 0;
  const snapshot = reference();
  const errors = learnErrors(await listErrors(database, errorsKept));
  const oldest = Math.min(...due.map(({ departed_at }) => departed_at));
  const visits = await listVisits(database, [...new Set(due.map(({ mmsi }) => mmsi))], oldest - 30 * DAY_MS);
  const memory = new Map<string, LaneHistory>();
  const predictions: { voyage: DueVoyage; prediction: StoredPrediction | null }[] = [];
  for (const voyage of due) {
    const lane = laneBetween(voyage.from_port, voyage.to_port, snapshot);
    if (lane === null) {
      predictions.push({ voyage, prediction: null });
      continue;
    }
    const known = await loadLaneHistory(database, voyage, lane.distanceNm, memory);
    const own = visits.get(voyage.mmsi) ?? [];
    predictions.push({ voyage, prediction: predictOne(voyage, lane, known, errors, own, snapshot) });
  }
  await writePredictions(database, predictions, judgeEveryMs);
  return predictions.filter(({ prediction }) => prediction !== null).length;
}

/** Scores predictions against the arrivals that followed them. */
export const scorePredictions = ({ database, clock }: VoyageDeps): Promise<void> =>
  writeScores(database, clock.now(), scoreBackMs);

/** When lanes were last learned from, by world time; forgotten with the process. */
export type LearnMemory = BytesCache<string, Instant>;

/** A lane takes about so many bytes. */
const laneBytes = 150;
/** Makes a memory that has learned nothing yet. */
export const createLearnMemory = (): LearnMemory => new BytesCache('learned_lanes', 3_000_000);

/** Learns from voyages that are over on lanes somebody's cargo is on, a few lanes at a time; gives how many voyages. */
export async function learnPassages(deps: VoyageDeps, memory: LearnMemory): Promise<number> {
  const { database } = deps;
  const now = deps.clock.now();
  const lanes = (await listWatchedLanes(database))
    .map(({ from_port: from, to_port: to }) => ({ from, to, key: `${from} ${to}` }))
    .filter(({ key }) => now - (memory.get(key) ?? Number.NEGATIVE_INFINITY) >= learnAgainMs)
    .toSorted((a, b) => (memory.get(a.key) ?? 0) - (memory.get(b.key) ?? 0))
    .slice(0, lanesAtOnce);
  let learned = 0;
  for (const { from, to, key } of lanes) {
    const lane = laneBetween(from, to, deps.reference());
    if (lane === null) {
      memory.set(key, now, laneBytes);
      continue;
    }
    const voyages = await listFinishedVoyages(database, from, to, now - learnBackMs, voyagesOfLane);
    for (const voyage of voyages) {
      const fixes = await listSparseFixes(database, voyage.mmsi, voyage.departed_at, voyage.arrived_at);
      const marks: LaneMark[] = [];
      for (const { at, lon, lat } of fixes) {
        const mark = { at, leftNm: Math.round(progressOn(lane, [lon, lat]).leftNm * 10) / 10 };
        if (isNewMark(marks, mark)) marks.push(mark);
      }
      await insertPassage(database, {
        mmsi: voyage.mmsi,
        fromPort: from,
        toPort: to,
        departedAt: voyage.departed_at,
        arrivedAt: voyage.arrived_at,
        laneNm: lane.distanceNm,
        marks,
      });
    }
    // A lane with more to learn comes first the next time.
    if (voyages.length < voyagesOfLane) memory.set(key, now, laneBytes);
    learned += voyages.length;
  }
  return learned;
}
