import { subscriptionsList } from '#lists/subscriptions.ts';
import { callApi, isOceanNumber } from './support/api.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  langsOf,
  openAs,
  test,
  visiblePane,
} from './support/test.ts';
import { spaced, textsOf } from './support/texts.ts';

type Row = { obmTkSubscribe: { obmTkSubscribeId: string; blNo: string | null; bkId: string | null } };

for (const lang of langsOf('en')) {
  const { exceptionSubscribe: texts, business, expert, search, common } = textsOf(lang);

  test(`subscriptions: find, remark, ask again, schedules, correct, import: ${lang}`, async ({ page }) => {
    await openAs(page, 'operator', '/exception-subscribe', lang);
    const pane = visiblePane(page);
    const rows = pane.locator('.ant-table-row');
    await expect(rows.first()).toBeVisible();
    const { records } = await callApi<{ records: Row[] }>(
      page.request,
      '/api/data/exceptionManage/queryExceptionSubscribeInfo',
      { pageSize: 100, isBillNo: 1 },
    );
    const one = records.find(
      ({ obmTkSubscribe }) => obmTkSubscribe.bkId !== null && isOceanNumber(obmTkSubscribe.blNo),
    )?.obmTkSubscribe;
    const blNo = one?.blNo ?? '';
    await expectAccessible(page, 'subscription list');
    await expectNoSidewaysScroll(page, 'subscription list');

    // One bill.
    await pane.getByLabel(subscriptionsList.columns.blNo.label[lang], { exact: true }).fill(blNo);
    await pane.getByRole('button', { name: spaced(search.search) }).click();
    await expect(page).toHaveURL(new RegExp(`blNo=${blNo}`));
    await expect(rows).toHaveCount(1);
    // Numbers and a sheet that no earlier run of this journey imported: the product of a worker keeps them.
    const run = `${lang.toUpperCase()}${test.info().retry}${test.info().repeatEachIndex}`;
    const newBill = (name: string): string => `${blNo.slice(0, 4)}${name}${run}`;
    const act = async (name: string): Promise<void> => {
      await rows.first().locator('button:has(.anticon-more)').first().click();
      await page.getByRole('menuitem').filter({ hasText: name }).click();
    };

    // Its remark.
    await act(texts.action.remark);
    const remark = page.getByRole('dialog');
    await remark.getByLabel(texts.remark.label).fill(`note ${lang}`);
    await remark.getByRole('button', { name: spaced(common.ok) }).click();
    await expect(remark).toBeHidden();
    await expect(rows.first()).toContainText(`note ${lang}`);

    // Nothing chosen is shown; chosen, the sources are really asked again.
    await pane.getByRole('button', { name: texts.batch.activate }).click();
    await expect(page.getByText(texts.problem.nothingSelected)).toBeVisible();
    await rows.first().getByRole('checkbox').check();
    await pane.getByRole('button', { name: texts.batch.activate }).click();
    await pane.getByRole('button', { name: texts.batch.query }).click();
    const pulled = page.getByRole('dialog', { name: texts.records.title });
    await expect(pulled.getByText(texts.records.pulled, { exact: true }).first()).toBeVisible({ timeout: 30_000 });
    await page.keyboard.press('Escape');
    await expect(pulled).toBeHidden();

    // Its schedules stop and start.
    await act(texts.action.schedules);
    const schedules = page.getByRole('dialog', { name: new RegExp(texts.schedules.title) });
    await schedules.getByRole('button', { name: spaced(texts.schedules.stop) }).click();
    await expect(page.getByText(texts.problem.nothingToStop)).toBeVisible();
    await schedules.getByRole('row').nth(1).getByRole('checkbox').check();
    await schedules.getByRole('button', { name: spaced(texts.schedules.stop) }).click();
    await expect(schedules.getByText(texts.schedules.stopped, { exact: true })).toBeVisible();
    await schedules
      .getByRole('button', { name: spaced(texts.schedules.start) })
      .first()
      .click();
    await expect(schedules.getByText(texts.schedules.stopped, { exact: true })).toHaveCount(0);
    await page.keyboard.press('Escape');

    // An expert's value, seen with its history, undone.
    await act(texts.action.expert);
    await page.getByRole('button', { name: business.fieldByField }).click();
    const dialog = page.getByRole('dialog', { name: expert.title, exact: true });
    await dialog
      .getByRole('button', { name: new RegExp(`^${expert.edit}`) })
      .nth(6)
      .click();
    const correct = page.getByRole('dialog', { name: new RegExp(`^${expert.edit} ·`) });
    await correct.getByRole('checkbox').check();
    await correct.getByRole('button', { name: spaced(expert.save) }).click();
    await expect(correct).toBeHidden();
    await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(1);
    await dialog.getByRole('tab', { name: expert.history }).click();
    await dialog
      .getByRole('button', { name: spaced(expert.undo) })
      .first()
      .click();
    await expect(dialog.getByText(expert.kind.undone).first()).toBeVisible();
    await page.keyboard.press('Escape');

    // Typed rows are imported; the wrong one stays with what is wrong.
    await pane.getByRole('button', { name: texts.batch.import }).click();
    const importing = page.getByRole('dialog', { name: texts.import.title });
    await importing.getByRole('button', { name: texts.import.addRow }).click();
    const cell = (row: number, name: string) =>
      importing.getByLabel(`${texts.import.row} ${row} ${name}`, { exact: true });
    await cell(2, texts.import.isBillNo).fill('1');
    await cell(2, texts.import.blNo).fill(newBill('E2E'));
    await cell(2, texts.import.carrierCode).fill(blNo.slice(0, 4));
    await importing.getByRole('button', { name: texts.import.addRow }).click();
    await cell(3, texts.import.isBillNo).fill('0');
    await importing.getByRole('button', { name: texts.import.check }).click();
    await expect(cell(3, texts.import.ctnNo)).toHaveAttribute('aria-invalid', 'true');
    await importing.locator('.ant-modal-footer .ant-btn-primary').click();
    await expect(importing.getByText(texts.import.fine, { exact: true })).toHaveCount(0);
    await expect(cell(3, texts.import.isBillNo)).toHaveValue('0');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: spaced(common.discard) }).click();
    await expect(importing).toBeHidden();

    // A forwarder's own sheet: its columns are looked at once, and taken as they were the next time.
    const headings =
      lang === 'zh'
        ? [`订单号 ${run}`, '提单号', '箱号', '船公司']
        : [`PO ${run}`, 'B/L No.', 'Container No.', 'Carrier'];
    const choose = async (bill: string): Promise<void> => {
      const lines = [
        headings,
        ['PO1', bill, 'CSQU3054383', blNo.slice(0, 4)],
        ['PO2', bill, 'MSKU0000007', blNo.slice(0, 4)],
      ];
      const buffer = Buffer.from(lines.map((line) => line.join(',')).join('\r\n'));
      await pane.getByRole('button', { name: texts.batch.import }).click();
      await importing
        .locator('input[type=file]')
        .setInputFiles({ name: 'shipments.csv', mimeType: 'text/csv', buffer });
    };
    const columns = importing.getByRole('region', { name: texts.import.columns });
    const confirm = importing.locator('.ant-modal-footer .ant-btn-primary');
    await choose(newBill('FWD1'));
    await expect(columns.getByText(texts.import.by.name, { exact: true })).toHaveCount(3);
    await expect(columns).toContainText(headings[0] ?? '');
    await confirm.click();
    await expect(importing.getByText(texts.import.fine, { exact: true })).toHaveCount(1);
    await expect(cell(2, texts.import.isBillNo)).toHaveValue(common.yes);
    await expect(cell(2, texts.import.ctnNo)).toHaveValue('');
    await confirm.click();
    await expect(importing).toBeHidden();
    await choose(newBill('FWD2'));
    await expect(importing.getByText(texts.import.fine, { exact: true })).toHaveCount(1);
    await expect(columns).toBeHidden();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: spaced(common.discard) }).click();
  });
}
