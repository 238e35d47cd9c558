import type { Locator, Page } from '@playwright/test';
import { packageEntity } from '../src/entities/package.ts';
import { packageVersion } from '../src/entities/package-version.ts';
import { processEntity } from '../src/entities/process.ts';
import { processFunction } from '../src/entities/process-function.ts';
import { versionType } from '../src/entities/version-type.ts';
import { callApi } from './support/api.ts';
import { expect, expectAccessible, langsOf, openAs, test, visiblePane } from './support/test.ts';
import { spaced, textsOf } from './support/texts.ts';

/** The last row of a panel. */
const lastRow = (panel: Locator): Locator => panel.locator('tbody tr').last();

/** Chooses a value of a select in a row of a panel. */
async function choose(page: Page, row: Locator, label: string, text: string): Promise<void> {
  await row.getByRole('combobox', { name: new RegExp(`^${label}[*]?$`) }).click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: text }).first().click();
}

for (const lang of langsOf('zh')) {
  const { orchestration: words, entity: texts, common } = textsOf(lang);
  const label = (of: { fields: Record<string, { label: Record<'zh' | 'en', string> }> }, name: string): string =>
    of.fields[name]?.label[lang] ?? name;

  test(`a package with versions is defined, and a process with functions uses it: ${lang}`, async ({ page }) => {
    const code = `E2E_${lang}_${Date.now()}`.toUpperCase();
    await openAs(page, 'admin', '/package', lang);
    await visiblePane(page).getByRole('button', { name: texts.new }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(label(packageEntity, 'packageName')).fill(code.toLowerCase());
    await dialog.getByRole('button', { name: spaced(common.save) }).click();
    // What is missing is shown at its field.
    await expect(dialog.getByRole('alert').first()).toContainText(packageEntity.fields.packageDesc.requiredText[lang]);
    const named = new RegExp(`^${label(packageEntity, 'packageDesc')}`);
    await dialog.getByRole('textbox', { name: named }).fill('e2e package');
    await choose(page, dialog, label(packageEntity, 'packageType'), lang === 'zh' ? '工具' : 'Tool');
    await choose(page, dialog, label(packageEntity, 'packageStatus'), lang === 'zh' ? '可用' : 'Available');
    await dialog.getByRole('button', { name: spaced(common.save) }).click();
    await expect(dialog).toBeHidden();

    await page.goto(`/package?packageName=${code}`);
    const row = visiblePane(page).locator('.ant-table-row', { hasText: code });
    await expect(row).toContainText('E2E PACKAGE');
    await row
      .getByRole('button', { name: spaced(common.edit) })
      .first()
      .click();
    const panels = dialog.locator('.pt-parts-panel');
    const versions = panels.first();
    await expect(panels).toHaveCount(3);
    await expect(panels.nth(1)).toContainText(words.noVersion);
    await versions.getByRole('button', { name: texts.new }).click();
    const version = lastRow(versions);
    await version.getByLabel(label(packageVersion, 'packageVersion')).fill('1.0.0');
    await version.getByLabel(label(packageVersion, 'cronExpression')).fill('0 25 * * *');
    await versions.getByRole('button', { name: spaced(common.save) }).click();
    await expect(version.getByRole('alert').first()).toContainText(
      packageVersion.fields.packageVersionStatus.requiredText[lang],
    );
    await choose(page, version, label(packageVersion, 'packageVersionStatus'), lang === 'zh' ? '可用' : 'Available');
    await version.getByLabel(label(packageVersion, 'cronExpression')).fill('0 8 * * 1-5');
    await expect(version.locator('.pt-cron')).toContainText('08:00');
    await version.locator('.pt-cron').click();
    await expect(page.locator('.pt-cron-runs li')).toHaveCount(5);
    await versions.getByRole('button', { name: spaced(common.save) }).click();
    await expect(panels.nth(1)).toContainText('1.0.0');

    await panels.nth(1).getByRole('button', { name: texts.new }).click();
    const type = lastRow(panels.nth(1));
    await choose(page, type, label(versionType, 'machineType'), lang === 'zh' ? '服务器内执行' : 'On the server');
    await type.getByLabel(label(versionType, 'machineVersion')).fill('1');
    await choose(page, type, label(versionType, 'packageVersionTypeStatus'), lang === 'zh' ? '可用' : 'Available');
    await expectAccessible(page, 'editing a package');
    // The button of the dialog saves the panels too.
    await dialog
      .getByRole('button', { name: spaced(common.save) })
      .last()
      .click();
    await expect(dialog).toBeHidden();

    await page.goto('/process');
    await visiblePane(page).getByRole('button', { name: texts.new }).first().click();
    await choose(page, dialog, label(processEntity, 'tenantId'), '');
    await dialog.getByRole('combobox', { name: label(processEntity, 'packageVersionId') }).fill(code);
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: code }).click();
    await expect(dialog.locator('.pt-process-facts')).toContainText('E2E PACKAGE');
    await dialog.getByRole('button', { name: spaced(common.save) }).click();
    await expect(dialog).toBeHidden();

    const process = visiblePane(page).locator('.ant-table-row', { hasText: code });
    await process
      .getByRole('button', { name: spaced(common.edit) })
      .first()
      .click();
    const functions = dialog.locator('.pt-parts-panel');
    await functions.getByRole('button', { name: texts.new }).click();
    await lastRow(functions).getByLabel(label(processFunction, 'sequence')).fill('1');
    await choose(page, lastRow(functions), label(processFunction, 'functionId'), '');
    await expectAccessible(page, 'editing a process');
    await dialog
      .getByRole('button', { name: spaced(common.save) })
      .last()
      .click();
    await expect(dialog).toBeHidden();
    type Process = { wlProcessesId: string; packageName: string };
    const { records } = await callApi<{ records: Process[] }>(page.request, '/api/product/process/query', {
      processType: code,
    });
    const saved = await callApi<{ sequence: number }[]>(page.request, '/api/product/process/function/query', [
      records[0]?.wlProcessesId,
    ] as never);
    expect(saved).toMatchObject([{ sequence: 1 }]);
  });
}
