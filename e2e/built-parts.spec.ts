import { readdirSync } from 'node:fs';
import { expect, test } from './support/test.ts';

// Parts that are loaded late (dialogs, pages, maps) are seen by no other check when they cannot run in a browser at all.

test('every part of the built application can be loaded by a browser', async ({ page }) => {
  const files = readdirSync('dist/web/assets').filter(
    (name) => name.endsWith('.js') && !/^(?:maplibre-gl|read-file|xlsx)-worker-/.test(name),
  );
  expect(files.length).toBeGreaterThan(100);
  await page.goto('/login');
  const failures = await page.evaluate(async (names) => {
    const message: string[] = [];
    for (const name of names) {
      try {
        await import(`/assets/${name}`);
      } catch (error) {
        message.push(`${name}: ${String(error)}`);
      }
    }
    return message;
  }, files);
  expect(failures).toEqual([]);
});
