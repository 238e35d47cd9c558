import { expect, test } from 'vitest';
import { at, buildContainer, buildEvent, buildSimpleView, detectIn, keysIn } from '../../testing/builders.ts';
import { missingMilestone } from './missing-milestone.ts';

const box = 'MERU1234567';
const gateIn = buildEvent(box, 'GITM', 'CNSHA', { actual: at(-20) });
const loaded = buildEvent(box, 'LOBD', 'CNSHA', { actual: at(-19) });

test('no discharge: fires above 48 hours after the arrival, not at 48', () => {
  const view = (ata: number) =>
    buildSimpleView({ booking: { ata, portOfDischarge: 'NLRTM' }, events: [gateIn, loaded] });
  expect(keysIn(missingMilestone, view(at(-2)))).toEqual([]);
  expect(detectIn(missingMilestone, view(at(-2, -1)))).toMatchObject([
    { key: `DSCH`, params: { containerNo: box, hours: 49, sinceZone: 'Europe/Amsterdam' } },
  ]);
});

test('no loading: fires after a day in which sources may lag', () => {
  const view = (atd: number) => buildSimpleView({ booking: { atd }, events: [gateIn] });
  expect(keysIn(missingMilestone, view(at(-1)))).toEqual([]);
  expect(keysIn(missingMilestone, view(at(-1, -1)))).toEqual([`LOBD`]);
});

test('a later move of the box shows that it happened; a call of the ship does not', () => {
  const severities = (event: ReturnType<typeof buildEvent>) =>
    detectIn(
      missingMilestone,
      buildSimpleView({ booking: { atd: at(-18), ata: at(-9) }, events: [gateIn, event] }),
    ).map(({ key, severity }) => `${key} ${severity}`);
  expect(severities(buildEvent(box, 'STCS', 'NLRTM', { actual: at(-5) }))).toEqual([`LOBD low`, `DSCH low`]);
  expect(severities(buildEvent(null, 'BDAR', 'NLRTM', { actual: at(-9) }))).toEqual([`LOBD medium`, `DSCH medium`]);
});

test('an arrival before the departure says nothing about the discharge', () => {
  const view = buildSimpleView({ booking: { atd: at(-8), ata: at(-9) }, events: [gateIn, loaded] });
  expect(keysIn(missingMilestone, view)).toEqual([]);
});

test('a loading told for the whole bill counts for every box', () => {
  const events = [gateIn, buildEvent(null, 'LOBD', 'CNSHA', { actual: at(-19) })];
  expect(keysIn(missingMilestone, buildSimpleView({ booking: { atd: at(-18) }, events }))).toEqual([]);
});

test('is silent on boxes without any event, and on one that came after the ship had left', () => {
  const containers = [buildContainer(box)];
  expect(keysIn(missingMilestone, buildSimpleView({ booking: { atd: at(-18) }, containers }))).toEqual([]);
  const late = [buildEvent(box, 'GITM', 'CNSHA', { actual: at(-3) })];
  expect(keysIn(missingMilestone, buildSimpleView({ booking: { atd: at(-18) }, events: late }))).toEqual([]);
});
