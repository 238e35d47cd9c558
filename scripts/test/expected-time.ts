import type { SuiteName } from './inputs.ts';
import type { Duration, Records } from './records.ts';

/** Seconds of two cores with both groups under way, for a machine that has not run a suite yet. */
const standard: Readonly<Record<SuiteName, Duration>> = {
  check: { seconds: 60, processorSeconds: 60 },
  unit: { seconds: 350, processorSeconds: 230 },
  web: { seconds: 220, processorSeconds: 180 },
  'db-postgres': { seconds: 270, processorSeconds: 340 },
  'db-embedded': { seconds: 130, processorSeconds: 175 },
  build: { seconds: 15, processorSeconds: 15 },
  e2e: { seconds: 700, processorSeconds: 850 },
  cluster: { seconds: 60, processorSeconds: 30 },
};

/** More work in a run of everything. */
const inFull = 2.5;

type Requested = { groups: readonly (readonly SuiteName[])[]; records: Records; cores: number; full: boolean };

/** Seconds that a run of these suites will take: what their groups take one beside the other, but not less than all cores need together. */
export function expectedSeconds({ groups, records, cores, full }: Requested): { seconds: number; known: boolean } {
  const keptOf = (suite: SuiteName): Duration | undefined => records[suite]?.[full ? 'tookInFull' : 'took'];
  const ofSuite = (suite: SuiteName): Duration => {
    const factor = full ? inFull : 1;
    const { seconds, processorSeconds } = standard[suite];
    return keptOf(suite) ?? { seconds: seconds * factor, processorSeconds: processorSeconds * factor };
  };
  const suites = groups.flat();
  const inGroup = (group: readonly SuiteName[]): number =>
    group.reduce((sum, suite) => sum + ofSuite(suite).seconds, 0);
  const processor = suites.reduce((sum, suite) => sum + ofSuite(suite).processorSeconds, 0);
  return {
    seconds: Math.max(0, ...groups.map(inGroup), processor / cores),
    known: suites.every((suite) => keptOf(suite) !== undefined),
  };
}

/** The first line of a run. */
export function expectedLine(requested: Requested): string {
  const { seconds, known } = expectedSeconds(requested);
  const time = seconds < 90 ? `${Math.round(seconds)} seconds` : `${Math.round(seconds / 60)} minutes`;
  const basis = known
    ? 'by the last runs on this machine'
    : `by the figures of two quiet cores; this machine has ${requested.cores}`;
  return `This takes about ${time} (${basis}).`;
}
