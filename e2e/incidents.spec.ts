import type { APIRequestContext } from '@playwright/test';
import { exceptionsList } from '#lists/exceptions.ts';
import { callApi } from './support/api.ts';
import { expect, expectAccessible, openAs, test, visiblePane } from './support/test.ts';
import { spaced, textsOf } from './support/texts.ts';

type Incident = { incidentId: string; text: string; open: number };
type Member = { obmAutotestResultId: string; blNo: string | null; open: number };

const { exceptionIncidents, common } = textsOf('zh');

type Found = { incident: Incident; id: string; blNo: string };

/** An incident with an open exception of a bill. */
async function findIncident(request: APIRequestContext): Promise<Found | undefined> {
  const ask = <T>(name: string, body: object) => callApi<{ records: T[] }>(request, `/api/data/incident/${name}`, body);
  const { records } = await ask<Incident>('query', { kind: ['zone', 'vessel', 'sailing', 'port'], pageSize: 50 });
  for (const incident of records) {
    if (incident.open === 0) continue;
    const members = await ask<Member>('members', { incidentId: incident.incidentId, pageSize: 50 });
    const member = members.records.find(({ blNo, open }) => blNo !== null && open === 1);
    if (member?.blNo != null) return { incident, id: member.obmAutotestResultId, blNo: member.blNo };
  }
  return undefined;
}

test('exceptions of one cause: found as an incident, commented on at once, each stated why it is here', async ({
  page,
}) => {
  await openAs(page, 'operator', '/exception-manage');
  const pane = visiblePane(page);
  const rows = pane.locator('.ant-table-row');
  await expect(rows.first()).toBeVisible();

  // The grouping is part of the address.
  await pane.getByRole('button', { name: exceptionIncidents.group.incidents }).click();
  await expect(page).toHaveURL(/group=incident/);
  let found: Found | undefined;
  await expect
    .poll(async () => (found = await findIncident(page.request)), { message: 'the world brings about an incident' })
    .toBeDefined();
  const { incident, id, blNo } = found as unknown as Found;
  const { incidentId } = incident;
  await page.reload();
  await expect(pane.getByRole('button', { name: exceptionIncidents.group.incidents })).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  // Found by a bill that it concerns, and expanded to its members.
  await page.goto(`/exception-manage?group=incident&blNo=${blNo}`);
  const causes = pane.locator('.ant-table-row .pt-link');
  await expect(causes.first()).toBeVisible();
  const unfold = pane.locator(`[data-row-key="${incidentId}"] .pt-expand`);
  await unfold.click();
  await expect(unfold).toHaveAttribute('aria-expanded', 'true');
  await expect(pane.locator('.pt-unfolded').getByRole('link').first()).toBeVisible();
  await pane.locator(`[data-row-key="${incidentId}"] .pt-link`).click();
  const drawer = page.getByRole('dialog').filter({ hasText: exceptionIncidents.members });
  await expect(drawer.getByRole('link', { name: blNo }).first()).toBeVisible();
  await expectAccessible(page, 'an incident');

  // One comment for all of them, kept in the history of each.
  await drawer.getByRole('button', { name: spaced(exceptionIncidents.action.comment) }).click();
  const dialog = page.getByRole('dialog', { name: exceptionIncidents.dialog.comment });
  await dialog.getByRole('button', { name: spaced(common.ok) }).click();
  await expect(dialog.getByRole('alert')).toHaveText(exceptionIncidents.dialog.commentRequired);
  const message = `comment ${incidentId} ${Math.random().toString(36).slice(2)}`;
  await dialog.getByLabel(exceptionIncidents.dialog.commentText).fill(message);
  await dialog.getByRole('button', { name: spaced(common.ok) }).click();
  await expect(dialog).toBeHidden();
  type Entry = { comment: { body: string } | null };
  const history = await callApi<Entry[]>(page.request, `/api/data/obmAutotestResult/history?obmAutotestResultId=${id}`);
  expect(history.map(({ comment }) => comment?.body)).toContain(message);

  // In the list: the members, and why each is here.
  await drawer.getByRole('link', { name: exceptionIncidents.action.list }).click();
  await expect(page).toHaveURL(new RegExp(`incidentId=${incidentId}`));
  await expect(rows.first()).toBeVisible();
  await expect(pane.getByRole('columnheader', { name: exceptionsList.columns.severity.label.zh })).toBeVisible();
  await page.goto(`/exception-manage?obmAutotestResultId=${id}`);
  // Not on the middle of the row, where a number may lead elsewhere.
  await pane.locator(`[data-row-key="${id}"] .pt-severity`).dblclick();
  const why = page.getByRole('dialog').filter({ hasText: exceptionIncidents.why.title });
  await expect(why.getByText(incident.text.slice(0, 12)).first()).toBeVisible();
  await expect(why.getByText(message)).toBeVisible();
});
