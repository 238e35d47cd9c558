import type { FleetVessel } from '#contract/network/vessel.ts';
import type { MapFleet, MapVessel, VesselTone } from '#web/kit/map/map-model.ts';

/** A signal older than this is grey. */
/** A vessel that was not heard for so long is shown as silent. */
export const staleMs = 6 * 3_600_000;
/** Among the vessels that did not change, those that are no longer heard are looked for now and then. */
const ageEvery = 60;

/** What vessels do, in the order of the legend. */
export const vesselTones = [
  'underway',
  'drifting',
  'anchored',
  'moored',
  'stale',
] as const satisfies readonly VesselTone[];

/** What a vessel does now, or that nothing was heard of her for long. */
const toneOf = (vessel: FleetVessel, now: number): VesselTone => (now - vessel[7] > staleMs ? 'stale' : vessel[6]);

const onMap = (vessel: FleetVessel, now: number): MapVessel => ({
  id: vessel[0],
  at: [vessel[2], vessel[3]],
  course: vessel[5],
  tone: toneOf(vessel, now),
  label: vessel[1] ?? vessel[0],
});

/** What the page shows of the fleet as a whole. */
export type FleetSummary = { counts: Readonly<Record<VesselTone, number>>; total: number; failed: boolean };

/** All vessels as they were last heard. */
export type FleetStore = {
  /** Takes in what was heard: all vessels, or those that changed. */
  take: (vessels: readonly FleetVessel[], now: number) => void;
  fail: () => void;
  find: (mmsi: string) => MapVessel | undefined;
  /** What the map draws; the same object for ever. */
  map: MapFleet;
  /** Says what happens when vessels are pressed. */
  onPick: (pick: MapFleet['onPick']) => void;
  /** The time of the last answer, in the world of the server; 0 before the first. */
  time: () => number;
  summary: () => FleetSummary;
  subscribe: (changed: () => void) => () => void;
};

/** Makes a store without any vessel. */
export function createFleetStore(): FleetStore {
  const known = new Map<string, { vessel: FleetVessel; shown: MapVessel }>();
  const maps = new Set<(vessels: readonly MapVessel[]) => void>();
  const readers = new Set<() => void>();
  let summary: FleetSummary = {
    counts: { underway: 0, drifting: 0, anchored: 0, moored: 0, stale: 0 },
    total: 0,
    failed: false,
  };
  let looks = 0;
  let time = 0;
  let pick: MapFleet['onPick'] = () => undefined;

  const notify = (next: FleetSummary): void => {
    summary = next;
    for (const read of readers) read();
  };

  /** Vessels whose signal has become old since they were looked at. */
  const aged = (now: number): FleetVessel[] =>
    [...known.values()].flatMap(({ vessel, shown }) => (toneOf(vessel, now) === shown.tone ? [] : [vessel]));

  return {
    take(vessels, now) {
      const changed = new Map(vessels.map((vessel) => [vessel[0], { vessel, shown: onMap(vessel, now) }]));
      if (looks % ageEvery === 0)
        for (const vessel of aged(now))
          if (!changed.has(vessel[0])) changed.set(vessel[0], { vessel, shown: onMap(vessel, now) });
      looks += 1;
      time = now;
      const counts = { ...summary.counts };
      for (const [mmsi, one] of changed) {
        const before = known.get(mmsi);
        if (before !== undefined) counts[before.shown.tone] -= 1;
        counts[one.shown.tone] += 1;
        known.set(mmsi, one);
      }
      const shown = [...changed.values()].map((one) => one.shown);
      if (shown.length > 0) for (const draw of maps) draw(shown);
      if (shown.length > 0 || summary.failed || looks === 1) notify({ counts, total: known.size, failed: false });
    },
    fail: () => void (summary.failed || notify({ ...summary, failed: true })),
    find: (mmsi) => known.get(mmsi)?.shown,
    map: {
      all: () => [...known.values()].map(({ shown }) => shown),
      listen: (draw) => {
        maps.add(draw);
        return () => void maps.delete(draw);
      },
      onPick: (ids) => pick(ids),
    },
    onPick: (next) => void (pick = next),
    time: () => time,
    summary: () => summary,
    subscribe: (read) => {
      readers.add(read);
      return () => void readers.delete(read);
    },
  };
}
