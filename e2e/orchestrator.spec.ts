import type { Locator, Page } from '@playwright/test';
import { jobsList } from '../src/lists/jobs.ts';
import { schedule } from '../src/entities/schedule.ts';
import { callApi } from './support/api.ts';
import { type RobotProcess, startRobot } from './support/robot.ts';
import { expect, expectAccessible, langsOf, openAs, test, visiblePane } from './support/test.ts';
import { ending, spaced, textsOf } from './support/texts.ts';

// Schedules go by the clock of the world.
test.use({ worldMoves: true });

// A schedule starts a script on a real robot; it is watched, stopped, retried and killed, and then the robot dies.

const script = `for (let n = 1; n <= 900; n += 1) {
  robot.log('round ' + n);
  robot.progress(Math.min(99, n), 'round ' + n);
  if (robot.shouldStop()) return { rounds: n };
  await robot.sleep(400);
}`;

const robots: RobotProcess[] = [];
test.afterEach(async () => {
  for (const robot of robots.splice(0)) await robot.stop();
});

/** The page of a job, once it shows a state. */
async function showing(page: Page, text: string): Promise<Locator> {
  const pane = visiblePane(page);
  await expect(pane.locator('.pt-jobs-page > header .pt-tag')).toHaveText(text, { timeout: 60_000 });
  return pane;
}

