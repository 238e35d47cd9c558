import { callApi } from './support/api.ts';
import { type RobotProcess, startRobot } from './support/robot.ts';
import { expect, expectAccessible, langsOf, openAs, test, visiblePane } from './support/test.ts';
import { filled, spaced, textsOf } from './support/texts.ts';

// A robot of its own: one of the world's is made to fail now and then.
const robots: RobotProcess[] = [];
test.afterEach(async () => {
  for (const robot of robots.splice(0)) await robot.stop();
});

for (const lang of langsOf('en')) {
  const { orchestration: words, jobs, common } = textsOf(lang);

  test(`a script is written, runs, is tried as a new version and released: ${lang}`, async ({ page, baseURL }) => {
    test.setTimeout(300_000);
    const code = `SCRIPT_${lang}_${Date.now()}`.toUpperCase();
    await openAs(page, 'admin', '/package', lang);
    const call = <T>(path: string, body: object): Promise<T> => callApi(page.request, `/api/product/${path}`, body);
    const { wlPackagesId: packageId } = await call<{ wlPackagesId: string }>('package/insert', {
      packageName: code,
      packageDesc: code,
      packageType: 'TOOL',
      packageStatus: 'AVAILABLE',
    });
    const versions = await call<{ wlPackageVersionId: string; packageVersion: string }[]>(
      'packageVersion/insert',
      ['1.0', '2.0'].map((packageVersion) => ({ packageId, packageVersion, packageVersionStatus: 'AVAILABLE' })),
    );
    const idOf = (name: string): string =>
      versions.find(({ packageVersion }) => packageVersion === name)?.wlPackageVersionId ?? '';
    const tenants = await call<{ records: { wlTenantId: string }[] }>('tenant/query', { currentPage: 1, pageSize: 5 });
    const { environmentId } = await call<{ environmentId: string }>('environment/insert', { environmentName: code });
    const { robotId } = await call<{ robotId: string }>('robot/insert', {
      robotName: code,
      machineType: 'WALI_ROBOT',
      environmentId,
    });
    const { key } = await call<{ key: string }>('robot/key', { robotId });
    robots.push(startRobot(baseURL as string, key));
    const made = await call<{ wlProcessesId: string }>('process/insert', {
      tenantId: tenants.records[0]?.wlTenantId,
      packageVersionId: idOf('1.0'),
      environmentId,
    });

    const open = async (version: string) => {
      await page.goto(`/package?packageName=${code}`);
      const row = visiblePane(page).locator('.ant-table-row', { hasText: code });
      await row
        .getByRole('button', { name: spaced(common.edit) })
        .first()
        .click();
      await page.getByRole('button', { name: words.script.open.replace('{{version}}', version) }).click();
      return page.getByRole('dialog', { name: words.script.title.replace('{{name}}', `${code} ${version}`) });
    };
    const write = async (version: string, script: string) => {
      const dialog = await open(version);
      const editor = dialog.getByRole('textbox', { name: words.script.script });
      await editor.click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText(script);
      await dialog.getByRole('button', { name: spaced(common.save) }).click();
      await expect(dialog.getByRole('button', { name: words.script.try })).toBeEnabled();
      return dialog;
    };
    await write('1.0', `robot.log('from the script'); return { value: 1 };`);
    await expectAccessible(page, 'editing a script');

    const { jobId } = await call<{ jobId: string }>('job/run', { processId: made.wlProcessesId });
    await page.goto(`/job/detail?jobId=${jobId}`);
    // What the job waits for is named where it fails.
    const job = async (): Promise<object> => {
      const { jobStatus, waiting, errorText } = await callApi<Record<string, unknown>>(
        page.request,
        `/api/product/job/get?jobId=${jobId}`,
      );
      return { jobStatus, waiting, errorText };
    };
    await expect.poll(job, { timeout: 150_000 }).toEqual({ jobStatus: 'Successful', waiting: null, errorText: null });
    await expect(visiblePane(page).locator('.pt-jobs-log')).toContainText('from the script');
    await expect(visiblePane(page).getByRole('button', { name: jobs.retry })).toBeVisible();

    const dialog = await write('2.0', `return { value: 2 };`);
    // Nothing was asked by the first version, so that a trial has its input alone.
    await dialog.getByRole('button', { name: words.script.try }).click();
    await expect(dialog.locator('.pt-script-differences')).toContainText('value', { timeout: 60_000 });
    await dialog.getByRole('button', { name: words.script.release }).click();
    await page
      .getByRole('dialog', { name: words.script.releaseTitle.replace('{{version}}', '2.0') })
      .getByRole('button', { name: spaced(words.script.release) })
      .click();
    await expect(dialog).toContainText(filled(words.script.processes, { count: 1, others: 0 }));

    // The former version was used: it is shown and not changed.
    const former = await open('1.0');
    await expect(former.getByText(words.script.used)).toBeVisible();
  });
}
