import { expect, test } from 'vitest';
import type { NamedKind } from '#domain/exceptions/types.ts';
import { evidenceInWords } from './evidence-words.ts';

const names: Readonly<Record<string, string>> = {
  'port SGSIN zh': '新加坡',
  'port SGSIN en': 'Singapore',
  'carrier MERI en': 'Meridian Ocean',
  'riskZone RED_SEA zh': '红海南部',
};
const reference = { nameOf: (kind: NamedKind, code: string, lang: 'zh' | 'en') => names[`${kind} ${code} ${lang}`] };
const words = (path: string, value: string | number | null, lang: 'zh' | 'en' = 'zh') =>
  evidenceInWords({ path, value }, lang, reference).value;

test('ports and carriers are reported by name and code, risk zones by name', () => {
  expect(words('leg[1].portOfLoading', 'SGSIN')).toBe('新加坡 SGSIN');
  expect(words('booking.finalDestination', 'SGSIN', 'en')).toBe('Singapore SGSIN');
  expect(words('booking.carrierCode', 'MERI', 'en')).toBe('Meridian Ocean MERI');
  expect(words('riskZone', 'RED_SEA')).toBe('红海南部');
});

test('what has no name, or is no code, stays as it is', () => {
  expect(words('booking.portOfDischarge', 'XXYYY')).toBe('XXYYY');
  expect(words('riskZone', 'OTHER')).toBe('OTHER');
  expect(words('booking.vesselName', 'SGSIN')).toBe('SGSIN');
  expect(words('booking.portOfDischarge', null)).toBeNull();
  expect(words('booking.eta', 5)).toBe(5);
});

test('failures of sources are reported by their reason', () => {
  expect(words('source.lastError', 'timeout: no answer within 5 s')).toBe('数据源响应超时');
});
