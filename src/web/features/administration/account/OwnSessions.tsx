import { Button } from 'antd';
import type { ReactElement } from 'react';
import { callFull } from '#web/base/client.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { SessionsTable } from '#web/kit/sessions/SessionsTable.tsx';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { toast } from '#web/kit/toast/toast.ts';

/** Where the person is signed in; every session but this one can be ended. */
export function OwnSessions(): ReactElement {
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
