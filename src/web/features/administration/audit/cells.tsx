import type { AuditRow } from '#contract/administration/audit.ts';
import { StatusTag, type Tone } from '#web/kit/value/StatusTag.tsx';
import type { Cell } from '#web/list/list-columns.tsx';
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

/** Who acted, by name and code; the code alone where nobody has it any more. */
export const whoText = ({ userName, userCode }: Pick<AuditRow, 'userName' | 'userCode'>): string =>
  userName === null ? userCode : `${userName} (${userCode})`;

/** Cells of the audit that are not drawn by the kind of their column. */
export const auditCells: Readonly<Record<'who' | 'action' | 'changes', Cell<AuditRow>>> = {
  who: { text: whoText },
  action: { render: (row) => <StatusTag tone={tones[row.action] ?? 'neutral'}>{row.actionName}</StatusTag> },
  changes: { text: changesLine },
};
