import { useLayoutEffect } from 'react';
import type { Pages } from '#web/app/guard.ts';
import { parseHref } from '#web/base/href.ts';
import { goTo } from '#web/base/navigate.ts';
import type { Tab } from '#web/base/tab-rules.ts';
import { maxTabs } from '#web/base/tab-rules.ts';
import { showNoTab, showTab, tabState } from '#web/base/tabs.ts';
import { currentLang, text } from '#web/i18n/index.ts';
import { confirm, withdrawQuestions } from '#web/kit/confirm/confirm.ts';
import { tabTitle } from './TabBar.tsx';

function tabOf(pages: Pages, href: string): Tab | undefined {
  const { path, search } = parseHref(href);
  const page = pages.get(path);
  if (page === undefined) return undefined;
  const label = page.titleOf(search);
  return { key: page.keyOf(search), route: path, href, ...(label === undefined ? {} : { label }) };
}

/** Every other tab holds unsaved input: the oldest goes only if the person says so, else the address goes back. */
async function askForRoom(wanted: Tab, candidate: Tab, pages: Pages): Promise<void> {
  const previous = tabState().tabs.find((tab) => tab.key === tabState().active);
  const yes = await confirm({
    title: text('shell.dropTitle', { count: maxTabs }),
    content: text('shell.dropContent', { title: tabTitle(candidate, pages, currentLang()) }),
    okText: text('shell.dropOk'),
    cancelText: text('shell.dropCancel'),
    danger: true,
  });
  if (yes) showTab(wanted, candidate.key);
  else goTo(previous?.href ?? '/index', { replace: true });
}

/** Brings the page of an address on screen, in its tab. */
export function useShowPage(href: string, pages: Pages): void {
  useLayoutEffect(() => {
    const wanted = tabOf(pages, href);
    if (wanted?.key !== tabState().active) withdrawQuestions();
    if (wanted === undefined) {
      showNoTab();
      return;
    }
    const opening = showTab(wanted);
    if (opening.kind === 'ask') void askForRoom(wanted, opening.candidate, pages);
  }, [href, pages]);
}