for (const lang of langsOf('zh')) {
  const { jobs, robots: words, schedules, entity: texts, common } = textsOf(lang);
  const status = (code: keyof typeof jobsList.columns.jobStatus.values): string =>
    jobsList.columns.jobStatus.values[code][lang];
  const label = (name: keyof typeof schedule.fields): string => schedule.fields[name].label[lang];

  /** Presses a button of the job on screen and agrees. */
  const act = async (page: Page, what: 'stop' | 'kill' | 'retry'): Promise<void> => {
    await visiblePane(page)
      .locator('.pt-jobs-acts')
      .getByRole('button', { name: ending(jobs[what]) })
      .click();
    const question = page.getByRole('dialog').last();
    await question.getByRole('button', { name: spaced(jobs[what]) }).click();
    await expect(question).toBeHidden();
  };

  test(`a schedule starts a script on a real robot; it is watched, stopped, retried, killed, and the robot dies: ${lang}`, async ({
    page,
    baseURL,
  }) => {
    const code = `LIVE_${lang}_${Date.now()}`.toUpperCase();
    await openAs(page, 'admin', '/robot', lang);
    const call = <T>(path: string, body: unknown): Promise<T> =>
      callApi(page.request, `/api/product/${path}`, body as object);
    const { environmentId } = await call<{ environmentId: string }>('environment/insert', { environmentName: code });
    await call('robot/insert', { robotName: code, machineType: 'WALI_ROBOT', environmentId, lostAfterS: 6 });
    const { wlPackagesId: packageId } = await call<{ wlPackagesId: string }>('package/insert', {
      packageName: code,
      packageDesc: code,
      packageType: 'TOOL',
      packageStatus: 'AVAILABLE',
    });
    await call('packageVersion/insert', [{ packageId, packageVersion: '1.0', packageVersionStatus: 'AVAILABLE' }]);
    const [version] = await call<{ wlPackageVersionId: string }[]>('packageVersion/query', [packageId]);
    await call('packageVersion/saveWork', { packageVersionId: version?.wlPackageVersionId, script, hosts: [] });
    const tenants = await call<{ records: { wlTenantId: string }[] }>('tenant/query', { currentPage: 1, pageSize: 5 });
    await call('process/insert', {
      tenantId: tenants.records[0]?.wlTenantId,
      packageVersionId: version?.wlPackageVersionId,
      environmentId,
    });

    // The robot is given its key on screen; its process begins to beat, and the list says so by itself.
    await page.goto(`/robot?keyword=${code}`);
    const robotRow = visiblePane(page).locator('.ant-table-row', { hasText: code });
    await expect(robotRow).toContainText(words.states.Disconnected);
    await robotRow.getByRole('button').last().click();
    await page.getByRole('menuitem', { name: words.key }).click();
    const shown = page.getByRole('dialog', { name: words.keyDialog });
    const key = (await shown.locator('code').first().textContent()) ?? '';
    await page.keyboard.press('Escape');
    await shown.getByRole('button').first().click();
    const robot = startRobot(baseURL as string, key);
    robots.push(robot);
    await expect(robotRow).toContainText(words.states.Available, { timeout: 30_000 });

    // A schedule that is due every five seconds: its run leads to the job.
    await page.goto('/schedule');
    await visiblePane(page).getByRole('button', { name: texts.new }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(label('scheduleName')).fill(code);
    await dialog.getByRole('combobox', { name: label('processesId') }).fill(code);
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: code }).click();
    await dialog.getByLabel(label('cronExpression')).fill('*/5 * * * * ?');
    await expect(dialog.getByText(schedules.preview)).toBeVisible();
    await dialog.getByRole('button', { name: spaced(common.save) }).click();
    await expect(dialog).toBeHidden();
    const saved = visiblePane(page).locator('.ant-table-row', { hasText: code });
    await saved.getByRole('button', { name: schedules.runs }).first().click();
    await expect(async () => {
      await page.reload();
      await expect(visiblePane(page).getByText(/^#\d+$/)).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    await visiblePane(page)
      .getByText(/^#\d+$/)
      .click();
    const { records } = await call<{ records: { wlSchedulesId: string }[] }>('schedule/query', { keyword: code });
    await call('schedule/act', { ids: [records[0]?.wlSchedulesId], act: 'stop' });

    // Its log grows before the reader's eyes.
    let pane = await showing(page, status('Running'));
    await expect(pane.locator('.pt-jobs-log')).toContainText('round 3', { timeout: 30_000 });
    await expectAccessible(page, 'a running job');
    await act(page, 'stop');
    pane = await showing(page, status('Stopped'));
    await expect(pane.locator('.pt-jobs-timeline').last()).toContainText(status('Stopping'));

    await act(page, 'retry');
    pane = await showing(page, status('Running'));
    await expect(pane.locator('.pt-jobs-attempts')).toContainText(`1. ${status('Stopped')}`);
    await act(page, 'kill');
    pane = await showing(page, status('Stopped'));

    // The robot dies: the job fails with the reason, and the robot is shown as unresponsive.
    await act(page, 'retry');
    pane = await showing(page, status('Running'));
    await expect(pane.locator('.pt-jobs-log')).toContainText('round 2', { timeout: 30_000 });
    await robot.kill();
    pane = await showing(page, status('Faulted'));
    await expect(pane.locator('.pt-jobs-error')).toHaveText(
      lang === 'zh' ? '机器人失联：6 秒没有心跳' : 'Robot lost: no heartbeat for 6 s',
    );
    await expectAccessible(page, 'a job whose robot is lost');
    await act(page, 'retry');
    await expect(visiblePane(page).locator('.pt-jobs-waiting')).toContainText('1');
    await visiblePane(page).getByRole('button', { name: jobs.mend }).click();
    await expect(visiblePane(page).locator('.ant-table-row', { hasText: code })).toContainText(
      words.states.Unresponsive,
    );
  });

  test(`robots are put into an environment and taken out in its dialog; one without another place stays: ${lang}`, async ({
    page,
  }) => {
    const code = `PLACE_${lang}_${Date.now()}`.toUpperCase();
    const [first, second] = [`${code}_R1`, `${code}_R2`];
    await openAs(page, 'admin', '/environment', lang);
    const call = <T>(path: string, body: unknown): Promise<T> =>
      callApi(page.request, `/api/product/${path}`, body as object);
    type Place = { environmentId: string };
    const elsewhere = await call<Place>('environment/insert', { environmentName: `${code}_ELSEWHERE` });
    await call('environment/insert', { environmentName: `${code}_HERE` });
    for (const robotName of [first, second])
      await call('robot/insert', { robotName, machineType: 'WALI_ROBOT', environmentId: elsewhere.environmentId });

    await page.goto(`/environment?keyword=${code}_HERE`);
    const row = visiblePane(page).locator('.ant-table-row', { hasText: `${code}_HERE` });
    const dialog = page.getByRole('dialog');
    const edit = async (): Promise<void> => {
      await row
        .getByRole('button', { name: spaced(common.edit) })
        .first()
        .click();
      await expect(dialog.getByRole('combobox', { name: words.robotsIn })).toBeEnabled();
    };
    const choose = async (name: string): Promise<void> => {
      await dialog.getByRole('combobox', { name: words.robotsIn }).fill(name);
      await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: name }).click();
    };
    const save = (): Promise<void> => dialog.getByRole('button', { name: spaced(common.save) }).click();

    await edit();
    await choose(first);
    await choose(second);
    await dialog.getByRole('heading', { name: words.robotsIn }).click();
    await expectAccessible(page, 'the robots of an environment');
    await save();
    await expect(dialog).toBeHidden();
    await expect(row).toContainText(first);
    await expect(row).toContainText(second);

    // One is taken out: it has another place.
    await edit();
    await dialog
      .locator('.ant-select-selection-item', { hasText: second })
      .locator('.ant-select-selection-item-remove')
      .click();
    await save();
    await expect(dialog).toBeHidden();
    await expect(row).not.toContainText(second);
    await expect(row).toContainText(first);

    // The other one is in no other environment any more: it stays, the dialog says why and keeps what was chosen.
    const { records } = await call<{ records: { robotId: string; recordVersion: number }[] }>('robot/query', {
      keyword: first,
    });
    const here = await call<{ records: Place[] }>('environment/query', { keyword: `${code}_HERE` });
    await call('robot/update', { ...records[0], environmentId: here.records[0]?.environmentId });
    await page.reload();
    await edit();
    await dialog.locator('.ant-select-selection-item-remove').click();
    await save();
    await expect(page.getByText(first, { exact: false }).last()).toBeVisible();
    await expect(page.locator('.pt-toast, [role="alert"]').last()).toContainText(first);
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: spaced(common.cancel) }).click();
    const question = page.getByRole('dialog').last();
    await question.getByRole('button', { name: spaced(common.discard) }).click();
    await expect(dialog).toBeHidden();
    await expect(row).toContainText(first);
  });
}
