import { beforeAll, expect, test } from 'vitest';
import { loadShellTexts, text } from '#web/i18n/index.ts';
import { attributeLabel } from './attribute-label.ts';
import { modeWord } from './mode-words.ts';

beforeAll(loadShellTexts);

test.each([
  ['air', '航空公司', '航班号', '始发机场'],
  ['rail', '铁路经营人', '车次', '发站'],
  ['road', '承运商', '车牌号', '装货地'],
  ['courier', '快递公司', '运输工具', '寄件地'],
] as const)('%s has its own words for carrier, vehicle and origin', (mode, carrier, vehicle, origin) => {
  expect(attributeLabel(text, 'carrierCode', mode)).toBe(carrier);
  expect(attributeLabel(text, 'vesselName', mode)).toBe(vehicle);
  expect(attributeLabel(text, 'portOfLoading', mode)).toBe(origin);
  expect(modeWord(text, mode, 'polCode')).toBe(origin);
});

test.each(['sea', 'domestic', undefined] as const)('goods that travel by %s have the words of the sea', (mode) => {
  expect(attributeLabel(text, 'carrierCode', mode)).toBe('船公司');
  expect(modeWord(text, mode, 'custVessel')).toBeUndefined();
});

test('what every mode calls the same has no word of a mode', () => {
  expect(modeWord(text, 'air', 'businessNo')).toBeUndefined();
  expect(attributeLabel(text, 'grossWeightKg', 'air')).toBe('毛重');
});
