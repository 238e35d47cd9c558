import { expect, test } from 'vitest';
import { at, buildContainer, buildContent, buildEvent, buildLeg, t0 } from '../testing/builders.ts';
import { hasEnded, isEndTakenBack } from './end-condition.ts';

const settings = { quietDaysAfterArrival: 10 };
const returned = (containerNo: string | null, actual: number | null = at(-1)) =>
  buildEvent(containerNo, 'RCVE', 'NLRTM', { actual });

test('ends when every container is back empty, not one before', () => {
  const containers = [buildContainer('A'), buildContainer('B')];
  expect(hasEnded(buildContent({ containers, events: [returned('A')] }), t0, settings)).toBe(false);
  expect(hasEnded(buildContent({ containers, events: [returned('A'), returned('B', null)] }), t0, settings)).toBe(
    false,
  );
  expect(hasEnded(buildContent({ containers, events: [returned('A'), returned('B')] }), t0, settings)).toBe(true);
  expect(hasEnded(buildContent({ containers, events: [returned(null)] }), t0, settings)).toBe(true);
});

test('containers that only events know have to come back too', () => {
  const events = [returned('A'), buildEvent('B', 'DSCH', 'NLRTM', { actual: at(-4) })];
  expect(hasEnded(buildContent({ events }), t0, settings)).toBe(false);
});

test('ends after the quiet days since the arrival, not before', () => {
  expect(hasEnded(buildContent({ booking: { ata: at(-10, 1) } }), t0, settings)).toBe(false);
  expect(hasEnded(buildContent({ booking: { ata: at(-10) } }), t0, settings)).toBe(true);
  expect(hasEnded(buildContent({ booking: { ata: at(-10) } }), t0, { quietDaysAfterArrival: 30 })).toBe(false);
});

test('news keeps it going: a move or a word of a source', () => {
  const events = [buildEvent('A', 'STCS', 'NLRTM', { actual: at(-3) })];
  expect(hasEnded(buildContent({ booking: { ata: at(-40) }, events }), t0, settings)).toBe(false);
  expect(hasEnded(buildContent({ booking: { ata: at(-40) } }), t0, settings, at(-9))).toBe(false);
  expect(hasEnded(buildContent({ booking: { ata: at(-40) } }), t0, settings, at(-11))).toBe(true);
});

test('an arrival at a transhipment port, one to come, or none at all is no end', () => {
  const legs = [buildLeg(1, 'CNSHA', 'SGSIN', { ata: at(-40) })];
  expect(hasEnded(buildContent({ booking: { portOfDischarge: 'NLRTM' }, legs }), t0, settings)).toBe(false);
  expect(hasEnded(buildContent({ booking: { portOfDischarge: 'SGSIN' }, legs }), t0, settings)).toBe(true);
  expect(hasEnded(buildContent({ booking: { ata: at(5) } }), t0, settings)).toBe(false);
  expect(hasEnded(buildContent({}), t0, settings)).toBe(false);
});

test('an end is taken back with what it stood on: a return or the arrival, and nothing else', () => {
  const containers = [buildContainer('A')];
  const back = buildContent({ containers, events: [returned('A')], booking: { ata: at(-9) } });
  const out = buildContent({ containers, booking: { ata: at(-9) } });
  const sailing = buildContent({ containers });
  expect(isEndTakenBack(back, out, t0)).toBe(true);
  expect(isEndTakenBack(back, buildContent({ containers, events: [returned('A', null)] }), t0)).toBe(true);
  expect(isEndTakenBack(out, sailing, t0)).toBe(true);
  expect(isEndTakenBack(out, buildContent({ containers, booking: { ata: at(1) } }), t0)).toBe(true);
  // A container more of which nobody knew: it has not come back.
  const more = [...containers, buildContainer('B')];
  expect(isEndTakenBack(back, buildContent({ containers: more, events: [returned('A')] }), t0)).toBe(true);

  const inspected = buildEvent('A', 'INSP', 'NLRTM', { actual: at(0) });
  expect(isEndTakenBack(back, buildContent({ containers, events: [returned('A'), inspected] }), t0)).toBe(false);
  expect(isEndTakenBack(out, buildContent({ containers, events: [inspected], booking: { ata: at(-8) } }), t0)).toBe(
    false,
  );
  for (const one of [back, out, sailing]) expect(isEndTakenBack(one, one, t0)).toBe(false);
});
