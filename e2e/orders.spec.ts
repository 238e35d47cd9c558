import { callApi } from './support/api.ts';
import { expect, expectAccessible, langsOf, openAs, test, visiblePane } from './support/test.ts';

type Orders = { records: { orderId: string; orderNo: string }[] };

for (const lang of langsOf('zh'))
  test(`an order is opened from the list, by container, and its document comes and goes (${lang})`, async ({
    page,
  }) => {
    await openAs(page, 'alice', '/oms-index', lang);
    let found: Orders['records'][number] | undefined;
    await expect(async () => {
      const body = { stage: ['transit'], mode: ['sea'], pageSize: 1 };
      [found] = (await callApi<Orders>(page.request, '/api/data/order/query', body)).records;
      expect(found).toBeDefined();
    }).toPass({ timeout: 60_000 });
    const { orderId, orderNo } = found as Orders['records'][number];
    const pane = visiblePane(page);
    await page.goto(`/oms-index?orderNo=${encodeURIComponent(orderNo)}`);
    const link = pane.getByRole('link', { name: orderNo, exact: true });
    await expect(link).toBeVisible();
    await expectAccessible(page, 'the list of orders');
    await link.click();
    await expect(pane.locator('.pt-order-head')).toContainText(orderNo);
    await expectAccessible(page, 'one order');
    await pane.getByRole('tab', { name: lang === 'zh' ? /单证/ : /Documents/ }).click();
    const name = `packing-${lang}-${orderId}.pdf`;
    await pane
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 list') });
    await expect(pane.getByRole('button', { name, exact: true })).toBeVisible();
    await pane.getByRole('button', { name: lang === 'zh' ? `删除 ${name}` : `Remove ${name}` }).click();
    await page.getByRole('dialog').getByRole('button').last().click();
    await expect(pane.getByRole('button', { name, exact: true })).toHaveCount(0);
    await pane.getByRole('link', { name: lang === 'zh' ? '按箱查看' : 'By container' }).click();
    await expect(page).toHaveURL(/oms-movement-xbm-detail/);
    await expect(visiblePane(page).locator('.pt-order-head')).toContainText(orderNo);
    await expectAccessible(page, 'one order by box');
  });
