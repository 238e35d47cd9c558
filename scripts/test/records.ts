import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../lint/read-source.ts';
import type { SuiteName } from './inputs.ts';

/** Tests of a suite by their result; `repeated` of the passed ones only when tried a second time. */
export type Counts = { passed: number; failed: number; repeated?: number };

/** How long a suite took. */
export type Duration = { seconds: number; processorSeconds: number };

/** The last run of a suite that passed on this machine, and the fingerprint of its inputs. */
export type Passed = { inputs: string; at: number; counts: Counts };

/** What is kept of the last runs of each suite on this machine; times of a run of everything apart from those of an ordinary one. */
export type Records = Partial<Record<SuiteName, { passed?: Passed; took?: Duration; tookInFull?: Duration }>>;

const keptFile = join(root, 'node_modules', '.cache', 'portolan-tests', 'suites.json');

/** Reads what is kept; nothing when there is none, or when it cannot be read. */
export function readRecords(file = keptFile): Records {
  try {
    const kept: Records = JSON.parse(readFileSync(file, 'utf8'));
    return kept;
  } catch {
    return {};
  }
}

/** Keeps more of one suite; another run may have kept something of the others meanwhile. */
export function keepRecord(suite: SuiteName, record: Records[SuiteName], file = keptFile): void {
  const records = readRecords(file);
  mkdirSync(dirname(file), { recursive: true });
  const staged = `${file}.${process.pid}`;
  writeFileSync(staged, JSON.stringify({ ...records, [suite]: { ...records[suite], ...record } }));
  renameSync(staged, file);
}

/** The line for a suite that need not run again. */
export function unchangedLine(suite: SuiteName, { at, counts }: Passed): string {
  const time = new Date(at).toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' });
  return `${suite.padEnd(12)} ${counts.passed} passed, unchanged since it passed at ${time}: skipped (npm test -- --all runs it)`;
}
