import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import './exception-parts.css';
import type { Failure } from './StatusDialog.tsx';

/** What a batch could not change, row by row with the reason. */
export function FailuresDialog({ failures, onClose }: { failures: readonly Failure[]; onClose: () => void }) {
  const t = useT();
  return (
    <AppDialog
      open={failures.length > 0}
      title={t('exceptionManage.dialog.failuresTitle')}
      width={520}
      onCancel={onClose}
      onOk={onClose}
    >
      <ul className="pt-failures">
        {failures.map(({ id, msg }) => (
          <li key={id}>
            <span className="pt-mono">{id}</span> {msg}
          </li>
        ))}
      </ul>
    </AppDialog>
  );
}
