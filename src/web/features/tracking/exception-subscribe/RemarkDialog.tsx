import { Input } from 'antd';
import { useState } from 'react';
import { callFull } from '#web/base/client.ts';
import { useT } from '#web/i18n/index.ts';
import { type Stale, staleOf, versionOf } from '#web/entity/entity-calls.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { NewerNote } from '#web/kit/dialog/NewerNote.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { numberOf, subscriptionId, type SubscriptionRow } from './row-rules.ts';

type Props = { open: boolean; row: SubscriptionRow | undefined; onClose: () => void; onSaved: () => void };

const REMARK_MAX = 200;

/** Edits the remark of a subscription, up to 200 characters. */
export function RemarkDialog({ open, row, onClose, onSaved }: Props) {
  const t = useT();
  const stored = row?.obmTkSubscribe.remark ?? '';
  const [editing, setEditing] = useState<{
    row: SubscriptionRow | undefined;
    open: boolean;
    text: string;
    newer?: Stale | undefined;
  }>();
  // Opened again, the dialog starts from what is stored.
  if (open && (editing?.open !== true || editing.row !== row)) setEditing({ row, open, text: stored });
  if (!open && editing?.open === true) setEditing({ ...editing, open });
  const text = editing?.text ?? '';
  const length = [...text.trim()].length;
  const tooLong = length > REMARK_MAX;
  const save = async (): Promise<void> => {
    if (tooLong) throw new Error(t('exceptionSubscribe.remark.tooLong'));
    try {
      const { msg } = await callFull('updateSubscriptionRemark', {
        obmTkSubscribeId: row === undefined ? null : subscriptionId(row),
        remark: text.trim(),
        recordVersion: versionOf(editing?.newer) ?? row?.obmTkSubscribe.recordVersion ?? null,
      });
      toast.success(msg);
    } catch (error) {
      const seen = staleOf(error);
      setEditing({ row, open, text, newer: seen ?? editing?.newer });
      if (seen === undefined) toast.failure(error, t('exceptionSubscribe.failed'));
      throw error;
    }
    onSaved();
    onClose();
  };
  return (
    <AppDialog
      open={open}
      title={`${t('exceptionSubscribe.remark.title')} · ${row === undefined ? '' : numberOf(row)}`}
      width={520}
      dirty={text !== stored}
      okDisabled={tooLong}
      onOk={save}
      onCancel={onClose}
    >
      <NewerNote newer={editing?.newer} what={String(editing?.newer?.current['remark'] ?? '')} />
      <Input.TextArea
        autoFocus
        rows={4}
        value={text}
        status={tooLong ? 'error' : ''}
        aria-label={t('exceptionSubscribe.remark.label')}
        placeholder={t('exceptionSubscribe.remark.placeholder')}
        onChange={(event) => setEditing({ ...editing, row, open, text: event.target.value })}
        onBlur={() => setEditing({ ...editing, row, open, text: text.trim() })}
      />
      <p className={tooLong ? 'pt-form-error' : 'pt-muted'} role={tooLong ? 'alert' : undefined}>
        {tooLong
          ? t('exceptionSubscribe.remark.tooLong')
          : t('exceptionSubscribe.remark.count', { count: String(length) })}
      </p>
    </AppDialog>
  );
}
