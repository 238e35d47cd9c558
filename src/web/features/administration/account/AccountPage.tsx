import type { ReactElement } from 'react';
import { useT } from '#web/i18n/index.ts';
import { Calendars } from './Calendars.tsx';
import { Devices } from './Devices.tsx';
import { Programs } from './Programs.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import './account.css';
import { Button } from 'antd';
import { callFull } from '#web/base/client.ts';
import { useCall } from '#web/base/use-call.ts';
import { SessionsTable } from '#web/kit/sessions/SessionsTable.tsx';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { toast } from '#web/kit/toast/toast.ts';

/** Where the person is signed in; every session but this one can be ended. */
function OwnSessions(): ReactElement {
  const t = useT();
  const query = useCall('ownSessions', undefined, { staleTime: 0 });
  const end = async (sessionId: string): Promise<void> => {
    try {
      toast.success((await callFull('ownSessionEnd', { sessionId })).msg);
      await query.refetch();
    } catch (error) {
      toast.failure(error, t('sessions.endFailed'));
    }
  };
  return (
    <Loaded query={query}>
      {(sessions) => (
        <SessionsTable
          label={t('account.sessions')}
          sessions={sessions}
          action={(session) =>
            session.current ? null : (
              <Button size="small" danger onClick={() => void end(session.sessionId)}>
                {t('sessions.end')}
              </Button>
            )
          }
        />
      )}
    </Loaded>
  );
}

/** Two-step verification of the person, connected programs, calendars, the devices that show their messages, and their open sessions. */
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
      <section aria-labelledby="account-calendars">
        <h2 id="account-calendars">{t('calendars.title')}</h2>
        <Calendars />
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
