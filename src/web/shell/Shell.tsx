import { useEffect, type ReactElement } from 'react';
import { parseHref } from '#web/base/href.ts';
import { startLive } from '#web/base/live.ts';
import { queryClient } from '#web/base/query-client.ts';
import { startRecovery } from '#web/base/recover.ts';
import { currentVisitor, usePages } from '#web/app/pages.ts';
import { useSession } from '#web/base/session.ts';
import { useTabs } from '#web/base/tabs.ts';
import { ErrorPage } from '#web/features/administration/error-pages/ErrorPage.tsx';
import { SignInAgainHost } from '#web/features/administration/login/SignInAgainHost.tsx';
import { PasswordHost } from '#web/features/administration/password/PasswordHost.tsx';
import { useT } from '#web/i18n/index.ts';
import { ConfirmHost } from '#web/kit/confirm/ConfirmHost.tsx';
import { useNamesLive } from '#web/kit/search/use-names-live.ts';
import { Providers } from './Providers.tsx';
import { Header } from './Header.tsx';
import { menuOf } from './menu.ts';
import { Sidebar } from './Sidebar.tsx';
import { followWidth } from './sidebar-state.ts';
import { TabBar } from './TabBar.tsx';
import { TabHost } from './TabHost.tsx';
import { startPlainTab } from './plain-tab.ts';
import { startTitleTips } from './title-tips.ts';
import { useShowPage } from './use-show-page.ts';
import './shell.css';

/** Warns before the window closes while any tab holds unsaved input. */
function useCloseWarning(): void {
  const hasUnsaved = useTabs((state) => state.dirty.size > 0);
  useEffect(() => {
    if (!hasUnsaved) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    globalThis.addEventListener('beforeunload', warn);
    return () => globalThis.removeEventListener('beforeunload', warn);
  }, [hasUnsaved]);
}

/** Everything around the pages: sidebar, header, tab bar, footer, and the pages themselves. */
export function Shell({ href }: { href: string }): ReactElement {
  const t = useT();
  const pages = usePages();
  useSession((session) => session.menus);
  const isReadOnly = useSession((session) => session.user?.readOnly === true);
  const menu = menuOf(pages, currentVisitor());
  const { path } = parseHref(href);
  const isError = path === '/403' || path === '/404';
  useShowPage(href, pages);
  useEffect(() => startTitleTips(), []);
  useEffect(() => startPlainTab(), []);
  useCloseWarning();
  useEffect(followWidth, []);
  useEffect(startLive, []);
  useEffect(() => startRecovery(queryClient), []);
  useNamesLive();
  return (
    <Providers>
      <a className="pt-skip" href="#content">
        {t('shell.skipToContent')}
      </a>
      <div className="pt-shell">
        <Sidebar menu={menu} route={isError ? undefined : path} />
        <div className="pt-stage">
          <Header />
          {isReadOnly && (
            <p className="pt-read-only" role="status">
              {t('shell.readOnly')}
            </p>
          )}
          <TabBar pages={pages} />
          <main id="content" className="pt-content" tabIndex={-1}>
            <TabHost pages={pages} />
            {isError && <ErrorPage href={href} />}
          </main>
          <footer className="pt-footer">
            © 2021–{new Date().getFullYear()} {t('common.productName')}
          </footer>
        </div>
      </div>
      <PasswordHost />
      <SignInAgainHost />
      <ConfirmHost />
    </Providers>
  );
}
