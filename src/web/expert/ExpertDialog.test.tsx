import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { useToasts } from '#web/kit/toast/toast.ts';
import { ExpertDialog } from './ExpertDialog.tsx';

const at = Date.UTC(2026, 2, 9);
const entry = {
  wlDataCombineDisableId: '7',
  isDelete: 1,
  tableName: 'OBM_BK',
  columnName: 'CUST_VESSEL',
  path: 'booking.vesselName',
  value: 'STAR',
  automaticValue: 'MOON',
  zone: null,
  creatorName: '钱专家',
  createTime: at,
  recordVersion: 1,
};
const trace = {
  booking: { obmBkId: '1' },
  subscription: {},
  places: {},
  containers: [],
  legs: [],
  provenance: {
    'booking.vesselName': { rule: 'override', winner: { value: 'STAR', sourceCode: 'expert:q' }, others: [] },
  },
  sources: [],
  exceptions: [],
  etaHistory: [],
  withdrawn: null,
  now: at,
  asOf: null,
};

const soon = { timeout: 20_000 };
let stored = 1;
let refusing = true;
const realFetch = globalThis.fetch;

beforeAll(async () => {
  const answer = (data: unknown, status = 1, msg = '') => Promise.resolve(Response.json({ status, msg, data }));
  globalThis.fetch = (input) => {
    const path = String(input);
    if (path.includes('insertOrUpdateWlDataCombineDisableByVo')) {
      if (refusing) return answer(null, 0, '数据正被他人修改，请重试');
      stored = 0;
      return answer({ ...entry, isDelete: 0 }, 1, '已恢复自动值');
    }
    if (path.includes('queryUpdateLogDataByBkId'))
      return answer({
        obm_bk: [{ ...entry, isDelete: stored }],
        obm_multi_vessel: [],
        obm_doc_actual_container: [],
        md_status_record: [],
      });
    return answer(path.includes('/trace/detail') ? trace : []);
  };
  await prepareDom();
  await loadTexts(['expert', 'traceDetail']);
});
afterAll(() => {
  globalThis.fetch = realFetch;
});
afterEach(cleanup);

test('the switch of an expert value turns when the change is made, and stays with a message when it is not', async () => {
  renderInApp(
    <ExpertDialog
      open
      subscriptionId="5"
      bkId="1"
      self={false}
      onClose={() => undefined}
      onChanged={() => undefined}
    />,
  );
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /STAR/ }, soon);
  expect(box.checked).toBe(true);
  await userEvent.click(box);
  await waitFor(() =>
    expect(useToasts.getState().toasts.map(({ text }) => text)).toContain('数据正被他人修改，请重试'),
  );
  expect(box.checked).toBe(true);
  refusing = false;
  await userEvent.click(box);
  await waitFor(
    () => expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /STAR/ }).checked).toBe(false),
    soon,
  );
});
