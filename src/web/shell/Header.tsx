import { Dropdown } from 'antd';
import type { ReactElement } from 'react';
import { useLiveStatus } from '#web/base/live.ts';
import { goTo } from '#web/base/navigate.ts';
import { useSession } from '#web/base/session.ts';
import { tabState } from '#web/base/tabs.ts';
import { stopRinging } from '#web/base/worker.ts';
import { openPasswordDialog } from '#web/base/password-state.ts';
import { InboxSlot } from '#web/features/administration/inbox/InboxSlot.tsx';
import { PaletteHost } from '#web/features/administration/palette/PaletteHost.tsx';
import { text, useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { LanguageSwitch } from '#web/kit/preferences/LanguageSwitch.tsx';
import { forgetDrafts } from '#web/kit/draft/saved-drafts.ts';
import { ThemeSwitch } from '#web/kit/preferences/ThemeSwitch.tsx';
import { SmallIcon } from './icons.tsx';
import { landmarkOf } from '#web/kit/landmark.ts';
import { WorldClock } from './WorldClock.tsx';
import { ZoneSwitch } from './ZoneSwitch.tsx';

async function logOut(): Promise<void> {
  const unsaved = tabState().dirty.size > 0;
  if (
    unsaved &&
    !(await confirm({ title: text('shell.logoutTitle'), content: text('shell.logoutUnsaved'), danger: true }))
  )
    return;
  forgetDrafts();
  void stopRinging();
  goTo('/login');
}

function UserMenu(): ReactElement {
  const t = useT();
  const user = useSession((session) => session.user);
  const items = [
    {
      key: 'who',
      disabled: true,
      label: `${user?.userCode ?? ''} · ${user?.userType === 'admin' ? t('shell.admin') : t('shell.user')}`,
    },
    { type: 'divider' as const },
    { key: 'password', label: t('shell.changePassword') },
    { key: 'account', label: t('shell.account') },
    { key: 'logout', label: t('shell.logout') },
  ];
  function run({ key }: { key: string }): void {
    if (key === 'password') openPasswordDialog();
    else if (key === 'account') goTo('/account');
    else if (key === 'logout') void logOut();
  }
  return (
    <Dropdown trigger={['click']} placement="bottomRight" getPopupContainer={landmarkOf} menu={{ items, onClick: run }}>
      <button type="button" className="pt-header-button" aria-haspopup="menu" title={t('shell.userMenu')}>
        <SmallIcon name="user" />
        <span className="pt-user-name">{user?.userNameCn ?? user?.userCode}</span>
        <span className="pt-user-tenant">{user?.tenantName}</span>
        <SmallIcon name="chevron" size={12} />
      </button>
    </Dropdown>
  );
}

/** World clock, zone of times, language, looks, and the person. */
export function Header(): ReactElement {
  const t = useT();
  const connected = useLiveStatus((state) => state.connected);
  return (
    <header className="pt-header">
      <span className="pt-header-title" role="status">
        {!connected && <span className="pt-live-lost">{t('shell.connectionLost')}</span>}
      </span>
      <PaletteHost />
      <WorldClock />
      <ZoneSwitch />
      <LanguageSwitch />
      <ThemeSwitch />
      <InboxSlot />
      <UserMenu />
    </header>
  );
}
