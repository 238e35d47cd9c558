import { vessel } from '#entities/vessel.ts';
import { imoCheckDigit } from '#shared/ids/imo.ts';
import {
  clear,
  edit,
  openAndFill,
  remove,
  saveNew,
  type Screen,
  undoAtOnce,
  undoInAudit,
  type Walk,
} from './support/entity-walk.ts';
import { expect, expectAccessible, goInside, langsOf, openAs, test, visiblePane } from './support/test.ts';
import { spaced, textsOf } from './support/texts.ts';

// One of the screens drawn from declarations, as a person uses it in a browser. All of them, with the product itself but
// without a browser: src/web/app/entity-rounds.test.tsx.

const imo = (six: string): string => `${six}${imoCheckDigit(six)}`;

const screen: Screen = {
  entity: vessel,
  route: '/vessels',
  keyField: 'imo',
  keys: { zh: imo('999971'), en: imo('999972') },
  changed: 'vesselName',
  values: { carrierId: { find: 'MSK' } },
};

for (const lang of langsOf('en'))
  test(`${vessel.label.en}: add, edit, delete, undo (${lang})`, async ({ page }) => {
    const walk: Walk = { page, screen, lang };
    const { common } = textsOf(lang);
    await openAs(page, 'admin', `${screen.route}?keyword=${screen.keys[lang]}`, lang);
    await clear(page.request, screen, lang);
    if (lang === 'en') await page.getByRole('button', { name: common.darkTheme, exact: true }).click();
    const dialog = await openAndFill(walk);
    await expectAccessible(page, 'dialog');
    await saveNew(walk, dialog);
    await edit(walk);
    await remove(walk);
    await (lang === 'zh' ? undoAtOnce(walk) : undoInAudit(walk));
    await expectAccessible(page, 'list');
    await clear(page.request, screen, lang);
  });

const routes = [
  '/ports',
  '/port-aliases',
  '/port-fences',
  '/vessels',
  '/airports',
  '/airlines',
  '/rail-stations',
  '/data-statuses',
  '/container-types',
  '/exception-types',
  '/risk-zones',
  '/tenants',
  '/edi-partners',
  '/feedback',
  '/tenant-assets',
  '/function-interface',
  '/base-code',
];

test('the dialog for a new row is accessible on every screen, with what is missing in it', async ({ page }) => {
  const { common, entity } = textsOf('zh');
  await openAs(page, 'admin', '/carriers');
  for (const [index, route] of routes.entries())
    await test.step(route, async () => {
      await goInside(page, route);
      await expect(page.locator(`.pt-tab[data-active=true] a[href^="${route}"]`), route).toHaveCount(1);
      await visiblePane(page)
        .locator('.pt-toolbar button')
        .filter({ hasText: spaced(entity.new) })
        .first()
        .click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: spaced(common.save) }).click();
      await expect(dialog.getByRole('alert').first()).toBeVisible();
      // What is behind a dialog is the same for all of them; the pages are walked by every-page.spec.ts.
      await expectAccessible(page, `${route}: dialog`, 'all', index === 0 ? undefined : '[role=dialog]');
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    });
});
