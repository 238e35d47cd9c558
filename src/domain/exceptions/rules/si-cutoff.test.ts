import { expect, test } from 'vitest';
import type { ShipmentContent } from '../../tracking/model.ts';
import { at, buildEvent, buildRecord, buildView, reference, t0 } from '../../testing/builders.ts';
import { renderText } from '../render.ts';
import { siCutoff } from './si-cutoff.ts';

/** A shipment whose shipping instructions are due at a time. */
function view(time: number, more: Partial<ShipmentContent> = {}) {
  const carrier = buildRecord('carrier', {});
  const { content } = carrier;
  const booking = { ...content.booking, portOfLoading: 'CNSHA' };
  return buildView([{ ...carrier, content: { ...content, booking, cutoffs: [{ code: 'DCO', time }], ...more } }]);
}
const found = (shipment: ReturnType<typeof view>, warnHours = 24) =>
  siCutoff.detect(shipment, t0, { warnHours }, reference);

test('reminds from so many hours ahead, and is an outcome once the time has passed', () => {
  expect(found(view(at(0, 25)))).toEqual([]);
  expect(found(view(at(0, 24)))).toMatchObject([
    { key: 'DCO', severity: 'low', params: { dueZone: 'Asia/Shanghai' }, evidence: [{ path: 'cutoff[DCO].time' }] },
  ]);
  expect(found(view(at(0, 24)))[0]?.over).toBeUndefined();
  expect(found(view(t0))[0]?.over).toBe('happened');
});

test('is off until hours are set, and silent on goods on board and on other cut-offs', () => {
  expect(siCutoff.detect(view(at(0, 1)), t0, siCutoff.defaults, reference)).toEqual([]);
  const loaded = buildEvent('MERU1234567', 'LOBD', 'CNSHA', { actual: at(-1) });
  expect(found(view(at(0, 1), { events: [loaded] }))).toEqual([]);
  expect(found(view(at(0, 1), { cutoffs: [{ code: 'FCO', time: at(0, 1) }] }))).toEqual([]);
});

test('never says that it was missed', () => {
  for (const time of [at(0, 1), at(-1)]) {
    const [one] = found(view(time));
    for (const language of ['zh', 'en'] as const)
      expect(renderText(siCutoff, one?.params ?? {}, language, reference)).not.toMatch(/missed|late|错过|逾期|超期/);
  }
});
