import { useQueryClient } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import type { PrecedenceVersion } from '#contract/precedence.ts';
import { callFull } from '#web/app/client.ts';
import { useCall } from '#web/app/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { EmptyState, ErrorState, LoadingState } from '#web/kit/state/States.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { useAttributeName, useSourceName } from './AttributeName.tsx';

/** Brings the orders of a version back; asks first. */
function useRestore(version: number, onDone: () => void): (restore: number) => Promise<void> {
  const t = useT();
  const client = useQueryClient();
  return async (restore) => {
    const agreed = await confirm({
      title:
        restore === 0
          ? t('truth.precedence.restoreDefaultTitle')
          : t('truth.precedence.restoreTitle', { version: restore }),
      content: t('truth.precedence.restoreContent'),
      okText: restore === 0 ? t('truth.precedence.restoreDefault') : t('truth.precedence.restore'),
    });
    if (!agreed) return;
    try {
      toast.success((await callFull('precedenceRestore', { version, restore })).msg);
      onDone();
    } catch (error) {
      toast.failure(error, t('truth.precedence.restoreFailed'));
    }
    for (const name of ['precedenceGet', 'precedenceHistory']) await client.invalidateQueries({ queryKey: [name] });
  };
}

function Version({ row, current, onRestore }: { row: PrecedenceVersion; current: boolean; onRestore?: () => void }) {
  const t = useT();
  const nameOf = useAttributeName();
  const sourceName = useSourceName();
  const words = (order: readonly string[]): string => order.map(sourceName).join(' › ');
  return (
    <section className="pt-previewed">
      <h2>
        {t('truth.precedence.version', { version: row.version })}{' '}
        {current && <StatusTag tone="ok">{t('truth.precedence.current')}</StatusTag>}
        {row.restoredFrom !== null && (
          <StatusTag tone="neutral">
            {row.restoredFrom === 0
              ? t('truth.precedence.restoredDefault')
              : t('truth.precedence.restoredFrom', { version: row.restoredFrom })}
          </StatusTag>
        )}
        <span className="pt-muted">
          {row.savedByName} <TimeText instant={row.saveTime} />
        </span>
        {onRestore && (
          <Button size="small" onClick={onRestore}>
            {t('truth.precedence.restore')}
          </Button>
        )}
      </h2>
      {row.remark !== null && <p>{row.remark}</p>}
      <table className="pt-mini">
        <thead>
          <tr>
            <th scope="col">{t('truth.precedence.value')}</th>
            <th scope="col">{t('truth.precedence.before')}</th>
            <th scope="col">{t('truth.precedence.after')}</th>
          </tr>
        </thead>
        <tbody>
          {row.changes.map(({ attribute, before, after }) => (
            <tr key={attribute}>
              <td>{nameOf(attribute)}</td>
              <td>{words(before)}</td>
              <td>{words(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type Props = { open: boolean; version: number; writable: boolean; onClose: () => void };

/** Every version of the orders: what it changed, who saved it and when; earlier ones can be brought back. */
export function VersionDrawer({ open, version, writable, onClose }: Props) {
  const t = useT();
  const query = useCall('precedenceHistory', undefined, { enabled: open });
  const restore = useRestore(version, onClose);
  return (
    <Drawer
      open={open}
      onClose={onClose}
      size="min(960px, 94vw)"
      title={t('truth.precedence.history')}
      extra={
        writable && version > 0 ? (
          <Button size="small" onClick={() => void restore(0)}>
            {t('truth.precedence.restoreDefault')}
          </Button>
        ) : undefined
      }
    >
      {query.isError ? (
        <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <LoadingState />
      ) : query.data.length === 0 ? (
        <EmptyState text={t('truth.precedence.versions')} />
      ) : (
        query.data.map((row) => (
          <Version
            key={row.version}
            row={row}
            current={row.version === version}
            {...(writable && row.version !== version ? { onRestore: () => void restore(row.version) } : {})}
          />
        ))
      )}
    </Drawer>
  );
}
