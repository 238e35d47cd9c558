import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import type { PrecedenceVersion } from '#contract/intake/precedence.ts';
import { callFull } from '#web/base/client.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { DetailDrawer } from '#web/kit/detail/DetailDrawer.tsx';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { EmptyState } from '#web/kit/state/States.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { useAttributeName, useSourceName } from './AttributeName.tsx';
import { ChangeTable } from './ChangeTable.tsx';

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
      <ChangeTable
        changes={row.changes.map(({ attribute, before, after }) => ({
          key: attribute,
          name: nameOf(attribute),
          before: words(before),
          after: words(after),
        }))}
      />
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
    <DetailDrawer
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
      <Loaded query={query}>
        {(versions) =>
          versions.length === 0 ? (
            <EmptyState text={t('truth.precedence.versions')} />
          ) : (
            versions.map((row) => (
              <Version
                key={row.version}
                row={row}
                current={row.version === version}
                {...(writable && row.version !== version ? { onRestore: () => void restore(row.version) } : {})}
              />
            ))
          )
        }
      </Loaded>
    </DetailDrawer>
  );
}
