import { useQueryClient } from '@tanstack/react-query';
import type { CallData } from '#contract/index.ts';
import { call } from '#web/base/client.ts';
import { preferenceKey, useSession } from '#web/base/session.ts';
import { localStore } from '#web/base/storage.ts';
import { useT } from '#web/i18n/index.ts';
import { useDict } from '#web/kit/search/use-names.ts';
import { toast } from '#web/kit/toast/toast.ts';

type Page = CallData<'queryExceptions'>;
/** An exception as lists and its own page have it. */
type Result = Page['records'][number]['obmAutotestResult'];

const remarkKey = (status: string): string => preferenceKey(`handle-remark.${status}`);

/** Keeps the remark that was written with a status, for the next exception that gets it by one key. */
export function rememberRemark(status: string, remark: string): void {
  if (remark.trim() !== '') localStore.set(remarkKey(status), remark.trim());
}

/** Acts of this tab that can be taken back, the latest last. */
const done: { id: string; name: string }[] = [];
/** Acts on one exception are sent one after the other. */
const running = new Map<string, Promise<unknown>>();
/** How many acts on an exception lists on screen may not show yet: a reload that was requested before shows what was. */
const unseen = new Map<string, number>();
const countUnseen = (id: string, more: 1 | -1): void => {
  const count = (unseen.get(id) ?? 0) + more;
  if (count > 0) unseen.set(id, count);
  else unseen.delete(id);
};
/** Whether something was done with an exception a moment ago that its list may not show yet. */
export const isJustHandled = (id: string): boolean => unseen.has(id);
/** The version that the last own write left: two keys in a row are faster than the list. */
const written = new Map<string, number>();
const versionOf = ({ obmAutotestResultId: id, recordVersion }: Result): number =>
  Math.max(recordVersion, written.get(id) ?? 0);

/** What one key does to an exception at once, without a dialog; the list shows it before the server has answered. */
export type QuickActs = {
  setStatus: (result: Result, status: string) => void;
  assignToMe: (result: Result) => void;
  undo: () => void;
};

/** Shows a change before the server has answered, sends it, and then shows what the server has. */
function useChanges() {
  const client = useQueryClient();
  const show = (id: string, change: Partial<Result>): void =>
    void client.setQueriesData<Page>({ queryKey: ['queryExceptions'] }, (page) =>
      page === undefined
        ? page
        : {
            ...page,
            records: page.records.map((row) =>
              row.obmAutotestResult.obmAutotestResultId === id
                ? { ...row, obmAutotestResult: { ...row.obmAutotestResult, ...change } }
                : row,
            ),
          },
    );
  const refresh = async (id: string): Promise<void> => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ['queryExceptions'] }),
      client.invalidateQueries({ queryKey: ['exceptionHistory', { obmAutotestResultId: id }] }),
      client.invalidateQueries({ queryKey: ['exceptionResultById', { obmAutotestResultId: id }] }),
    ]);
  };
  const inTurn = (id: string, work: () => Promise<unknown>, failed: string): void => {
    const before = running.get(id) ?? Promise.resolve();
    countUnseen(id, 1);
    const mine = before
      .then(work)
      .catch((error: unknown) => {
        written.delete(id);
        toast.failure(error, failed);
      })
      .finally(() => {
        if (running.get(id) === mine) running.delete(id);
        void refresh(id).finally(() => countUnseen(id, -1));
      });
    running.set(id, mine);
  };
  return { show, inTurn };
}

const nameOf = ({ blNo, ctnNo, testPurposeName }: Result): string =>
  [blNo ?? ctnNo, testPurposeName].filter(Boolean).join(' ');

/** One-key handling: the status with the remark last used for it, oneself as responsible, and taking back. */
export function useQuickActs(): QuickActs {
  const t = useT();
  const user = useSession((session) => session.user);
  const statuses = useDict('HANDLE_STATUS');

  const { show, inTurn } = useChanges();
  const undo = (): void => {
    const last = done.pop();
    if (last === undefined) {
      toast.info(t('quickActs.nothingToUndo'));
      return;
    }
    inTurn(
      last.id,
      async () => {
        await call('undoHandling', { obmAutotestResultId: last.id });
        written.set(last.id, (written.get(last.id) ?? 0) + 1);
        toast.success(t('quickActs.undone', { name: last.name }), { key: 'quick' });
      },
      t('quickActs.undoFailed'),
    );
  };
  const say = (id: string, name: string, message: string): void => {
    done.push({ id, name });
    toast.success(`${name} · ${message}`, {
      key: 'quick',
      action: { label: t('quickActs.undo'), run: undo },
    });
  };

  return {
    undo,
    setStatus: (result, status) => {
      const id = result.obmAutotestResultId;
      // What somebody wrote about this one counts more than what was written about others.
      const own = result.handleRemark ?? '';
      const remark = own === '' ? (localStore.get(remarkKey(status)) ?? '') : own;
      const message = [statuses.nameOf(status), remark].filter(Boolean).join(' · ');
      show(id, {
        handleStatus: status,
        handleRemark: remark,
        chargeName: user?.userNameCn ?? null,
        recordVersion: result.recordVersion + 1,
      });
      inTurn(
        id,
        async () => {
          const recordVersion = versionOf(result);
          await call('updateException', {
            obmAutotestResultId: id,
            recordVersion,
            handleStatus: status,
            handleRemark: remark,
          });
          written.set(id, recordVersion + 1);
          say(id, nameOf(result), message);
        },
        t('quickActs.updateFailed'),
      );
    },
    assignToMe: (result) => {
      const id = result.obmAutotestResultId;
      if (user === null || result.chargeCode === user.userCode) return;
      show(id, {
        chargeCode: user.userCode,
        chargeName: user.userNameCn,
        recordVersion: result.recordVersion + 1,
      });
      inTurn(
        id,
        async () => {
          await call('assignExceptions', { ids: [id], chargeCode: user.userCode, chargeName: user.userNameCn });
          written.set(id, versionOf(result) + 1);
          say(id, nameOf(result), t('quickActs.mine'));
        },
        t('quickActs.assignFailed'),
      );
    },
  };
}
