import { Activity, Suspense, useEffect, useState, type ReactElement } from 'react';
import type { Pages } from '#web/app/guard.ts';
import { TabKeyContext } from '#web/base/page-hooks.ts';
import { useLineBack } from '#web/base/line.ts';
import type { Tab } from '#web/base/tab-rules.ts';
import { useTabs } from '#web/base/tabs.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { ErrorBoundary } from '#web/kit/ErrorBoundary.tsx';
import { ErrorPanel, LoadingPanel } from '#web/kit/panels.tsx';
import { tabTitle } from './TabBar.tsx';

/** A page that broke: it is tried again by a button, and when the server is back. */
function BrokenPage({ error, retry }: { error: unknown; retry: () => void }): ReactElement {
  const t = useT();
  useLineBack(retry);
  return (
    <ErrorPanel
      error={error}
      title={t('common.pageCrashed')}
      hint={t('common.pageCrashedHint')}
      retryText={t('common.reloadPage')}
      onRetry={retry}
    />
  );
}

function Pane({ tab, pages }: { tab: Tab; pages: Pages }): ReactElement | null {
  const lang = useLang();
  const page = pages.get(tab.route);
  if (page === undefined) return null;
  const { Component } = page;
  const title = tabTitle(tab, pages, lang);
  return (
    <TabKeyContext value={tab.key}>
      <div className="pt-pane" data-tab={tab.key}>
        <h1 className="pt-sr-only">{title}</h1>
        <ErrorBoundary fallback={(error, retry) => <BrokenPage error={error} retry={retry} />}>
          <Suspense fallback={<LoadingPanel />}>
            <Component />
          </Suspense>
        </ErrorBoundary>
      </div>
    </TabKeyContext>
  );
}

/** What had the focus went away with its page or tab: the page on screen has it then, and the next Tab begins there. */
function useFocusOnPage(active: string | null, count: number): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const { activeElement, body } = document;
      const isLost = activeElement === null || activeElement === body || activeElement.checkVisibility?.() === false;
      if (isLost) document.getElementById('content')?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [active, count]);
}

/** Keeps the pages of all open tabs alive and shows one; a tab brought back by a reload is made when first shown. */
export function TabHost({ pages }: { pages: Pages }): ReactElement {
  const tabs = useTabs((state) => state.tabs);
  const active = useTabs((state) => state.active);
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  if (active !== null && !visited.has(active)) setVisited(new Set([...visited, active]));
  useFocusOnPage(active, tabs.length);
  return (
    <>
      {tabs
        .filter((tab) => visited.has(tab.key))
        .map((tab) => (
          <Activity key={tab.key} mode={tab.key === active ? 'visible' : 'hidden'}>
            <Pane tab={tab} pages={pages} />
          </Activity>
        ))}
    </>
  );
}
