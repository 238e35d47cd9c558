import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, expect, test } from 'vitest';
import { expectedLine, expectedSeconds } from './expected-time.ts';
import { keepRecord, readRecords, type Records, unchangedLine } from './records.ts';

test('what is kept of a suite is added to, beside that of others; what cannot be read counts as nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portolan-records-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'new', 'suites.json');
  expect(readRecords(file)).toEqual({});
  const took = { seconds: 10, processorSeconds: 12 };
  const passed = { inputs: 'abc', at: 0, counts: { passed: 3, failed: 0 } };
  keepRecord('unit', { took, passed }, file);
  keepRecord('web', { took }, file);
  keepRecord('unit', { took: { seconds: 11, processorSeconds: 13 } }, file);
  expect(readRecords(file)).toEqual({ unit: { took: { seconds: 11, processorSeconds: 13 }, passed }, web: { took } });
  writeFileSync(file, '{"unit":');
  expect(readRecords(file)).toEqual({});
});

test('a suite that need not run says when it passed, and how to run it', () => {
  expect(unchangedLine('unit', { inputs: '', at: Date.UTC(2026, 0, 9), counts: { passed: 7, failed: 0 } })).toMatch(
    /^unit {9}7 passed, unchanged since it passed at 2026-01-0\d \d\d:\d\d: skipped \(npm test -- --all runs it\)$/,
  );
});

test('a run takes as long as its longest group, but not less than all its work on all cores', () => {
  const records: Records = {
    unit: { took: { seconds: 100, processorSeconds: 150 } },
    web: { took: { seconds: 50, processorSeconds: 90 } },
    e2e: { took: { seconds: 120, processorSeconds: 200 } },
  };
  const groups = [['unit', 'web'], ['e2e']] as const;
  expect(expectedSeconds({ groups, records, cores: 8, full: false })).toEqual({ seconds: 150, known: true });
  expect(expectedSeconds({ groups, records, cores: 2, full: false })).toEqual({ seconds: 220, known: true });
  expect(expectedSeconds({ groups: [['unit']], records, cores: 2, full: true }).known).toBe(false);
  expect(expectedSeconds({ groups: [[], []], records, cores: 2, full: false })).toEqual({ seconds: 0, known: true });
  expect(expectedLine({ groups, records, cores: 2, full: false })).toBe(
    'This takes about 4 minutes (by the last runs on this machine).',
  );
  expect(expectedLine({ groups: [['check']], records, cores: 4, full: false })).toBe(
    'This takes about 60 seconds (by the figures of two quiet cores; this machine has 4).',
  );
});
