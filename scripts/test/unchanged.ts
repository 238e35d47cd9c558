import { findChromium } from './bring.ts';
import { programState, readInputs, type SuiteName } from './inputs.ts';
import { type Duration, keepRecord, type Passed, readRecords, type Records, type Counts } from './records.ts';
import { serverProgram } from './test-server.ts';

type How = {
  full: boolean;
  maySkip: boolean;
  /** Where it is kept, and how files are read; for tests. */
  file?: string;
  readFiles?: typeof readInputs;
};

/** What this machine remembers of suites. */
export type Memory = {
  records: Records;
  /** The last run of a suite that passed, if it need not run again: nothing that it depends on has changed since. */
  passedBefore: (suite: SuiteName) => Passed | undefined;
  /** Keeps how long a suite took, and that it passed, if its files did not change meanwhile. */
  keep: (suite: SuiteName, counts: Counts, took: Duration) => void;
};

const needsServer: readonly SuiteName[] = ['unit', 'db-postgres', 'db-embedded', 'e2e'];

/** Reads what is remembered, and takes fingerprints of the files as they are at the start. */
export function openMemory(suites: readonly SuiteName[], { full, maySkip, file, readFiles = readInputs }: How): Memory {
  const records = readRecords(file);
  // What else than files a suite depends on; programs as they are at the start, as they may still be brought.
  const [server, chromium] = [programState(serverProgram()), programState(findChromium())];
  const about = (suite: SuiteName): string[] => [
    full ? 'full' : 'ordinary',
    ...(needsServer.includes(suite) ? [server] : []),
    ...(suite === 'e2e' ? [chromium] : []),
  ];
  const read = (): Map<SuiteName, string | undefined> => {
    const inputs = readFiles();
    return new Map(suites.map((suite) => [suite, inputs?.(suite, about(suite))]));
  };
  const atStart = read();
  return {
    records,
    passedBefore: (suite) => {
      const passed = records[suite]?.passed;
      return maySkip && passed !== undefined && passed.inputs === atStart.get(suite) ? passed : undefined;
    },
    keep: (suite, counts, took) => {
      const inputs = read().get(suite);
      const hasPassed = counts.failed === 0 && (counts.repeated ?? 0) === 0;
      const passed = hasPassed && inputs !== undefined && inputs === atStart.get(suite);
      keepRecord(
        suite,
        {
          // One that could not begin says nothing about how long it takes.
          ...(counts.passed === 0 ? {} : full ? { tookInFull: took } : { took }),
          ...(passed ? { passed: { inputs, at: Date.now(), counts } } : {}),
        },
        file,
      );
    },
  };
}
