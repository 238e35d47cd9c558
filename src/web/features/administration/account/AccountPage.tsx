import type { ReactElement } from 'react';
import { useT } from '#web/i18n/index.ts';
import { Devices } from './Devices.tsx';
import { OwnSessions } from './OwnSessions.tsx';
import { Programs } from './Programs.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import './account.css';

/** Two-step verification of the person, connected programs, the devices that show their messages, and their open sessions. */
export function AccountPage(): ReactElement {
  const t = useT();
  return (
    <div className="pt-account">
      <section aria-labelledby="account-factor">
        <h2 id="account-factor">{t('account.factor')}</h2>
        <SecondFactor />
      </section>
      <section aria-labelledby="account-programs">
        <h2 id="account-programs">{t('account.programs')}</h2>
        <Programs />
      </section>
      <section aria-labelledby="account-devices">
        <h2 id="account-devices">{t('account.devices')}</h2>
        <Devices />
      </section>
      <section aria-labelledby="account-sessions">
        <h2 id="account-sessions">{t('account.sessions')}</h2>
        <OwnSessions />
      </section>
    </div>
  );
}
