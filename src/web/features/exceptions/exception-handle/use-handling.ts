import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { call, CallError, isAborted } from '#web/base/client.ts';
import { useLive } from '#web/base/live.ts';
import { prepareCall, useCall } from '#web/base/use-call.ts';
import { rememberRemark } from '#web/handling/use-quick-acts.ts';
import { useT, type Translate } from '#web/i18n/index.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { maxCauseRemark, maxCauses, type CauseProblem } from '#domain/exceptions/causes.ts';
import { asRecord } from '#shared/values/objects.ts';
import {
  adopt,
  causesInput,
  changesOf,
  type Draft,
  type FormState,
  keepMine,
  problemOf,
  type ServerState,
  startForm,
} from './form-state.ts';

const causesInputOf = (id: string) => ({ businessType: 'AUTOTEST_RESULT', id01: id }) as const;

/** Asks for an exception that is about to be looked at. */
export function prepareException(id: string): void {
  prepareCall('exceptionResultById', { obmAutotestResultId: id });
  prepareCall('exceptionCauses', causesInputOf(id));
  prepareCall('exceptionHistory', { obmAutotestResultId: id });
}

/** What the page needs of one exception, kept fresh while it is on screen. */
export function useException(id: string) {
  const client = useQueryClient();
  const query = { obmAutotestResultId: id };
  const fresh = { staleTime: 0, refetchOnMount: 'always' } as const;
  const detail = useCall('exceptionResultById', query, { ...fresh, retry: false });
  const found = detail.data !== undefined;
  const causes = useCall('exceptionCauses', causesInputOf(id), { ...fresh, enabled: found });
  const history = useCall('exceptionHistory', query, { ...fresh, enabled: found });
  const concerns = (payload: unknown): boolean => {
    const { changed, obmAutotestResultId } = asRecord(payload);
    if (payload === undefined || obmAutotestResultId === id) return true;
    // A background round names tenants, not exceptions: anything may have changed.
    return Array.isArray(changed) ? changed.includes(id) : obmAutotestResultId === undefined;
  };
  const { refetch: readDetail } = detail;
  const { refetch: readCauses } = causes;
  const { refetch: readHistory } = history;
  const reload = useCallback(async (): Promise<void> => {
    await Promise.all([readDetail(), readCauses(), readHistory()]);
  }, [readDetail, readCauses, readHistory]);
  useLive('exception', (payload) => {
    if (concerns(payload)) void reload();
  });
  useLive('exceptionComment', (payload) => {
    if (concerns(payload)) void history.refetch();
  });
  /** The list shows other values now. */
  const reported = (): void => void client.invalidateQueries({ queryKey: ['queryExceptions'] });
  return { detail, causes, history, reload, reported };
}

/** What is wrong with the causes, in words. */
function problemText(t: Translate, problem: CauseProblem): string {
  if (problem.kind === 'tooManyCauses') return t('exceptionHandle.tooMany', { max: maxCauses });
  const texts = {
    typeRequired: t('exceptionHandle.typeRequired'),
    remarkTooLong: t('exceptionHandle.remarkTooLong', { max: maxCauseRemark }),
    tooManyStatuses: t('exceptionHandle.tooMany', { max: maxCauses }),
    statusRequired: t('exceptionHandle.doneRequired'),
    statusTwice: t('exceptionHandle.doneTwice'),
  };
  return t('exceptionHandle.causeProblem', { row: problem.row, text: texts[problem.kind] });
}

type Saving = { reload: () => Promise<unknown>; reported: () => void };

/** The form over what the server says: follows it where nothing was edited, saves in two steps. */
export function useHandlingForm(id: string, server: ServerState, { reload, reported }: Saving) {
  const t = useT();
  const { detail, causes } = server;
  const seen = useMemo(() => ({ detail, causes }), [detail, causes]);
  const [state, setState] = useState<FormState>(() => startForm(seen));
  const [busy, setBusy] = useState(false);
  const [showProblems, setShowProblems] = useState(false);
  const [saved, setSaved] = useState<Draft>();
  // What the server says again is taken over while rendering, so that no frame shows old values.
  const current = state.seen === seen ? state : adopt(state, seen);
  if (current !== state) setState(current);
  const changes = changesOf(current);
  // What was saved is saved, also before it has been read again.
  const dirty = current.draft !== saved && (changes.handling || changes.causes);

  const edit = useCallback(
    (change: (draft: Draft) => Draft): void => setState((known) => ({ ...known, draft: change(known.draft) })),
    [],
  );

  const saveHandling = async (): Promise<void> => {
    const { status, remark } = current.draft;
    await call('updateException', {
      obmAutotestResultId: id,
      recordVersion: current.recordVersion,
      handleStatus: status,
      handleRemark: remark.trim(),
    });
    rememberRemark(status, remark);
  };

  /** Gives whether everything is saved; what is not stays as it was entered. */
  const save = async (): Promise<boolean> => {
    if (busy) return false;
    const problem = changes.causes ? problemOf(current.draft) : undefined;
    setShowProblems(true);
    if (current.draft.status === '' || problem !== undefined) {
      // A status that is missing is shown at its field.
      if (problem !== undefined) toast.warn(problemText(t, problem));
      return false;
    }
    if (!dirty) {
      toast.info(t('exceptionHandle.nothingToSave'));
      return true;
    }
    setBusy(true);
    let first = false;
    try {
      if (changes.handling) await saveHandling();
      first = changes.handling;
      // What is entered from now on is a change of what was saved, not a conflict with it.
      if (first)
        setState((known) => ({
          ...known,
          base: { ...current.draft, causes: known.base.causes },
          recordVersion: known.seen.detail.recordVersion,
          conflict: false,
        }));
      if (changes.causes) await call('saveExceptionCauses', causesInput(id, current));
      setSaved(current.draft);
      toast.success(t('exceptionHandle.saved'));
      setShowProblems(false);
      return true;
    } catch (error) {
      if (first && !isAborted(error)) {
        const msg = error instanceof CallError ? error.msg : t('exceptionHandle.saveFailed');
        toast.error(t('exceptionHandle.partlySaved', { msg }));
      } else toast.failure(error, t('exceptionHandle.saveFailed'));
      return false;
    } finally {
      // Also after a failure: the first step may have been saved, or somebody else may have been faster.
      await reload();
      reported();
      setBusy(false);
    }
  };

  return {
    draft: current.draft,
    conflict: current.conflict,
    dirty,
    busy,
    showProblems,
    edit,
    save,
    loadTheirs: () => setState(startForm(seen)),
    keepMine: () => setState(keepMine),
  };
}
