import ICAL from 'ical.js';
import { langs } from '#shared/i18n/text.ts';
import { expect, expectAccessible, openAs, test, visiblePane } from './support/test.ts';
import { filled, spaced, textsOf } from './support/texts.ts';

/** Reads a calendar as a program does that has nothing but the address; its events, or the status of a refusal. */
async function readCalendar(url: string): Promise<ICAL.Event[] | number> {
  const answer = await fetch(url);
  if (!answer.ok) return answer.status;
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  const calendar = new ICAL.Component(ICAL.parse(await answer.text()));
  return calendar.getAllSubcomponents('vevent').map((item) => new ICAL.Event(item));
}

for (const lang of langs)
  test(`a calendar is made on a phone, read by its address, and ended (${lang})`, async ({ page, baseURL }) => {
    const { calendars, common } = textsOf(lang);
    const name = `Berth ${lang}`;
    await page.setViewportSize({ width: 390, height: 844 });
    await openAs(page, 'bob', '/account', lang);
    const pane = visiblePane(page);
    await pane.getByRole('button', { name: calendars.add, exact: true }).click();
    const form = page.getByRole('dialog', { name: calendars.add });
    const make = form.getByRole('button', { name: spaced(calendars.make) });
    await make.click();
    await expect(form.getByText(calendars.nameRequired)).toBeVisible();
    await form.getByLabel(calendars.name, { exact: true }).fill(name);
    await form.getByRole('checkbox', { name: calendars.kind.cutoffs }).uncheck();
    await expectAccessible(page, `form of a calendar, phone, ${lang}`);
    await make.click();

    const once = page.getByRole('dialog', { name: filled(calendars.onceTitle, { name }) });
    const address = await once.getByText(/\.ics$/).innerText();
    await expectAccessible(page, `address of a calendar, phone, ${lang}`);
    await once
      .getByRole('button', { name: spaced(common.close) })
      .last()
      .click();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide, 'nothing is wider than the phone').toBeLessThanOrEqual(390);

    const feed = new URL(new URL(address).pathname, baseURL as string).href;
    const events = await readCalendar(feed);
    if (typeof events === 'number') throw new Error(`the calendar answers ${events}`);
    expect(events.length).toBeGreaterThan(0);
    for (const event of events) expect(event.uid).toMatch(/^shipment-\d+-(departure|arrival|destination)@portolan$/);

    await page.reload();
    const row = pane.getByRole('listitem').filter({ hasText: name });
    await expect(row).toContainText(calendars.read);
    await expectAccessible(page, `account with a calendar, phone, ${lang}`);
    await row.getByRole('button', { name: filled(calendars.endNamed, { name }) }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: spaced(calendars.end) })
      .click();
    await expect(row).toBeHidden();
    expect(await readCalendar(feed)).toBe(404);
  });
