import type { Page } from '@playwright/test';
import { expect, visiblePane } from './test.ts';

const rowUnder = (page: Page) => visiblePane(page).locator('.ant-table-row[data-cursor]');

/** The exception under the cursor of the list. */
export const underCursor = (page: Page): Promise<string | null> => rowUnder(page).getAttribute('data-row-key');

/** Moves the cursor to the first exception of a shipment: failures of sources end by themselves at any moment. Gives its id. */
export async function goToFirstOfShipment(page: Page): Promise<string> {
  const step = async (before: string | null): Promise<string> => {
    await page.keyboard.press('j');
    await expect(rowUnder(page)).toHaveCount(1);
    await expect.poll(() => underCursor(page)).not.toBe(before);
    return (await underCursor(page)) as string;
  };
  let id = await step(null);
  while ((await rowUnder(page).locator('td').nth(1).innerText()).trim() === '') id = await step(id);
  return id;
}
