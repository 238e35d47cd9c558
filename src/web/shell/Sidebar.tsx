import { useEffect, useState, type ReactElement } from 'react';
import { GoLink } from '#web/base/GoLink.tsx';
import type { NavGroup } from '#web/base/define-page.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { GroupIcon, ProductMark, SmallIcon } from './icons.tsx';
import { activeRouteOf, type MenuGroup } from './menu.ts';
import { toggleSidebar, useSidebar } from './sidebar-state.ts';
import './sidebar.css';

type GroupProps = {
  item: MenuGroup;
  active: string | undefined;
  collapsed: boolean;
  open: boolean;
  onToggle: () => void;
  /** Opens or closes, whatever it was. */
  onShow: (shown: boolean) => void;
};

/** Only a mouse can rest on something: a tap would open by entering and close by its click. */
const isMouse = ({ pointerType }: Partial<PointerEvent>): boolean => pointerType === 'mouse';

function Entries({ item, active }: Pick<GroupProps, 'item' | 'active'>): ReactElement {
  const lang = useLang();
  return (
    <ul className="pt-side-entries">
      {item.entries.map(({ route, title }) => (
        <li key={route}>
          <GoLink href={route} className="pt-side-link" aria-current={route === active ? 'page' : undefined}>
            {title[lang]}
          </GoLink>
        </li>
      ))}
    </ul>
  );
}

/** One group: a heading that opens its entries, or an icon with a fly-out when the sidebar is collapsed. */
function Group({ item, active, collapsed, open, onToggle, onShow }: GroupProps): ReactElement {
  const t = useT();
  const name = t(`nav.group.${item.group}`);
  const holdsActive = item.entries.some((entry) => entry.route === active);
  const shown = collapsed || open;
  return (
    <li
      className="pt-side-group"
      data-active={holdsActive}
      data-open={open}
      onPointerEnter={({ nativeEvent }) => collapsed && isMouse(nativeEvent) && onShow(true)}
      onPointerLeave={({ nativeEvent }) => collapsed && isMouse(nativeEvent) && onShow(false)}
      onKeyDown={(event) => collapsed && event.key === 'Escape' && onShow(false)}
      onBlur={(event) => collapsed && !event.currentTarget.contains(event.relatedTarget) && onShow(false)}
    >
      <button
        type="button"
        className="pt-side-heading"
        aria-expanded={open}
        onClick={({ nativeEvent }) => (collapsed && isMouse(nativeEvent) ? onShow(true) : onToggle())}
      >
        <GroupIcon group={item.group} />
        <span className="pt-side-name">{name}</span>
        <span className="pt-side-chevron">
          <SmallIcon name="chevron" size={14} />
        </span>
      </button>
      {shown && (
        <div className="pt-side-panel" hidden={!open}>
          {collapsed && <div className="pt-side-fly-title">{name}</div>}
          <Entries item={item} active={active} />
        </div>
      )}
    </li>
  );
}

/** The groups and pages this person may open. */
export function Sidebar({ menu, route }: { menu: readonly MenuGroup[]; route: string | undefined }): ReactElement {
  const t = useT();
  const collapsed = useSidebar((state) => state.collapsed);
  const active = activeRouteOf(menu, route);
  const activeGroup = menu.find(({ entries }) => entries.some((entry) => entry.route === active))?.group;
  const [closed, setClosed] = useState<ReadonlySet<NavGroup>>(new Set());
  const [fly, setFly] = useState<NavGroup | null>(null);

  useEffect(() => {
    setFly(null);
    if (activeGroup !== undefined) setClosed((groups) => new Set([...groups].filter((group) => group !== activeGroup)));
  }, [active, activeGroup, collapsed]);

  function toggle(group: NavGroup): void {
    if (collapsed) {
      setFly((current) => (current === group ? null : group));
      return;
    }
    setClosed((groups) => {
      const next = new Set(groups);
      if (!next.delete(group)) next.add(group);
      return next;
    });
  }

  return (
    <nav className="pt-side" data-collapsed={collapsed} aria-label={t('shell.mainMenu')}>
      <GoLink href="/index" className="pt-side-brand">
        <ProductMark />
        <span className="pt-side-brand-text">
          <span className="pt-side-brand-zh" lang="zh-CN">
            航图
          </span>{' '}
          <span className="pt-side-brand-en">Portolan</span>
        </span>
      </GoLink>
      <div className="pt-side-nav">
        <ul className="pt-side-groups">
          {menu.map((item) => (
            <Group
              key={item.group}
              item={item}
              active={active}
              collapsed={collapsed}
              open={collapsed ? fly === item.group : !closed.has(item.group)}
              onToggle={() => toggle(item.group)}
              onShow={(shown) => setFly((current) => (shown ? item.group : current === item.group ? null : current))}
            />
          ))}
        </ul>
      </div>
      <button
        type="button"
        className="pt-side-fold"
        aria-label={collapsed ? t('shell.expandMenu') : t('shell.collapseMenu')}
        aria-expanded={!collapsed}
        onClick={toggleSidebar}
      >
        <SmallIcon name={collapsed ? 'expand' : 'collapse'} />
      </button>
    </nav>
  );
}
