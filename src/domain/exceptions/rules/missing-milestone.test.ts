import { expect, test } from 'vitest';
import {
  at,
  buildContainer,
  buildEvent,
  buildLeg,
  buildSimpleView,
  detectIn,
  keysIn,
  reference,
} from '../../testing/builders.ts';
import { missingMilestone } from './missing-milestone.ts';

const container = 'MERU1234567';
const gateIn = buildEvent(container, 'GITM', 'CNSHA', { actual: at(-20) });
const loaded = buildEvent(container, 'LOBD', 'CNSHA', { actual: at(-19) });

test('no discharge: fires above 48 hours after the arrival, not at 48', () => {
  const view = (ata: number) =>
    buildSimpleView({ booking: { ata, portOfDischarge: 'NLRTM' }, events: [gateIn, loaded] });
  expect(keysIn(missingMilestone, view(at(-2)))).toEqual([]);
  expect(detectIn(missingMilestone, view(at(-2, -1)))).toMatchObject([
    { key: `DSCH`, params: { containerNo: container, hours: 49, sinceZone: 'Europe/Amsterdam' } },
  ]);
});

test('no loading: fires after a day in which sources may lag', () => {
  const view = (atd: number) => buildSimpleView({ booking: { atd }, events: [gateIn] });
  expect(keysIn(missingMilestone, view(at(-1)))).toEqual([]);
  expect(keysIn(missingMilestone, view(at(-1, -1)))).toEqual([`LOBD`]);
});

test('a later move of the container shows that it happened; a call of the ship does not', () => {
  const severities = (event: ReturnType<typeof buildEvent>) =>
    detectIn(
      missingMilestone,
      buildSimpleView({ booking: { atd: at(-18), ata: at(-9) }, events: [gateIn, event] }),
    ).map(({ key, severity }) => `${key} ${severity}`);
  expect(severities(buildEvent(container, 'STCS', 'NLRTM', { actual: at(-5) }))).toEqual([`LOBD low`, `DSCH low`]);
  expect(severities(buildEvent(null, 'BDAR', 'NLRTM', { actual: at(-9) }))).toEqual([`LOBD medium`, `DSCH medium`]);
});

test('an arrival before the departure says nothing about the discharge', () => {
  const view = buildSimpleView({ booking: { atd: at(-8), ata: at(-9) }, events: [gateIn, loaded] });
  expect(keysIn(missingMilestone, view)).toEqual([]);
});

test('a loading reported for the whole bill counts for every container', () => {
  const events = [gateIn, buildEvent(null, 'LOBD', 'CNSHA', { actual: at(-19) })];
  expect(keysIn(missingMilestone, buildSimpleView({ booking: { atd: at(-18) }, events }))).toEqual([]);
});

test('is silent on containers without any event, and on one that came after the ship had left', () => {
  const containers = [buildContainer(container)];
  expect(keysIn(missingMilestone, buildSimpleView({ booking: { atd: at(-18) }, containers }))).toEqual([]);
  const late = [buildEvent(container, 'GITM', 'CNSHA', { actual: at(-3) })];
  expect(keysIn(missingMilestone, buildSimpleView({ booking: { atd: at(-18) }, events: late }))).toEqual([]);
});

test('says after what it is missing, where that was, and whether later moves prove it', () => {
  const booking = { atd: at(-18), ata: at(-9), portOfLoading: 'CNSHA', portOfDischarge: 'NLRTM' };
  const [load, discharge] = detectIn(missingMilestone, buildSimpleView({ booking, events: [gateIn] }));
  expect(load?.params).toEqual({
    boxNos: container,
    containerNo: container,
    missingStatus: 'LOBD',
    departed: 1,
    sinceAt: at(-18),
    sinceZone: 'Asia/Shanghai',
    hours: 18 * 24,
  });
  expect(load?.evidence).toMatchObject([{ path: 'booking.atd', value: at(-18), zone: 'Asia/Shanghai' }]);
  expect(discharge?.params).toMatchObject({ missingStatus: 'DSCH', arrived: 1, sinceAt: at(-9) });
  expect(Object.keys(discharge?.params ?? {})).not.toContain('departed');
  const events = [gateIn, loaded, buildEvent(container, 'STCS', 'NLRTM', { actual: at(-5) })];
  expect(detectIn(missingMilestone, buildSimpleView({ booking, events }))).toMatchObject([
    { key: 'DSCH', params: { proven: 1 }, severity: 'low' },
  ]);
});

test('hours are whole ones, also a minute before the next', () => {
  const booking = { atd: at(-2) - 59 * 60_000 };
  expect(detectIn(missingMilestone, buildSimpleView({ booking, events: [gateIn] }))).toMatchObject([
    { params: { hours: 48 } },
  ]);
});

test('an arrival before the departure of a later leg says nothing about the discharge', () => {
  const legs = [buildLeg(1, 'CNSHA', 'SGSIN', { atd: at(-18) }), buildLeg(2, 'SGSIN', 'NLRTM', { atd: at(-8) })];
  const arrived = (ata: number) =>
    keysIn(missingMilestone, buildSimpleView({ booking: { ata }, legs, events: [gateIn, loaded] }));
  expect(arrived(at(-9))).toEqual([]);
  expect(arrived(at(-8))).toEqual([]);
  expect(arrived(at(-7))).toEqual(['DSCH']);
});

test('a container that came through the gate as the ship left is missed; one of which something is only planned is not', () => {
  const view = (times: object) =>
    buildSimpleView({ booking: { atd: at(-18) }, events: [buildEvent(container, 'GITM', 'CNSHA', times)] });
  expect(keysIn(missingMilestone, view({ actual: at(-18) }))).toEqual(['LOBD']);
  expect(keysIn(missingMilestone, view({ planned: at(-19) }))).toEqual([]);
});

test('turns when sources have had their hours after departure and arrival', () => {
  const changeTimesOf = (booking: object) =>
    missingMilestone.changeTimes?.(buildSimpleView({ booking }), { loadHours: 24, dischargeHours: 48 }, reference);
  expect(changeTimesOf({ atd: at(-9), ata: at(-2) })).toEqual([at(-8), at(0)]);
  expect(changeTimesOf({})).toEqual([]);
});

test('containers that travel apart are judged each by its own ship: the one that is due tomorrow misses no discharge', () => {
  const star = { vesselName: 'MERIDIAN STAR', voyage: '012W' };
  const moon = { vesselName: 'OCEAN MOON', voyage: '044W' };
  const late = 'OCEU7654321';
  const view = buildSimpleView({
    booking: { portOfLoading: 'CNSHA', portOfDischarge: 'NLRTM', atd: at(-30), ata: at(-9) },
    legs: [buildLeg(1, 'CNSHA', 'NLRTM', { ...star, atd: at(-30), ata: at(-9) })],
    containers: [buildContainer(container), buildContainer(late)],
    events: [
      buildEvent(container, 'LOBD', 'CNSHA', { actual: at(-31), ...star }),
      buildEvent(late, 'LOBD', 'CNSHA', { actual: at(-17), ...moon }),
      buildEvent(late, 'BDAR', 'NLRTM', { estimated: at(1), ...moon }),
    ],
  });
  expect(detectIn(missingMilestone, view)).toMatchObject([{ key: 'DSCH', params: { boxNos: container } }]);
});
