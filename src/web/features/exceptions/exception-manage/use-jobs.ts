import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useT } from '#web/i18n/index.ts';
import { emptySelection, type Selection } from '#web/kit/table/selection.ts';
import { toast } from '#web/kit/toast/toast.ts';
import type { ExceptionRow } from './row-rules.ts';
import type { Failure } from './StatusDialog.tsx';

/** What a dialog works on: the selection, or the one row whose action was chosen. */
export type Job = { kind: 'assign' | 'batch' | 'one' | 'snooze'; ids: readonly string[]; rows: ExceptionRow[] };

/** Dialogs of the list: which is open on what, and what came of it. */
export type Jobs = {
  job: (Job & { open: boolean }) | undefined;
  failures: readonly Failure[];
  /** Rows changed by the last save. */
  saved: ReadonlySet<string>;
  start: (job: Job) => void;
  /** Starts on the selection; warns when nothing is selected. */
  startBatch: (kind: 'assign' | 'batch') => void;
  close: () => void;
  finish: (ids: readonly string[], failures?: readonly Failure[]) => void;
  forgetFailures: () => void;
};

/** Starts and ends the dialogs that change exceptions; a finished batch clears the selection, and the list starts over (`onSaved`). */
export function useJobs(
  selection: Selection<ExceptionRow>,
  onSelection: (selection: Selection<ExceptionRow>) => void,
  onSaved: () => void,
): Jobs {
  const t = useT();
  const client = useQueryClient();
  const [job, setJob] = useState<Job & { open: boolean }>();
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const [saved, setSaved] = useState<ReadonlySet<string>>(new Set());
  const start = (next: Job): void => setJob({ ...next, open: true });
  const close = (): void => setJob((current) => current && { ...current, open: false });
  return {
    job,
    failures,
    saved,
    start,
    close,
    startBatch: (kind) => {
      if (selection.ids.length > 0) start({ kind, ids: selection.ids, rows: [...selection.rows.values()] });
      else toast.warn(t(`exceptionManage.problem.${kind === 'assign' ? 'nothingToAssign' : 'nothingToUpdate'}`));
    },
    finish: (ids, failed = []) => {
      close();
      if (job?.ids === selection.ids) onSelection(emptySelection);
      setSaved(new Set(ids));
      setFailures(failed);
      onSaved();
      void client.invalidateQueries({ queryKey: ['queryExceptions'] });
    },
    forgetFailures: () => setFailures([]),
  };
}
