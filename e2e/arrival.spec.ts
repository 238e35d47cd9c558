import { callApi } from './support/api.ts';
import { type Booking, bookingsOf, findVoyage } from './support/robot-voyage.ts';
import { expect, expectAccessible, langsOf, openAs, test, visiblePane } from './support/test.ts';
import { spaced, textsOf } from './support/texts.ts';

for (const lang of langsOf('en')) {
  const { businessInfo } = textsOf(lang);
  const { arrival } = businessInfo;

  test(`the arrival that a robot read is given to the voyage after a preview, and taken back (${lang})`, async ({
    page,
  }) => {
    await openAs(page, 'operator', '/home', lang);
    let voyage: { template: Booking; other: Booking } | undefined;
    // A young world: robots bring their pages one after the other.
    await expect(async () => (voyage = await findVoyage(page.request))).toPass({ timeout: 60_000 });
    const { template, other } = voyage as { template: Booking; other: Booking };
    // Somebody has entered another arrival for the other one.
    const wrong = `${(template.ataStr as string).slice(0, 8)}01 00:00:00`;
    await callApi(page.request, '/api/data-center/wlDataCombineDisable/insertOrUpdateWlDataCombineDisableByVo', {
      tableKeyId: other.obmBkId,
      tableName: 'obm_bk',
      columnName: 'ATA',
      isDelete: 1,
      newValue: wrong,
    });
    const ataOf = async (): Promise<string | null | undefined> =>
      (await bookingsOf(page.request, other.obmBkId)).find(({ obmBkId }) => obmBkId === other.obmBkId)?.ataStr;
    expect(await ataOf()).toBe(wrong);

    await page.goto(`/exceptionBusinessInfo?bkId=${template.obmBkId}&mode=vesselVoyage`);
    const pane = visiblePane(page);
    const bookings = pane.getByRole('region', { name: businessInfo.table.bookings, exact: true });
    const row = bookings.locator(`[data-row-key="${template.obmBkId}"]`);
    await row.getByRole('checkbox').check();
    await pane.getByRole('button', { name: arrival.button }).click();
    const dialog = page.getByRole('dialog', { name: arrival.title });
    const line = dialog.locator(`[data-row-key="${other.obmBkId}"]`);
    await expect(line).toContainText(wrong.slice(0, 16));
    await expect(line).toContainText((template.ataStr as string).slice(0, 16));
    await expectAccessible(page, 'preview of the arrival');
    const apply = dialog.getByRole('button', { name: new RegExp(arrival.apply.split('{{')[0] as string) });
    await expect(line).toContainText(arrival.state.changing);
    await apply.click();
    // Every booking says what was done with it.
    await expect(line).toContainText(arrival.state.done);
    await expectAccessible(page, 'result of the arrival');
    expect(await ataOf()).toBe(template.ataStr);
    await dialog.getByRole('button', { name: spaced(businessInfo.undo) }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(ataOf).toBe(wrong);

    // It is shown again as it was.
    await pane.getByRole('button', { name: arrival.button }).click();
    await expect(line).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });
}
