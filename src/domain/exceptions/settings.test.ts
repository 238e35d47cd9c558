import { expect, test } from 'vitest';
import { laneOf, levelOf, resolveSettings, settingsLookup } from './settings.ts';
import type { SettingsRow } from './settings.ts';

const rule = { code: 'ETA_SLIP', defaults: { days: 3, hours: 24 } };
const scope = { tenantId: 't', carrierCode: 'MERI', lane: 'CNSHA-NLRTM' };
const row = (values: Record<string, number>, where: Partial<SettingsRow> = {}): SettingsRow => ({
  code: 'ETA_SLIP',
  tenantId: null,
  carrierCode: null,
  lane: null,
  enabled: null,
  values,
  ...where,
});
const tenant = { tenantId: 't' };
const carrier = { carrierCode: 'MERI' };
const lane = { lane: 'CNSHA-NLRTM' };

test('the narrower settings win, in any order of rows', () => {
  const rows = [
    row({ days: 6 }, { ...tenant, ...carrier, ...lane }),
    row({ days: 5 }, { ...tenant, ...carrier }),
    row({ days: 4 }, carrier),
    row({ days: 2 }, tenant),
    row({ days: 1 }),
  ];
  for (let count = rows.length; count > 0; count--) {
    const known = rows.slice(rows.length - count);
    const expected = known[0]?.values.days;
    expect(resolveSettings(rule, known, scope).values.days).toBe(expected);
    expect(resolveSettings(rule, known.toReversed(), scope).values.days).toBe(expected);
  }
});

test('values are settled one by one, the switch too', () => {
  const rows = [
    row({ days: 4 }, { ...carrier, enabled: false }),
    row({ hours: 12 }, tenant),
    row({}, { ...tenant, ...carrier }),
  ];
  expect(resolveSettings(rule, rows, scope)).toEqual({ enabled: false, values: { days: 4, hours: 12 } });
  expect(
    resolveSettings(rule, [...rows, row({}, { ...tenant, ...carrier, ...lane, enabled: true })], scope).enabled,
  ).toBe(true);
});

test('rows of others, unknown levels, unknown names and no numbers have no effect', () => {
  const rows = [
    row({ days: 9 }, { tenantId: 'other' }),
    row({ days: 9 }, lane),
    row({ days: 9 }, { ...carrier, ...lane }),
    row({ days: 9 }, { code: 'ROLLED' }),
    row({ days: Number.NaN, other: 9, toString: 1 }),
  ];
  expect(resolveSettings(rule, rows, scope)).toEqual({ enabled: true, values: rule.defaults });
  expect(levelOf({ tenantId: null, carrierCode: null, lane: 'x' })).toBeUndefined();
});

test('a shipment without a lane matches no lane', () => {
  expect(laneOf('CNSHA', 'NLRTM')).toBe('CNSHA-NLRTM');
  expect(laneOf('CNSHA', null)).toBeNull();
  const rows = [row({ days: 6 }, { ...tenant, ...carrier, ...lane })];
  expect(resolveSettings(rule, rows, { ...scope, lane: null }).values.days).toBe(3);
});

test('the look-ups for detection know only the rules they were made for', () => {
  const lookup = settingsLookup([rule], [row({ days: 4 }, { enabled: false })], scope);
  expect([lookup.settingsFor('ETA_SLIP'), lookup.enabled('ETA_SLIP')]).toEqual([{ days: 4, hours: 24 }, false]);
  expect([lookup.settingsFor('NONE'), lookup.enabled('NONE')]).toEqual([{}, false]);
});

test('a type that is switched off is off for everybody, whatever narrower settings say', () => {
  const rows = [row({ days: 4 }, { ...tenant, enabled: true })];
  const off = settingsLookup([rule], rows, scope, new Set(['ETA_SLIP']));
  expect(off.enabled('ETA_SLIP')).toBe(false);
  expect(off.settingsFor('ETA_SLIP')).toEqual({ days: 4, hours: 24 });
  expect(settingsLookup([rule], rows, scope, new Set(['OTHER'])).enabled('ETA_SLIP')).toBe(true);
});
