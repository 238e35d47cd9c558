import { use, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { CallInput } from '#contract/index.ts';
import { keyOf } from '#web/base/define-page.ts';
import { call } from '#web/base/client.ts';
import { TabKeyContext, useGo } from '#web/base/page-hooks.ts';
import { replaceTab, tabState } from '#web/base/tabs.ts';
import { useT } from '#web/i18n/index.ts';
import { keepWalk, type ListWalk, readWalk, walkBack, walkOn, type WalkPage } from '#web/kit/list/list-walk.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { exceptionHandlePage } from './page.ts';
import { prepareException } from './use-handling.ts';

const LIST = 'exception-manage';

/** Where in the list this exception is, and how to get to the ones beside it. */
export type Walk = {
  position: number;
  total: number;
  busy: boolean;
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
};

const loadPage =
  (walk: ListWalk) =>
  async (currentPage: number): Promise<WalkPage> => {
    const query = { ...walk.query, currentPage, pageSize: walk.pageSize } as CallInput<'queryExceptions'>;
    const page = await call('queryExceptions', query);
    return { ids: page.records.map((row) => row.obmAutotestResult.obmAutotestResultId), total: page.totalRecord };
  };

/** Exceptions behind this one that are requested before somebody steps on to them. */
const aheadCount = 8;

const isWhole = ({ lastPage, pageSize, total }: ListWalk): boolean => lastPage * pageSize >= total;

/** The walk as it is after more of it was loaded and kept. */
async function loadMore(walk: ListWalk, step: 1 | -1): Promise<ListWalk> {
  const longer = await (step === 1 ? walkOn : walkBack)(walk, loadPage(walk));
  keepWalk(LIST, longer);
  return longer;
}

/** Asks ahead for what comes next, so that a step shows it at once: more of the list before its end, and the exceptions themselves. */
function useAhead(id: string, walk: ListWalk | undefined, onLonger: (longer: ListWalk) => void): void {
  const longer = useEffectEvent(onLonger);
  useEffect(() => {
    const index = walk?.ids.indexOf(id) ?? -1;
    if (walk === undefined || index < 0) return undefined;
    const next = walk.ids.slice(index + 1, index + 1 + aheadCount);
    for (const one of next) prepareException(one);
    if (next.length === aheadCount || isWhole(walk)) return undefined;
    let left = false;
    // A failure is met again, and shown, by the step itself.
    void loadMore(walk, 1).then(
      (more) => !left && longer(more),
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [id, walk]);
}

/** The walk through the list the person came from; nothing when they came by a link. */
export function useWalk(id: string): Walk | undefined {
  const t = useT();
  const go = useGo();
  const tabKey = use(TabKeyContext);
  const [busy, setBusy] = useState(false);
  const [walk, setWalk] = useState(() => readWalk(LIST));

  /** A tab without unsaved input makes room for the next exception; with it, it stays as it is. */
  const show = useCallback(
    (target: string): void => {
      const href = `${exceptionHandlePage.route}?${new URLSearchParams({ id: target })}`;
      if (tabKey !== null && tabState().dirty.has(tabKey)) toast.info(t('exceptionHandle.keptOpen'));
      else if (tabKey !== null)
        replaceTab(tabKey, {
          key: keyOf(exceptionHandlePage, { id: target }),
          route: exceptionHandlePage.route,
          href,
        });
      go(href);
    },
    [go, t, tabKey],
  );

  const move = useCallback(
    async (from: ListWalk, step: 1 | -1): Promise<void> => {
      const there = (known: ListWalk): string | undefined => known.ids[known.ids.indexOf(id) + step];
      let target = there(from);
      if (target === undefined) {
        setBusy(true);
        try {
          const longer = await loadMore(from, step);
          setWalk(longer);
          target = there(longer);
        } catch (error) {
          toast.failure(error, t('common.loadFailed'));
          return;
        } finally {
          setBusy(false);
        }
      }
      if (target === undefined) toast.info(t('exceptionHandle.noMore'));
      else show(target);
    },
    [id, show, t],
  );

  useAhead(id, walk, setWalk);

  return useMemo(() => {
    const index = walk?.ids.indexOf(id) ?? -1;
    if (walk === undefined || index < 0) return undefined;
    const atStart = index === 0 && walk.firstPage <= 1;
    const atEnd = index === walk.ids.length - 1 && isWhole(walk);
    return {
      position: walk.first + index + 1,
      total: walk.total,
      busy,
      previous: atStart ? undefined : () => void move(walk, -1),
      next: atEnd ? undefined : () => void move(walk, 1),
    };
  }, [walk, id, busy, move]);
}
