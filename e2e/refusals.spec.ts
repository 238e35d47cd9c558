import { callApi } from './support/api.ts';
import { expect, expectAccessible, openAs, test, visiblePane } from './support/test.ts';
import { textsOf } from './support/texts.ts';

const { refusals } = textsOf('zh');
const sourceCode = 'dcsa:MERI';
const reason = '缺少签名';

type Refusals = { records: { sourceCode: string | null; reason: { code: string }; count: number }[] };

test('what a source sent and was not taken is found by its way in, with its number and its newest pieces', async ({
  page,
}) => {
  await openAs(page, 'operator', '/refusals');
  const countNow = async (): Promise<number> => {
    const { records } = await callApi<Refusals>(page.request, '/api/data/refusal/query', {
      way: ['push'],
      sourceCode: [sourceCode],
      pageSize: 100,
    });
    return records.find((group) => group.reason.code === 'signatureMissing')?.count ?? 0;
  };
  const before = await countNow();
  for (let n = 0; n < 3; n += 1) {
    const answer = await page.request.post(`/api/data-center/dcsa/v2/notifications/${sourceCode}`, {
      headers: { source: 'carrier' },
      data: [{ eventId: `journey ${n}` }],
    });
    expect(answer.status()).toBe(401);
  }
  const count = before + 3;
  expect(await countNow()).toBe(count);

  const pane = visiblePane(page);
  await page.goto(`/refusals?way=push&sourceCode=${encodeURIComponent(sourceCode)}`);
  const row = pane.locator('.ant-table-row').filter({ hasText: reason }).filter({ hasText: '子午远洋' });
  await expect(row).toHaveCount(1);
  await expect(row.getByText(String(count), { exact: true })).toBeVisible();
  await expectAccessible(page, 'the page of refusals');

  await row.dblclick();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('heading', { name: refusals.newest })).toBeVisible();
  await expect(drawer.locator('.pt-mini tbody tr').first()).toContainText(reason);
  await expectAccessible(page, 'the newest pieces of one reason');
});
