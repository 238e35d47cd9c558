import type { Page } from '@playwright/test';
import { callApi, listExceptions } from './support/api.ts';
import { type Found, untouchedDelays } from './support/filled.ts';
import { expect, expectAccessible, openAs, test, visiblePane } from './support/test.ts';
import { spaced, textsOf } from './support/texts.ts';

const { detectionRules } = textsOf('zh');
const isOpen = async (page: Page, { obmAutotestResultId, testPurpose, carrierCode }: Found): Promise<boolean> => {
  const { rows } = await listExceptions(page.request, { testPurpose: [testPurpose], carrierCode: [carrierCode] });
  return (rows as Found[]).some((row) => row.obmAutotestResultId === obmAutotestResultId && row.open === 1);
};

test('a threshold is tried on history, saved, moves what is open, and is undone', async ({ page }) => {
  await openAs(page, 'operator', '/detection-rules');
  await expect(visiblePane(page).locator('.ant-table-row').first()).toBeVisible();
  await expectAccessible(page, 'the list of rules');

  let delays: Found[] = [];
  await expect
    .poll(async () => (delays = await untouchedDelays(page.request)).length, { timeout: 120_000 })
    .toBeGreaterThan(0);
  const delay = delays[0] as Found;
  const tenants = await callApi<{ wlTenantId: string; tenantCode: string; tenantName: string }[]>(
    page.request,
    '/api/auth/tenant/getAll',
  );
  const carriers = await callApi<{ carrierCode: string; carrierNameCn: string }[]>(
    page.request,
    '/api/data/md/queryAllCarrier',
  );
  const tenant = tenants.find(({ tenantCode }) => tenantCode === delay.tenantCode);
  const carrier = carriers.find(({ carrierCode }) => carrierCode === delay.carrierCode);

  await page.goto(`/detection-rules?rule=${delay.testPurpose}&tab=try`);
  const drawer = page.getByRole('dialog');
  const choice = (name = '') => page.locator('.ant-select-dropdown:visible').getByTitle(name, { exact: true });
  await drawer.getByRole('combobox', { name: detectionRules.scope.tenant }).click();
  await choice(tenant?.tenantName).click();
  await drawer.getByRole('combobox', { name: detectionRules.scope.carrier }).fill(carrier?.carrierNameCn ?? '');
  await choice(carrier?.carrierNameCn).click();
  await drawer.getByRole('spinbutton').first().fill('180');
  await drawer.getByRole('button', { name: detectionRules.trial.start }).click();
  await expect(drawer.locator('.pt-run[data-state=done]')).toBeVisible({ timeout: 60_000 });
  await expect(drawer.locator('tr[data-side=tried] td').first()).toHaveText('0');
  await expect(drawer.locator('tr[data-side=present] td').first()).not.toHaveText('0');
  // What is subscribed by container is listed by its container, though its bill is known by now.
  const names = [delay.ctnNo, delay.blNo].filter((name) => Boolean(name));
  await expect(drawer.getByRole('link', { name: new RegExp(names.join('|')) }).first()).toBeVisible();

  await drawer.getByRole('button', { name: detectionRules.trial.save }).click();
  await page
    .getByRole('dialog', { name: detectionRules.trial.saveTitle })
    .getByRole('button', { name: spaced(detectionRules.settings.save) })
    .click();
  await expect.poll(() => isOpen(page, delay), { timeout: 120_000 }).toBe(false);

  await drawer.getByRole('tab', { name: detectionRules.tab.history }).click();
  await drawer
    .getByRole('button', { name: spaced(detectionRules.history.undo) })
    .first()
    .click();
  await page
    .getByRole('dialog', { name: detectionRules.history.undoTitle })
    .getByRole('button', { name: spaced(detectionRules.history.undo) })
    .click();
  await expect.poll(() => isOpen(page, delay), { timeout: 120_000 }).toBe(true);
  await drawer.getByRole('tab', { name: detectionRules.tab.settings }).click();
  await expect(drawer.getByText(detectionRules.settings.empty)).toBeVisible();
  await expectAccessible(page, 'the settings of a rule');
});
