import { expect, test } from 'vitest';
import { lastChangeCell } from './SubscriptionList.tsx';

const row = (field: string, oldValue: string | null, newValue: string | null) => ({
  changes: [{ time: 0, field, oldValue, newValue }],
  effectiveDate: '2026-05-04',
  expiryDate: '2026-05-14',
  state: 'active' as const,
});
const { text } = lastChangeCell<ReturnType<typeof row>>({
  nameOf: (field) => (field === 'omitted' ? '跳港' : '预计抵港'),
  zoneOf: () => 'Asia/Shanghai',
  wordOf: (field, value) => (field === 'omitted' ? (value === 'true' ? '是' : '否') : undefined),
});

test('the newest change is copied as it is read: names, words, and times of the port', () => {
  expect(text?.(row('omitted', 'false', 'true'))).toBe('跳港 否 → 是');
  const at = Date.UTC(2026, 4, 9, 3);
  expect(text?.(row('estimatedArrival', null, String(at)))).toBe('预计抵港 — → 2026-05-09 11:00 CST +8');
  expect(text?.({ ...row('', '', ''), changes: [] })).toBe('');
});
