import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom } from '../test-dom.tsx';
import { CutOffStrip } from './CutOffStrip.tsx';

const hour = 3_600_000;
const now = Date.UTC(2026, 4, 10, 4);
beforeAll(async () => {
  await prepareDom();
  await loadTexts(['chart']);
});
afterEach(cleanup);

test('what is over, what is near and the time in which the terminal takes containers are distinguished in words', () => {
  render(
    <CutOffStrip
      cutOffs={[
        { code: 'EFC', time: now - 40 * hour },
        { code: 'DCO', time: now - hour },
        { code: 'FCO', time: now + 10 * hour },
      ]}
      departure={now + 60 * hour}
      zone="Asia/Shanghai"
      now={now}
    />,
  );
  const labels = screen.getAllByRole('button').flatMap((button) => button.getAttribute('aria-label') ?? []);
  const about = '进港与截止时间';
  expect(labels).toEqual(
    expect.arrayContaining([
      `${about} · 收箱时段 · 未到 2026-05-08 20:00 CST +8 至 2026-05-10 22:00 CST +8`,
      `${about} · 截单（SI） 05-10 11:00 · 已过 2026-05-10 11:00 CST +8`,
      `${about} · 截港（整箱） 05-10 22:00 · 未到 2026-05-10 22:00 CST +8`,
      `${about} · 开航 05-13 00:00 · 未到 2026-05-13 00:00 CST +8`,
    ]),
  );
  // Less than a day is left: it has a sign besides its colour.
  expect(screen.getByText('截港（整箱） 05-10 22:00').textContent).toBe('!截港（整箱） 05-10 22:00');
});
