import type { UserRecord } from '#contract/administration/auth.ts';
import type { PageManifest } from '#web/base/define-page.ts';
import { parseHref } from '#web/base/href.ts';
import { setNavigator } from '#web/base/navigate.ts';
import { TabKeyContext } from '#web/base/page-hooks.ts';
import { clearSession, keepMenus, keepUser } from '#web/base/session.ts';
import { useTabs } from '#web/base/tabs.ts';
import { loadTexts } from '#web/i18n/index.ts';
import { withdrawQuestions } from '#web/kit/confirm/confirm.ts';
import { ConfirmHost } from '#web/kit/confirm/ConfirmHost.tsx';
import { ToastHost } from '#web/kit/toast/ToastHost.tsx';
import { useToasts } from '#web/kit/toast/toast.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';

/** Who is signed in unless the test says otherwise: a platform administrator, who sees everything. */
const administrator: UserRecord = {
  wlUserId: '1',
  userCode: 'admin',
  userNameCn: '管理员',
  userType: 'admin',
  tenantId: '1',
  tenantCode: 'PORTOLAN',
  tenantName: '航图',
  email: null,
  weakPassword: false,
  mustChangePassword: false,
  menuVersion: 1,
  language: 'zh',
  writesShared: true,
};

/** A person of a tenant; `values` replace parts of the record. */
export const tenantPerson = (values: Partial<UserRecord> = {}): UserRecord => ({
  ...administrator,
  wlUserId: '5',
  userCode: 'li',
  userNameCn: '李明',
  userType: 'user',
  tenantId: '2',
  tenantCode: 'HF',
  tenantName: '海帆',
  writesShared: false,
  ...values,
});

/** A page of the product that is on screen in a test. */
export type OpenPage = {
  /** The address that it has by now. */
  href: () => string;
  /** Where it has led besides, in order. */
  left: readonly string[];
};

/**
 * Puts a page of the product on screen as the application does: its chunk, its texts and a tab with its address. `who` replaces
 * parts of the signed-in person; `menus` are their menu codes.
 */
export async function openPage(
  page: PageManifest,
  href: string = page.route,
  { who = {}, menus = page.menus ?? [page.route] }: { who?: Partial<UserRecord>; menus?: readonly string[] } = {},
): Promise<OpenPage> {
  await prepareDom();
  await loadTexts(page.texts ?? []);
  const module = await page.load?.();
  if (module === undefined) throw new Error(`${page.route} has no page of its own`);
  // What an earlier test was reported or asked is not reported to, or requested from, this one.
  useToasts.setState({ toasts: [] });
  withdrawQuestions();
  clearSession();
  keepUser({ ...administrator, ...who });
  keepMenus(menus, 1);
  const key = 'page';
  const show = (next: string): void =>
    useTabs.setState({ tabs: [{ key, route: page.route, href: next }], active: key });
  const left: string[] = [];
  setNavigator((next) => {
    if (parseHref(next).path === page.route) show(next);
    else left.push(next);
  });
  show(href);
  module.prepare?.(parseHref(href).search);
  const Page = module.default;
  renderInApp(
    <TabKeyContext value={key}>
      <Page />
      <ConfirmHost />
      <ToastHost />
    </TabKeyContext>,
  );
  return { href: () => useTabs.getState().tabs[0]?.href ?? '', left };
}
