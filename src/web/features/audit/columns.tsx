import { useMemo } from 'react';
import type { AuditRow } from '#contract/audit.ts';
import { useT } from '#web/i18n/index.ts';
import type { DataColumn } from '#web/kit/table/column-model.ts';
import { StatusTag, type Tone } from '#web/kit/value/StatusTag.tsx';
import { timeAsText, TimeText } from '#web/kit/value/TimeText.tsx';
import { changesLine } from './change-text.ts';

const tones: Readonly<Record<string, Tone>> = {
  insert: 'ok',
  add: 'ok',
  import: 'ok',
  update: 'info',
  save: 'info',
  delete: 'danger',
  remove: 'danger',
  'sign-in-failed': 'danger',
  restore: 'warn',
  'password-reset': 'warn',
  'session-ended': 'warn',
  'sessions-ended': 'warn',
};

/** The columns of the audit. */
export function useAuditColumns(): DataColumn<AuditRow>[] {
  const t = useT();
  return useMemo(
    () => [
      {
        key: 'time',
        title: t('audit.time'),
        width: 200,
        text: (row) => timeAsText(row.time),
        render: (row) => <TimeText instant={row.time} />,
      },
      {
        key: 'who',
        title: t('audit.who'),
        width: 170,
        text: (row) => (row.userName === null ? row.userCode : `${row.userName} (${row.userCode})`),
      },
      {
        key: 'action',
        title: t('audit.action'),
        width: 110,
        text: (row) => row.actionName,
        render: (row) => <StatusTag tone={tones[row.action] ?? 'neutral'}>{row.actionName}</StatusTag>,
      },
      { key: 'entity', title: t('audit.entity'), width: 130, text: (row) => row.entityName },
      { key: 'name', title: t('audit.name'), width: 190, text: (row) => row.title },
      { key: 'changes', title: t('audit.changes'), width: 420, text: changesLine },
      { key: 'tenant', title: t('audit.tenant'), width: 150, text: (row) => row.tenantName ?? '' },
      { key: 'entityId', title: t('audit.entityId'), width: 100, copyable: true, text: (row) => row.entityId },
      { key: 'origin', title: t('audit.origin'), width: 100, text: (row) => row.originName },
      { key: 'ip', title: t('audit.ip'), width: 130, copyable: true, text: (row) => row.ip ?? '' },
      { key: 'requestId', title: t('audit.requestId'), width: 150, copyable: true, text: (row) => row.requestId ?? '' },
    ],
    [t],
  );
}
