import { useState } from 'react';
import { call } from '#web/base/client.ts';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { useOpening } from '#web/kit/dialog/use-opening.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { formatCount } from '#web/kit/value/format-value.ts';
import { type Person, PersonField } from './HandleFields.tsx';
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
  const [person, setPerson] = useState<Person>();
  const [missing, setMissing] = useState(false);
  useOpening(open, () => {
    setPerson(undefined);
    setMissing(false);
  });

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
      <PersonField
        person={person}
        missing={missing}
        tenantCodes={[...new Set(rows.map((row) => row.obmAutotestResult.tenantCode))].join(',')}
        onChange={(chosen) => {
          setPerson(chosen);
          setMissing(false);
        }}
      />
      <FormerAssignees rows={rows} />
    </AppDialog>
  );
}
