import type { Page } from '@playwright/test';
import { callApi, listExceptions } from './support/api.ts';
import { goToFirstOfShipment, underCursor } from './support/cursor.ts';
import { exceptionRows, expect, openAs, test } from './support/test.ts';
import { textsOf } from './support/texts.ts';

const { exceptionManage } = textsOf('zh');
/**
 * As many as that, or as many as the world has by then, with `npm test -- --full`; a third of them shows the same. The goal is one
 * second for each, on a machine that does nothing else.
 */
const limit = process.env['TEST_FULL'] === undefined ? 20 : 60;
const least = Math.min(limit, 30);
const remark = '已联系船公司';
/** At once where the machine has time; a busy one is not kept busy by questions. */
const soon = { intervals: [5, 10, 20, 50] };

type StoredHandling = { handleStatus: string; handleRemark: string | null; chargeName: string | null };
const keptOf = (page: Page, id: string): Promise<StoredHandling> =>
  callApi(page.request, `/api/data/obmAutotestResult/queryById?obmAutotestResultId=${id}`);

test('exceptions are handled by keyboard alone', async ({ page }) => {
  await openAs(page, 'operator', '/exception-manage?handleStatus=0&size=100');
  const { userNameCn } = await callApi<{ userNameCn: string }>(page.request, '/api/auth/user/session');
  const waiting = async (): Promise<number> => (await listExceptions(page.request, { handleStatus: ['0'] })).total;
  await expect.poll(waiting, { timeout: 120_000 }).toBeGreaterThan(least + 5);
  const count = Math.min(limit, (await waiting()) - 5);
  // What came while waiting is in the list too.
  await page.reload();
  await exceptionRows(page);

  // The first one by the dialog: its remark is remembered.
  const first = await goToFirstOfShipment(page);
  await page.keyboard.press('u');
  const dialog = page.getByRole('dialog', { name: exceptionManage.action.update });
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('3');
  await dialog.getByRole('textbox').fill(remark);
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await expect.poll(async () => (await keptOf(page, first)).handleStatus).toBe('2');

  const handled: string[] = [];
  const began = Date.now();
  let place = await underCursor(page);
  while (handled.length < count) {
    // The row that was handled is not under the cursor any more: the next one is, at once.
    await expect.poll(() => underCursor(page), soon).not.toBe(handled.at(-1) ?? first);
    place = await underCursor(page);
    expect(handled).not.toContain(place);
    if (handled.length % 20 === 10) {
      await page.keyboard.press('v');
      const why = page.getByRole('dialog').filter({ hasText: exceptionManage.section.evidence });
      await expect(why).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(why).toBeHidden();
    }
    await page.keyboard.press('m');
    await page.keyboard.press('3');
    handled.push(place as string);
  }
  // A loaded machine is slower: the pace is shown, not judged.
  const pace = (Date.now() - began) / count;
  test.info().annotations.push({ type: 'pace', description: `${count} exceptions, ${pace.toFixed(0)} ms each` });

  const last = handled.at(-1) as string;
  await expect.poll(async () => (await keptOf(page, last)).handleStatus).toBe('2');
  for (const id of handled)
    expect(await keptOf(page, id)).toMatchObject({ handleStatus: '2', handleRemark: remark, chargeName: userNameCn });

  await page.keyboard.press('z');
  await expect.poll(async () => (await keptOf(page, last)).handleStatus).toBe('0');
  expect((await keptOf(page, last)).chargeName).toBe(userNameCn);
});
