import { UndoOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { AuditChange, AuditRow } from '#contract/administration/audit.ts';
import { auditList } from '#lists/audit.ts';
import { useT } from '#web/i18n/index.ts';
import { DetailDrawer } from '#web/kit/detail/DetailDrawer.tsx';
import { EmptyState } from '#web/kit/state/States.tsx';
import { timeAsText } from '#web/kit/value/TimeText.tsx';
import { useListLabels } from '#web/list/use-list-labels.tsx';
import { whoText } from './cells.tsx';
import { isPages, pagesChange, valueText } from './change-text.ts';
import './audit.css';

type Props = {
  row: AuditRow | undefined;
  open: boolean;
  onClose: () => void;
  onRow: (row: AuditRow) => void;
  onRequest: (row: AuditRow) => void;
  /** Takes the act back; absent where that cannot be done. */
  onUndo: ((row: AuditRow) => void) | undefined;
};

function Changes({ changes }: { changes: readonly AuditChange[] }) {
  const t = useT();
  if (changes.length === 0) return <EmptyState title={t('audit.noChanges')} />;
  return (
    <table className="pt-audit-changes">
      <thead>
        <tr>
          <th scope="col">{t('audit.field')}</th>
          <th scope="col">{t('audit.before')}</th>
          <th scope="col">{t('audit.after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => {
          const pages = isPages(change) ? pagesChange(change) : undefined;
          const before = pages === undefined ? valueText(change, change.before) : null;
          const after = pages === undefined ? valueText(change, change.after) : null;
          return (
            <tr key={change.name}>
              <th scope="row">{change.label}</th>
              {pages === undefined ? (
                <>
                  <td data-empty={before === null || undefined}>{before ?? t('audit.empty')}</td>
                  <td data-empty={after === null || undefined}>{after ?? t('audit.empty')}</td>
                </>
              ) : (
                <td colSpan={2}>
                  {pages.added !== '' && <div>{t('audit.pagesAdded', { pages: pages.added })}</div>}
                  {pages.removed !== '' && <div>{t('audit.pagesRemoved', { pages: pages.removed })}</div>}
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** One act: who, when, from where, and every field before and after. */
export function AuditDrawer({ row, open, onClose, onRow, onRequest, onUndo }: Props) {
  const t = useT();
  const { label: labelOf } = useListLabels(auditList);
  const facts: [label: string, value: React.ReactNode][] =
    row === undefined
      ? []
      : [
          [labelOf('name'), row.title || null],
          [labelOf('entityId'), row.entityId],
          [labelOf('who'), whoText(row)],
          [labelOf('time'), timeAsText(row.time)],
          [labelOf('tenant'), row.tenantName],
          [labelOf('origin'), row.originName],
          [labelOf('client'), row.client],
          [labelOf('ip'), row.ip],
          [labelOf('requestId'), row.requestId],
        ];
  return (
    <DetailDrawer
      open={open}
      onClose={onClose}
      size="min(760px, 92vw)"
      title={row === undefined ? '' : t('audit.detailTitle', { action: row.actionName, entity: row.entityName })}
      footer={
        row !== undefined && (
          <div className="pt-audit-links">
            <Button onClick={() => onRow(row)}>{t('audit.rowHistory')}</Button>
            {onUndo !== undefined && (
              <Button icon={<UndoOutlined />} onClick={() => onUndo(row)}>
                {t('audit.undo')}
              </Button>
            )}
            {row.requestId !== null && <Button onClick={() => onRequest(row)}>{t('audit.requestAll')}</Button>}
          </div>
        )
      }
    >
      {row !== undefined && (
        <>
          <dl className="pt-audit-facts">
            {facts
              .filter(([, value]) => value !== null && value !== undefined && value !== '')
              .map(([label, value]) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
          </dl>
          <div tabIndex={0} role="region" aria-label={labelOf('changes')}>
            <Changes changes={row.changes} />
          </div>
        </>
      )}
    </DetailDrawer>
  );
}
