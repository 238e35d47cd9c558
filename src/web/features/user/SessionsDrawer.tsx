import { Button, Drawer } from 'antd';
import { user } from '#entities/user.ts';
import { call } from '#web/app/client.ts';
import { useCall } from '#web/app/use-call.ts';
import { idOf, type Row } from '#web/entity/entity-calls.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { EmptyState, ErrorState, LoadingState } from '#web/kit/state/States.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { TimeText } from '#web/kit/value/TimeText.tsx';

type Props = { row: Row | undefined; open: boolean; onClose: () => void };

/** Where a user is signed in, and a way to end it. */
export function SessionsDrawer({ row, open, onClose }: Props) {
  const t = useT();
  const wlUserId = row === undefined ? '' : idOf(user, row);
  const name = String(row?.['userCode'] ?? '');
  const query = useCall('userSessions', { wlUserId }, { enabled: open && row !== undefined, staleTime: 0 });
  const sessions = query.data ?? [];
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
    <Drawer
      open={open}
      onClose={onClose}
      title={t('entity.user.sessionsOf', { user: name })}
      size="min(720px, 92vw)"
      extra={
        <Button danger disabled={sessions.length === 0} onClick={() => void end()}>
          {t('entity.user.endSessions')}
        </Button>
      }
    >
      {query.isError ? (
        <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <LoadingState />
      ) : sessions.length === 0 ? (
        <EmptyState title={t('entity.user.noSessions')} />
      ) : (
        <table className="pt-changes">
          <thead>
            <tr>
              {[t('entity.user.started'), t('entity.user.seen'), t('entity.user.address'), t('entity.user.client')].map(
                (title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {sessions.map((session) => (
              <tr key={`${session.startTime}-${session.lastSeenTime}`}>
                <td>
                  <TimeText instant={session.startTime} />
                </td>
                <td>
                  <TimeText instant={session.lastSeenTime} />
                </td>
                <td>{session.ip}</td>
                <td>{session.userAgent}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Drawer>
  );
}
