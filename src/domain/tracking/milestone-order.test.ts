import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseStatuses } from '#shared/reference/statuses.ts';
import { milestoneName } from './milestone-names.ts';
import { backbone, stageMilestones, stageOf } from './milestone-order.ts';
import { milestones } from './model.ts';
import { profiles } from './journey/profiles.ts';

const statuses = parseStatuses(readFileSync(new URL('../../../seeds/statuses.csv', import.meta.url), 'utf8'));

// Domestic sea shares the milestones of sea.
const { domestic: _, ...notBySea } = profiles;
const ofOtherModes = new Set(
  Object.values(notBySea).flatMap(({ stages }) => stages.flatMap((part) => part.milestones)),
);

test('every status of the seeds has its name and, booking states apart, a part of the voyage', () => {
  for (const { code, nameCn, nameEn, stageCode, mode } of statuses) {
    expect([code, milestoneName(code, 'zh'), milestoneName(code, 'en')]).toEqual([code, nameCn, nameEn]);
    expect([code, stageOf(code) === undefined]).toEqual([
      code,
      stageCode === 'BOOKING' || mode === 'AIR' || ofOtherModes.has(code),
    ]);
  }
});

test('every milestone that rules refer to is in the seeds and stands in one part only', () => {
  const known = new Set(statuses.map(({ code }) => code));
  expect(Object.values(milestones).filter((code) => !known.has(code))).toEqual([]);
  const placed = Object.values(stageMilestones).flat();
  expect(new Set(placed).size).toBe(placed.length);
  expect(backbone.filter((code) => !placed.includes(code))).toEqual([]);
});

test('an unknown code has no part and names itself', () => {
  expect([stageOf('NONE'), milestoneName('NONE', 'zh'), milestoneName('constructor', 'en')]).toEqual([
    undefined,
    'NONE',
    'constructor',
  ]);
});
