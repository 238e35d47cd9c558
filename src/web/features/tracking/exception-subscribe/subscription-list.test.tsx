import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { callServer } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { subscriptionRow } from '#testing/subscription-row.ts';
import { exceptionSubscribePage } from './page.ts';

const row = subscriptionRow();
const server = callServer({
  allDict: () => [],
  allOperators: () => [{ operatorCode: 'MERI', mode: 'sea', operatorName: 'Meridian', operatorNameCn: '子午航运' }],
  tenants: () => [{ wlTenantId: '1', tenantCode: 'HAIFAN', tenantName: '海帆' }],
  querySubscriptions: () => ({ records: [row], totalPage: 1, totalRecord: 1 }),
});
afterEach(cleanup);

test('a row says what is followed for whom, in names', async () => {
  await openPage(exceptionSubscribePage);
  const cells = within(await screen.findByRole('row', { name: /MERI1/ }));
  for (const message of ['MERI1', '子午航运', '海帆', '有数据', '提单', '否'])
    expect(cells.getByText(message)).toBeDefined();
});

test('the columns stand in their order, and all but the open exception can be sorted by', async () => {
  await openPage(exceptionSubscribePage);
  await screen.findByRole('row', { name: /MERI1/ });
  const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
  expect(heads.join(' ').trim()).toBe(
    '提单号↕ 箱号↕ 船公司↕ 租户↕ 有无数据↕ 当前异常 提单订阅↕ 船名↕ 航次↕ 订阅时间↕ 是否结束↕ 数据类型↕ 处理类型↕ 进出口↕ 备注↕ 订阅ID↕ 操作',
  );
});

test('filters of a link are requested, and shown by their names', async () => {
  await openPage(exceptionSubscribePage, '/exception-subscribe?blNo=MERI1&tenantCode=HAIFAN&isBillNo=1');
  await screen.findByRole('row', { name: /MERI1/ });
  const requested = { blNo: ['MERI1'], tenantCode: ['HAIFAN'], isBillNo: 1, parts: [], currentPage: 1, pageSize: 10 };
  expect(server.asked('querySubscriptions').at(-1)).toEqual(requested);
  for (const tag of ['提单号: MERI1', '租户: 海帆', '提单订阅: 是']) expect(screen.getByText(tag)).toBeDefined();
});

test('a number leads to the trace of its booking', async () => {
  const { left } = await openPage(exceptionSubscribePage);
  await userEvent.click(await screen.findByRole('link', { name: 'MERI1' }));
  expect(left).toEqual(['/trace-detail?obmBkId=9&dataSource=FT']);
});
