import { Dropdown } from 'antd';
import { useEffect, useRef, type KeyboardEvent, type ReactElement } from 'react';
import { GoLink } from '#web/base/GoLink.tsx';
import type { Pages } from '#web/app/guard.ts';
import { goTo } from '#web/base/navigate.ts';
import type { Tab } from '#web/base/tab-rules.ts';
import { useTabs } from '#web/base/tabs.ts';
import { ManualHost } from '#web/features/administration/manual/ManualHost.tsx';
import { type Lang, useLang, useT } from '#web/i18n/index.ts';
import { SmallIcon } from './icons.tsx';
import { landmarkOf } from '#web/kit/landmark.ts';
import { closeAll, closeOne, closeOthers } from './tab-actions.ts';
import './tab-bar.css';

/** What a tab is called: what its page found out, else the page's name; both where `tabs` would have the same name. */
export function tabTitle(tab: Tab, pages: Pages, lang: Lang, tabs: readonly Tab[] = []): string {
  const name = pages.get(tab.route)?.title[lang] ?? tab.route;
  const same = tabs.filter(({ label }) => label === tab.label).length;
  return tab.label === undefined ? name : same > 1 ? `${tab.label} · ${name}` : tab.label;
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const links = [...(event.currentTarget.closest('ul')?.querySelectorAll<HTMLElement>('.pt-tab-link') ?? [])];
  const at = links.indexOf(event.currentTarget);
  const target = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: links.length - 1 }[event.key];
  if (target === undefined) return;
  event.preventDefault();
  links[(target + links.length) % links.length]?.focus();
}

function TabItem({
  tab,
  title,
  active,
  dirty,
}: {
  tab: Tab;
  title: string;
  active: boolean;
  dirty: boolean;
}): ReactElement {
  const t = useT();
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (active) item.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active]);
  const close = (): void => void closeOne(tab.key, title);
  const menu = {
    items: [
      { key: 'close', label: t('common.close') },
      { key: 'others', label: t('shell.closeOthers') },
      { key: 'all', label: t('shell.closeAll') },
    ],
    onClick: ({ key, domEvent }: { key: string; domEvent: { stopPropagation: () => void } }) => {
      domEvent.stopPropagation();
      if (key === 'close') close();
      else void (key === 'others' ? closeOthers(tab.key) : closeAll());
    },
  };
  return (
    <Dropdown trigger={['contextMenu']} getPopupContainer={landmarkOf} menu={menu}>
      <li ref={item} className="pt-tab" data-active={active} onAuxClick={(event) => event.button === 1 && close()}>
        <GoLink
          href={tab.href}
          className="pt-tab-link"
          aria-current={active ? 'page' : undefined}
          title={title}
          onKeyDown={(event) => {
            if (event.key === 'Delete') close();
            else moveFocus(event);
          }}
        >
          {title}
          {dirty && <span className="pt-tab-dirty" role="img" aria-label={t('shell.unsaved')} />}
        </GoLink>
        <button type="button" className="pt-tab-close" aria-label={t('shell.closeTab', { title })} onClick={close}>
          <SmallIcon name="close" size={12} />
        </button>
      </li>
    </Dropdown>
  );
}

/** The opened pages, each with its own close button, and the menu that closes many. */
export function TabBar({ pages }: { pages: Pages }): ReactElement | null {
  const t = useT();
  const lang = useLang();
  const { tabs, active, dirty } = useTabs();
  const list = useRef<HTMLUListElement>(null);
  if (tabs.length === 0) return null;
  const items = [
    { key: 'others', label: t('shell.closeOthers'), disabled: active === null || tabs.length < 2 },
    { key: 'all', label: t('shell.closeAll') },
    { type: 'divider' as const },
    ...tabs.map((tab) => ({ key: `go ${tab.href}`, label: tabTitle(tab, pages, lang, tabs) })),
  ];
  function run({ key }: { key: string }): void {
    if (key === 'all') void closeAll();
    else if (key === 'others' && active !== null) void closeOthers(active);
    else if (key.startsWith('go ')) goTo(key.slice(3));
  }
  return (
    <nav className="pt-tabs" aria-label={t('shell.openTabs')}>
      <ul ref={list} className="pt-tabs-list">
        {tabs.map((tab) => (
          <TabItem
            key={tab.key}
            tab={tab}
            title={tabTitle(tab, pages, lang, tabs)}
            active={tab.key === active}
            dirty={dirty.has(tab.key)}
          />
        ))}
      </ul>
      <ManualHost />
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        getPopupContainer={landmarkOf}
        menu={{ items, onClick: run }}
      >
        <button type="button" className="pt-tabs-more" aria-label={t('shell.tabActions')} aria-haspopup="menu">
          <SmallIcon name="more" />
        </button>
      </Dropdown>
    </nav>
  );
}
