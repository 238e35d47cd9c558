import type { APIRequestContext } from '@playwright/test';
import { robotAnswersList } from '#lists/robot-answers.ts';
import { callApi } from './support/api.ts';
import { expect, expectAccessible, openAs, test, visiblePane } from './support/test.ts';
import { textsOf } from './support/texts.ts';

const { robotAnswers } = textsOf('zh');
const states = robotAnswersList.columns.state.values;
const parserId = 'willow-track';

type Parsers = { parsers: { parserId: string; releasedVersion: number }[] };
type Answer = { answer: { state: string }; shipments: { shipmentId: string | null }[] };

const released = async (request: APIRequestContext): Promise<number> => {
  const { parsers } = await callApi<Parsers>(request, '/api/data-center/rpa/parser/query');
  return parsers.find((parser) => parser.parserId === parserId)?.releasedVersion ?? 0;
};

/** Has the version read pages that the product comes with. */
async function takeBack(request: APIRequestContext): Promise<void> {
  const beforeVersion = await released(request);
  if (beforeVersion !== 1)
    await callApi(request, '/api/data-center/rpa/parser/release', { parserId, version: 1, beforeVersion });
}

/** The carrier's page in its new layout, about a ship that has left. */
const newPage = (bill: string): string => `<!doctype html><html lang="zh-CN"><body>
<script>document.title = 'not run'</script>
<main id="wb-app" data-bill="${bill}"><ul id="wb-units"></ul><ol id="wb-steps">
<li data-kind="ACT"><time class="at" datetime="2026-01-13T02:00+08:00"></time><span class="what">船舶离港</span>
<span class="where" data-port="CNSHA">Shanghai</span><span class="ship" data-voyage="012E">WILLOW BANK</span>
<time class="updated" datetime="2026-01-13T03:00+08:00"></time></li>
<li data-kind="EST"><time class="at" datetime="2026-01-15T07:00+09:00"></time><span class="what">船舶抵港</span>
<span class="where" data-port="KRPUS">Busan</span><span class="ship" data-voyage="012E">WILLOW BANK</span>
<time class="updated" datetime="2026-01-13T04:00+08:00"></time></li></ol></main></body></html>`;

/** A robot brings the page of a shipment that a tenant tracks; gives the id of its answer. */
async function bring(request: APIRequestContext, bill: string): Promise<{ answerId: string; keyId: string }> {
  await callApi(request, '/api/data/traceTracking/subscribe', {
    isBillNo: 1,
    blNo: bill,
    carrierCode: 'WILL',
    inOutFlag: 'E',
    tenantCode: 'ALPHA',
  });
  const { key, keyId } = await callApi<{ key: string; keyId: string }>(request, '/api/data-center/rpa/key/insert', {
    name: `journey ${bill}`,
  });
  const response = await request.post('/api/data-center/rpa/answers', {
    headers: { source: 'WaliRobot', 'api-key': key },
    data: {
      carrierCode: 'WILL',
      subject: 'bill',
      subjectNo: bill,
      collectedAt: 1_768_300_000_000,
      robotId: 'journey',
      jobId: bill,
      contentType: 'html',
      body: newPage(bill),
    },
  });
  const { data } = (await response.json()) as { data: { answerId: string; state: string } };
  expect(data.state).toBe('refused');
  return { answerId: data.answerId, keyId };
}

test('a new layout is refused, a version that reads it is tried and released, and the shipment has its data', async ({
  page,
}) => {
  await openAs(page, 'admin', '/robot-answers');
  const { request } = page;
  await takeBack(request);
  const bill = `WILLE${Date.now()}`;
  const { answerId, keyId } = await bring(request, bill);
  const pane = visiblePane(page);
  await expect(pane.getByRole('cell', { name: parserId, exact: true })).toBeVisible({ timeout: 60_000 });

  await pane.getByRole('textbox', { name: robotAnswersList.filters.keyword.label.zh }).fill(bill);
  await page.keyboard.press('Enter');
  // The world's own robot may look for the bill too, in vain.
  const row = pane.locator(`tr[data-row-key="${answerId}"]`);
  await expect(row).toContainText(states.refused.zh);
  await expectAccessible(page, 'parsers and answers');
  await row.dblclick();
  const drawer = page.getByRole('dialog');
  // Shown as text, never as a page.
  await expect(drawer.locator('pre')).toContainText("<script>document.title = 'not run'</script>");
  await expectAccessible(page, 'an answer');
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);

  const parser = pane.locator('tr').filter({ hasText: parserId });
  await parser.getByRole('button', { name: robotAnswers.try.replace('{{version}}', '2') }).click();
  await expect(drawer.getByRole('cell', { name: robotAnswers.difference.parsed, exact: true }).first()).toBeVisible({
    timeout: 60_000,
  });
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  expect(await released(request)).toBe(1);

  const release = robotAnswers.release.replace('{{version}}', '2');
  await parser.getByRole('button', { name: release }).click();
  await page.getByRole('dialog').getByRole('button', { name: release }).click();
  const state = async (): Promise<string | null> => {
    const { answer, shipments } = await callApi<Answer>(
      request,
      `/api/data-center/rpa/answer/get?answerId=${answerId}`,
    );
    return answer.state === 'parsed' && shipments[0]?.shipmentId ? 'healed' : answer.state;
  };
  await expect.poll(state, { timeout: 90_000 }).toBe('healed');
  await expect(row).toContainText(states.parsed.zh);
  await row.dblclick();
  await drawer.getByRole('link', { name: bill }).click();
  await expect(page).toHaveURL(/trace-detail/);
  await expect(visiblePane(page)).toContainText('WILLOW BANK');

  await takeBack(request);
  await callApi(request, '/api/data-center/rpa/key/revoke', { keyId });
});
