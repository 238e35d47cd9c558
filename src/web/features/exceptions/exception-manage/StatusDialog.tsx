import { Input } from 'antd';
import { useState } from 'react';
import { exceptionsList } from '#lists/exceptions.ts';
import { call, callFull } from '#web/base/client.ts';
import { useSession } from '#web/base/session.ts';
import { useT } from '#web/i18n/index.ts';
import { type Stale, staleOf, versionOf } from '#web/entity/entity-calls.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { FormRow } from '#web/kit/dialog/FormRow.tsx';
import { NewerNote } from '#web/kit/dialog/NewerNote.tsx';
import { useOpening } from '#web/kit/dialog/use-opening.ts';
import { useDict } from '#web/kit/search/use-names.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { formatCount } from '#web/kit/value/format-value.ts';
import { useListLabels } from '#web/list/use-list-labels.tsx';
import { FormerAssignees } from './AssignDialog.tsx';
import { HandleFields } from './HandleFields.tsx';
import type { ExceptionRow } from './row-rules.ts';
import { rememberRemark } from '#web/handling/use-quick-acts.ts';

/** What failed of a batch, by exception id. */
export type Failure = { id: string; msg: string };

type Props = {
  open: boolean;
  /** One row keeps its responsible person; a batch gives all of them to the current user. */
  mode: 'one' | 'batch';
  ids: readonly string[];
  rows: readonly ExceptionRow[];
  onClose: () => void;
  onDone: (changed: readonly string[], failures: readonly Failure[]) => void;
};

/** Says before saving that the whole batch becomes the current user's. */
function BatchNote({ count, rows, name }: { count: number; rows: readonly ExceptionRow[]; name: string }) {
  const t = useT();
  const label = useListLabels(exceptionsList).label('chargeName');
  return (
    <>
      <p>{t('exceptionManage.dialog.updateCount', { count: formatCount(count) })}</p>
      <FormRow label={label}>
        <Input disabled value={name} aria-label={label} />
      </FormRow>
      <p className="pt-note">{t('exceptionManage.dialog.overwrites', { name })}</p>
      <FormerAssignees rows={rows} />
    </>
  );
}

/** What somebody else saved meanwhile: status and remark. */
const savedText = (newer: Stale | undefined, nameOf: (status: string) => string): string =>
  [nameOf(String(newer?.current['handleStatus'] ?? '')), newer?.current['handleRemark']].filter(Boolean).join(' / ');

/** Saves status and remark of many exceptions, which become the current user's. */
function useSaveBatch({ ids, onDone }: Pick<Props, 'ids' | 'onDone'>) {
  const t = useT();
  const user = useSession((session) => session.user);
  return async (handleStatus: string, handleRemark: string): Promise<void> => {
    const { data, msg } = await callFull('updateExceptionStatus', {
      ids: [...ids],
      chargeCode: user?.userCode ?? null,
      chargeName: user?.userNameCn ?? null,
      handleStatus,
      handleRemark,
      handleTime: Date.now(),
    });
    const failures = data.results.filter((result) => !result.ok).map(({ id, msg: reason }) => ({ id, msg: reason }));
    const failed = new Set(failures.map((failure) => failure.id));
    if (failures.length === 0)
      toast.success(msg || t('exceptionManage.dialog.updated', { count: formatCount(data.changed) }));
    else
      toast.warn(
        t('exceptionManage.dialog.partly', {
          changed: formatCount(data.changed),
          failed: formatCount(failures.length),
        }),
      );
    onDone(
      ids.filter((id) => !failed.has(id)),
      failures,
    );
  };
}

/** Sets handle status and remark of one exception or of many. */
export function StatusDialog({ open, mode, ids, rows, onClose, onDone }: Props) {
  const t = useT();
  const user = useSession((session) => session.user);
  const [status, setStatus] = useState<string>();
  const [remark, setRemark] = useState('');
  const [missing, setMissing] = useState(false);
  const [newer, setNewer] = useState<Stale>();
  const statuses = useDict('HANDLE_STATUS');
  const saveBatch = useSaveBatch({ ids, onDone });
  const only = mode === 'one' ? rows[0]?.obmAutotestResult : undefined;
  // Only opening fills the form: a live update of the row does not overwrite what is typed.
  useOpening(open, () => {
    setStatus(only?.handleStatus);
    setRemark(only?.handleRemark ?? '');
    setMissing(false);
    setNewer(undefined);
  });
  const dirty = status !== only?.handleStatus || remark !== (only?.handleRemark ?? '');

  const saveOne = async (): Promise<void> => {
    if (only === undefined) return;
    const { obmAutotestResultId } = only;
    const recordVersion = versionOf(newer) ?? only.recordVersion;
    await call('updateException', {
      obmAutotestResultId,
      recordVersion,
      handleStatus: status ?? null,
      handleRemark: remark.trim(),
    });
    toast.success(t('exceptionManage.dialog.saved'));
    onDone([obmAutotestResultId], []);
  };

  const save = async (): Promise<void> => {
    if (status === undefined) {
      setMissing(true);
      throw new Error(t('exceptionManage.dialog.chooseStatus'));
    }
    try {
      await (mode === 'one' ? saveOne() : saveBatch(status, remark.trim()));
      rememberRemark(status, remark);
    } catch (error) {
      const seen = staleOf(error);
      if (seen === undefined) toast.failure(error, t('exceptionManage.dialog.updateFailed'));
      else setNewer(seen);
      throw error;
    }
  };

  return (
    <AppDialog
      open={open}
      title={t(mode === 'one' ? 'exceptionManage.action.update' : 'exceptionManage.batchUpdate')}
      width={480}
      dirty={dirty}
      onOk={save}
      onCancel={onClose}
    >
      <NewerNote newer={newer} what={savedText(newer, statuses.nameOf)} />
      {mode === 'batch' && <BatchNote count={ids.length} rows={rows} name={user?.userNameCn ?? ''} />}
      <HandleFields
        status={status}
        remark={remark}
        missing={missing}
        onStatus={(next) => {
          setStatus(next);
          setMissing(false);
        }}
        onRemark={setRemark}
      />
    </AppDialog>
  );
}
