import { Button } from 'antd';
import { useState } from 'react';
import type { Entity } from '#shared/entity/declare.ts';
import { isOneOf } from '#shared/values/objects.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { DetailDrawer } from '#web/kit/detail/DetailDrawer.tsx';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { EmptyState } from '#web/kit/state/States.tsx';
import { StatusTag, type Tone } from '#web/kit/value/StatusTag.tsx';
import { timeAsText, TimeText } from '#web/kit/value/TimeText.tsx';
import { type AuditEntry, type Row, titleOf } from './entity-calls.ts';
import { useEntityCall } from './use-entity-call.ts';
import type { EntityNames } from './use-entity-names.ts';
import { fieldText } from './value-text.ts';

type Props = {
  entity: Entity;
  names: EntityNames;
  row: Row | undefined;
  open: boolean;
  onClose: () => void;
  /** The user may look, not take back. */
  readOnly?: boolean;
  /** Sets the row back to how it was before an entry. */
  onRestore: (auditId: string, recordVersion: unknown) => Promise<void>;
};

const tones: Readonly<Record<string, Tone>> = { insert: 'ok', update: 'info', delete: 'danger', restore: 'warn' };
const actions = ['insert', 'update', 'delete', 'restore'] as const;
const isKnown = (action: string): action is (typeof actions)[number] => isOneOf(actions, action);

/** The fields an entry changed, in the order of the declaration, as people read them. */
function changesOf(
  entity: Entity,
  entry: Pick<AuditEntry, 'before' | 'after'>,
  names: EntityNames,
): { name: string; before: string; after: string }[] {
  const text = (name: string, row: Row | null): string =>
    row === null || row[name] === undefined ? '' : fieldText(entity, name, row, names);
  return Object.keys(entity.fields).flatMap((name) => {
    const change = { name, before: text(name, entry.before), after: text(name, entry.after) };
    return change.before === change.after ? [] : [change];
  });
}

function Entry({
  entity,
  names,
  entry,
  restorable,
  onRestore,
}: {
  entity: Entity;
  names: EntityNames;
  entry: AuditEntry;
  restorable: boolean;
  onRestore: () => void;
}) {
  const t = useT();
  const lang = useLang();
  const changes = changesOf(entity, entry, names);
  return (
    <li className="pt-change">
      <div className="pt-change-head">
        <StatusTag tone={tones[entry.action] ?? 'neutral'}>
          {isKnown(entry.action) ? t(`entity.action.${entry.action}`) : entry.action}
        </StatusTag>
        <TimeText instant={entry.time} />
        <b>{entry.userName ?? entry.userCode}</b>
        <span className="pt-toolbar-gap" />
        {restorable && (
          <Button size="small" onClick={onRestore}>
            {t('entity.restore')}
          </Button>
        )}
      </div>
      {changes.length > 0 && (
        <table className="pt-changes">
          <thead>
            <tr>
              <th scope="col">{t('entity.field')}</th>
              <th scope="col">{t('entity.before')}</th>
              <th scope="col">{t('entity.after')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ name, before, after }) => (
              <tr key={name}>
                <th scope="row">{entity.fields[name]?.label[lang] ?? name}</th>
                <td>{before || t('entity.empty')}</td>
                <td>{after || t('entity.empty')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </li>
  );
}

/** Who changed a row and when, field by field, newest first; a change can be undone. */
export function HistoryDrawer({ entity, names, row, open, readOnly, onClose, onRestore }: Props) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const query = useEntityCall<AuditEntry[]>(
    entity,
    'history',
    { [entity.id]: row?.[entity.id] },
    {
      enabled: open && row !== undefined,
      staleTime: 0,
    },
  );
  const entries = query.data ?? [];

  const restore = async (entry: AuditEntry): Promise<void> => {
    if (busy) return;
    const agreed = await confirm({
      title: t('entity.restoreTitle'),
      content: t('entity.restoreContent', { time: timeAsText(entry.time) }),
    });
    if (!agreed) return;
    setBusy(true);
    try {
      await onRestore(entry.auditId, row?.['recordVersion']);
      onClose();
    } catch {
      // Stated by a toast; the drawer stays.
    } finally {
      setBusy(false);
    }
  };

  return (
    <DetailDrawer
      open={open}
      onClose={onClose}
      title={t('entity.historyOf', { title: row === undefined ? '' : titleOf(entity, row) })}
      size="min(720px, 92vw)"
    >
      <Loaded query={query}>
        {() =>
          entries.length === 0 ? (
            <EmptyState title={t('entity.noHistory')} />
          ) : (
            <ol className="pt-change-list">
              {entries.map((entry) => (
                <Entry
                  key={entry.auditId}
                  entity={entity}
                  names={names}
                  entry={entry}
                  restorable={!busy && readOnly !== true && entry.before !== null && entry.action !== 'insert'}
                  onRestore={() => void restore(entry)}
                />
              ))}
            </ol>
          )
        }
      </Loaded>
    </DetailDrawer>
  );
}
