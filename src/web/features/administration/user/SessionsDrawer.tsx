import { Button } from 'antd';
import { user } from '#entities/user.ts';
import { call, callFull } from '#web/base/client.ts';
import { useCall } from '#web/base/use-call.ts';
import { idOf, type Row } from '#web/entity/entity-calls.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { DetailDrawer } from '#web/kit/detail/DetailDrawer.tsx';
import { SessionsTable, type Session } from '#web/kit/sessions/SessionsTable.tsx';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { EmptyState } from '#web/kit/state/States.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import './user.css';

type Props = { row: Row | undefined; open: boolean; onClose: () => void };

/** Where a user is signed in, and a way to end it. */
export function SessionsDrawer({ row, open, onClose }: Props) {
  const t = useT();
  const wlUserId = row === undefined ? '' : idOf(user, row);
  const name = String(row?.['userCode'] ?? '');
  const query = useCall('userSessions', { wlUserId }, { enabled: open && row !== undefined, staleTime: 0 });
  const sessions = query.data ?? [];
  const endOne = async (session: Session): Promise<void> => {
    const agreed = await confirm({
      title: t('entity.user.endOneTitle', { user: name }),
      content: session.current ? t('entity.user.endCurrent') : t('entity.user.endOneContent'),
      danger: true,
    });
    if (!agreed) return;
    try {
      toast.success((await callFull('userEndSession', { wlUserId, sessionId: session.sessionId })).msg);
      await query.refetch();
    } catch (error) {
      toast.failure(error, t('entity.user.endFailed'));
    }
  };
  const end = async (): Promise<void> => {
    const agreed = await confirm({
      title: t('entity.user.endTitle', { user: name }),
      content: t('entity.user.endContent'),
      danger: true,
    });
    if (!agreed) return;
    try {
      await call('userEndSessions', { wlUserId });
      toast.success(t('entity.user.ended'));
      await query.refetch();
    } catch (error) {
      toast.failure(error, t('entity.user.endFailed'));
    }
  };
  return (
    <DetailDrawer
      open={open}
      onClose={onClose}
      title={t('entity.user.sessionsOf', { user: name })}
      size="min(800px, 92vw)"
      extra={
        <Button danger disabled={sessions.length === 0} onClick={() => void end()}>
          {t('entity.user.endSessions')}
        </Button>
      }
    >
      <Loaded query={query}>
        {() =>
          sessions.length === 0 ? (
            <EmptyState title={t('entity.user.noSessions')} />
          ) : (
            <SessionsTable
              sessions={sessions}
              action={(session) => (
                <Button size="small" danger onClick={() => void endOne(session)}>
                  {t('sessions.end')}
                </Button>
              )}
            />
          )
        }
      </Loaded>
    </DetailDrawer>
  );
}
