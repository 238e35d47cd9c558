import { expect, test } from 'vitest';
import { at, buildEvent, buildLeg, buildSimpleView, reference, t0 } from '../testing/builders.ts';
import { detectAll, findingsOf } from './detect.ts';
import { exceptionRules } from './rules/index.ts';
import type { ShipmentView } from './types.ts';

const containers = ['MERU1234567', 'MERU1234572', 'MERU1234588', 'MERU1234593'];

const codesIn = (view: ShipmentView): string[] =>
  findingsOf(
    detectAll(view, t0, { rules: exceptionRules, settingsFor: () => ({}), reference, enabled: () => true }),
    view,
  )
    .map(({ code }) => code)
    .filter((code) => code !== 'CTN_INVALID');

/** A voyage on which everybody agrees but for the arrival. */
const arriving = (ata: number): ShipmentView =>
  buildSimpleView({
    booking: { portOfLoading: 'CNSHA', portOfDischarge: 'NLRTM', etd: at(-20), atd: at(-20), eta: at(2), ata },
    legs: [buildLeg(1, 'CNSHA', 'NLRTM', { etd: at(-20), atd: at(-20), eta: at(2), ata })],
    events: containers.flatMap((container) => [
      buildEvent(container, 'LOBD', 'CNSHA', { actual: at(-21) }),
      buildEvent(container, 'DLPT', 'CNSHA', { actual: at(-20) }),
      buildEvent(container, 'BDAR', 'NLRTM', { actual: ata }),
    ]),
  });

test('one wrong arrival is one row, however many containers and rules see it', () => {
  expect(codesIn(arriving(at(-30)))).toEqual(['ATA_BEFORE_ATD']);
  expect(codesIn(arriving(at(3)))).toEqual(['FUTURE_ACTUAL']);
});

test('problems of other times stay', () => {
  const view = arriving(at(-30));
  const events = [
    ...(view.fused?.content.events ?? []),
    buildEvent(containers[0] ?? '', 'GITM', 'CNSHA', { actual: at(-2) }),
  ];
  const both = buildSimpleView({ ...view.fused?.content, events });
  expect(codesIn(both)).toEqual(['ATA_BEFORE_ATD', 'STATUS_DISORDER']);
});
