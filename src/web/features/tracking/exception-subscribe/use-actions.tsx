import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { asRecord } from '#shared/values/objects.ts';
import { call, callFull } from '#web/base/client.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import type { RowAction } from '#web/kit/table/column-model.ts';
import type { Selection } from '#web/kit/table/selection.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { expertProblemOf, subscriptionId, type SubscriptionRow } from './row-rules.ts';

/** Dialogs of the list. */
export type DialogKind =
  | 'remark'
  | 'expert'
  | 'selfExpert'
  | 'expertFields'
  | 'selfExpertFields'
  | 'switchBk'
  | 'schedules'
  | 'runs'
  | 'latest'
  | 'records'
  | 'import'
  | 'replay';

/** The dialog that is open: on one row, on several ids, or on nothing at all. */
export type OpenDialog = { kind: DialogKind; open: boolean; row?: SubscriptionRow; ids?: readonly string[] };

/** What can be done with rows, and the dialog it has led to. */
export type Actions = {
  dialog: OpenDialog | undefined;
  close: () => void;
  /** From the expert's booking to correcting what is shown, field by field. */
  fields: () => void;
  /** Something was changed: the rows are read again in place. */
  changed: () => void;
  /** A form was saved: the list starts over, and the row of that form stands out if it is there. */
  saved: (id?: string) => void;
  savedId: string | undefined;
  row: RowAction<SubscriptionRow>[];
  batch: (kind: 'activate' | 'cancel' | 'query' | 'import' | 'replay') => void;
};

type Acting = 'refuse' | 'reinsertFt' | 'requestFt' | 'requestRpa' | 'reinsertRpa';

/** Starts what people do about subscriptions: asks first where something is lost, says what came of it. */
export function useActions(selection: Selection<SubscriptionRow>, onSaved: () => void): Actions {
  const t = useT();
  const client = useQueryClient();
  const [dialog, setDialog] = useState<OpenDialog>();
  const [savedId, setSavedId] = useState<string>();
  const changed = (): void => void client.invalidateQueries({ queryKey: ['querySubscriptions'] });
  const show = (kind: DialogKind) => (row: SubscriptionRow) => setDialog({ kind, open: true, row });

  const run = async (name: Acting, row: SubscriptionRow): Promise<void> => {
    try {
      const { data, msg } = await callFull(name, { obmTkSubscribeId: subscriptionId(row) });
      const see = { label: t('exceptionSubscribe.see'), run: () => show('runs')(row) };
      toast.success(msg, { action: see });
      // What is on its way is watched where its outcome appears, unless another dialog was opened meanwhile.
      if (asRecord(data)['state'] === 'running')
        setDialog((current) => (current?.open ? current : { kind: 'runs', open: true, row }));
      changed();
    } catch (error) {
      toast.failure(error, t('exceptionSubscribe.failed'));
    }
  };
  const refuse = async (row: SubscriptionRow): Promise<void> => {
    try {
      const tables = await call('overrides', { obmTkSubscribeId: subscriptionId(row) });
      const count = Object.values(tables).reduce((sum, entries) => sum + entries.length, 0);
      const yes = await confirm({
        title: t('exceptionSubscribe.confirm.refuse'),
        content:
          count > 0
            ? t('exceptionSubscribe.confirm.refuseDrops', { count })
            : t('exceptionSubscribe.confirm.refuseNone'),
        danger: count > 0,
      });
      if (yes) await run('refuse', row);
    } catch (error) {
      toast.failure(error, t('exceptionSubscribe.failed'));
    }
  };
  const reinsert = (name: 'reinsertFt' | 'reinsertRpa') => async (row: SubscriptionRow) => {
    const yes = await confirm({
      title: t(`exceptionSubscribe.confirm.${name}`),
      content: t('exceptionSubscribe.confirm.reinsertText'),
    });
    if (yes) await run(name, row);
  };
  const expert = (self: boolean) => (row: SubscriptionRow) => {
    const problem = expertProblemOf(row, self);
    if (problem) toast.warn(t(`exceptionSubscribe.problem.${problem}`));
    else show(self ? 'selfExpert' : 'expert')(row);
  };
  const action = (
    key: Parameters<typeof titleOf>[0],
    act: (row: SubscriptionRow) => unknown,
  ): RowAction<SubscriptionRow> => ({
    key,
    label: titleOf(key),
    run: (row) => void act(row),
  });
  const titleOf = (key: Acting | 'expert' | 'selfExpert' | 'switchBk' | 'schedules' | 'remark' | 'latestFt' | 'runs') =>
    t(`exceptionSubscribe.action.${key}`);

  const records = async (kind: 'activate' | 'cancel', ids: readonly string[]): Promise<void> => {
    try {
      const name = kind === 'activate' ? 'activatePullRecords' : 'cancelPullRecords';
      const { data, msg } = await callFull(name, [...ids]);
      if (data.length === 0) toast.warn(msg);
      else {
        const see = () => setDialog({ kind: 'records', open: true, ids });
        toast.success(msg, { action: { label: t('exceptionSubscribe.see'), run: see } });
      }
    } catch (error) {
      toast.failure(error, t('exceptionSubscribe.failed'));
    }
  };

  return {
    dialog,
    changed,
    savedId,
    saved: (id) => {
      setSavedId(id);
      onSaved();
      changed();
    },
    close: () => setDialog((current) => current && { ...current, open: false }),
    fields: () =>
      setDialog(
        (current) =>
          current && { ...current, kind: current.kind === 'selfExpert' ? 'selfExpertFields' : 'expertFields' },
      ),
    row: [
      action('expert', expert(false)),
      action('selfExpert', expert(true)),
      action('switchBk', show('switchBk')),
      action('schedules', show('schedules')),
      action('remark', show('remark')),
      action('refuse', refuse),
      action('reinsertFt', reinsert('reinsertFt')),
      action('requestFt', (row) => run('requestFt', row)),
      action('latestFt', show('latest')),
      action('requestRpa', (row) => run('requestRpa', row)),
      action('reinsertRpa', reinsert('reinsertRpa')),
      action('runs', show('runs')),
    ],
    batch: (kind) => {
      if (kind === 'import' || kind === 'replay') setDialog({ kind, open: true });
      else if (selection.ids.length === 0) toast.warn(t('exceptionSubscribe.problem.nothingSelected'));
      else if (kind === 'query') setDialog({ kind: 'records', open: true, ids: selection.ids });
      else void records(kind, selection.ids);
    },
  };
}
