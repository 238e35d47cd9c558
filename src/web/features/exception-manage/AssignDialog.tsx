import { useEffect, useRef, useState } from 'react';
import { call } from '#web/app/client.ts';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { RemoteSelect } from '#web/kit/search/RemoteSelect.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { formatCount } from '#web/kit/value/format-value.ts';
import { assigneesOf, type ExceptionRow } from './row-rules.ts';

type Props = {
  open: boolean;
  ids: readonly string[];
  rows: readonly ExceptionRow[];
  onClose: () => void;
  onDone: (ids: readonly string[]) => void;
};

/** Who is responsible for the selected rows now, in one line. */
export function FormerAssignees({ rows }: { rows: readonly ExceptionRow[] }) {
  const t = useT();
  const former = assigneesOf(rows);
  if (former.length === 0) return null;
  const shown = former
    .slice(0, 3)
    .map(({ name, count }) => t('exceptionManage.dialog.formerOne', { name, count: formatCount(count) }));
  const names = former.length > 3 ? `${shown.join(', ')} …` : shown.join(', ');
  return <p className="pt-muted">{t('exceptionManage.dialog.former', { names })}</p>;
}

/** Gives exceptions to a responsible person; one must be chosen. */
export function AssignDialog({ open, ids, rows, onClose, onDone }: Props) {
  const t = useT();
  const [person, setPerson] = useState<{ value: string; label: string }>();
  const [missing, setMissing] = useState(false);
  const wasOpen = useRef(false);
  useEffect(() => {
    const opening = open && !wasOpen.current;
    wasOpen.current = open;
    // Effects run again when a hidden tab is shown: only opening empties the form.
    if (!opening) return;
    setPerson(undefined);
    setMissing(false);
  }, [open]);

  const assign = async (): Promise<void> => {
    if (person === undefined) {
      setMissing(true);
      throw new Error(t('exceptionManage.dialog.choosePerson'));
    }
    try {
      const message = await call('assignExceptions', {
        ids: [...ids],
        chargeCode: person.value,
        chargeName: person.label,
      });
      toast.success(message || t('exceptionManage.dialog.assigned', { count: ids.length }));
    } catch (error) {
      toast.failure(error, t('exceptionManage.dialog.assignFailed'));
      throw error;
    }
    onDone(ids);
  };

  return (
    <AppDialog
      open={open}
      title={t('exceptionManage.dialog.assignTitle')}
      width={460}
      dirty={person !== undefined}
      onOk={assign}
      onCancel={onClose}
    >
      <p>{t('exceptionManage.dialog.assignCount', { count: formatCount(ids.length) })}</p>
      <div className="pt-form-row">
        <span className="pt-form-label" data-required="true">
          {t('exceptionManage.column.chargeName')}
        </span>
        <RemoteSelect
          from="users"
          single
          framed
          autoFocus
          label={t('exceptionManage.column.chargeName')}
          placeholder={t('exceptionManage.dialog.choosePerson')}
          status={missing ? 'error' : ''}
          value={person === undefined ? [] : [person]}
          onChange={([chosen]) => {
            setPerson(chosen);
            setMissing(false);
          }}
        />
      </div>
      {missing && (
        <p role="alert" className="pt-form-error">
          {t('exceptionManage.dialog.choosePerson')}
        </p>
      )}
      <FormerAssignees rows={rows} />
    </AppDialog>
  );
}
