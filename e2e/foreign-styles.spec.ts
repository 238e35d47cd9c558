import { pageList } from '#web/app/page-list.ts';
import { expectOwnStyles } from './support/foreign-styles.ts';
import { expect, goInside, openAs, test, visiblePane } from './support/test.ts';

/** Lists whose rows lead to a page. The walk over every page opens those pages without anything to show. */
const lists = [
  '/oms-index?stage=transit&mode=sea',
  '/trace-index',
  '/air-trace-index',
  '/train-index',
  '/vehicle-index',
  '/express-index',
];

test('pages with content look the same after visits to all other pages', async ({ page }) => {
  await openAs(page, 'admin', '/home', 'zh');
  for (const list of lists) {
    await test.step(list, async () => {
      await goInside(page, list);
      const link = visiblePane(page).locator('.ant-table-row a[href^="/"]').first();
      await expect(link).toBeVisible();
      const href = (await link.getAttribute('href')) ?? '';
      const load = pageList.find(({ route }) => route === href.split('?')[0])?.load;
      if (load === undefined) throw new Error(`no page for ${href}`);
      await goInside(page, href);
      await expect(page.locator(`.pt-tab[data-active=true] a[href^="${href.split('?')[0]}"]`)).toHaveCount(1);
      let count = 0;
      await expect(async () => {
        const before = count;
        count = await visiblePane(page).locator('*').count();
        expect(count, 'all answers are drawn').toBe(before);
      }).toPass({ intervals: [500] });
      await expect(visiblePane(page).locator('.pt-loading:visible')).toHaveCount(0);
      await expectOwnStyles(page, load);
    });
  }
});
