import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { SavedView } from '#contract/administration/preference.ts';
import { usePageSearch } from '#web/base/page-hooks.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { emptyScheme } from '../table/column-scheme.ts';
import { useColumnScheme } from '../table/use-column-scheme.ts';
import { contentOf, currentView, isPlain, schemeOf, shows } from './view-state.ts';

/** Saved views of one kind under one name, and how to ask for them again. */
export function useSavedViews(list: string, kind: 'view' | 'columns') {
  const client = useQueryClient();
  const query = useCall('savedViews', { list, kind }, { staleTime: 60_000 });
  const views = useMemo(() => query.data ?? [], [query.data]);
  return { query, views, refresh: () => client.invalidateQueries({ queryKey: ['savedViews'] }) };
}

/** The views of a list and what it shows now; opens the view that the address names, or the default one. */
export function useListViews(route: string, table: string) {
  const t = useT();
  const { search, setSearch } = usePageSearch(route);
  const { scheme, setScheme } = useColumnScheme(table);
  const { query, views, refresh } = useSavedViews(route, 'view');
  const [opened, setOpened] = useState<string>();
  // What the list was opened with: only a list nobody asked anything of takes the default view.
  const start = useRef(search);
  const settled = useRef(false);

  const open = (view: SavedView): void => {
    setScheme(schemeOf(view.content));
    setSearch(view.content.search ?? {});
    setOpened(view.viewId);
  };

  const requested = search['view'];
  useEffect(() => {
    if (query.data === undefined) return;
    const first = !settled.current;
    settled.current = true;
    if (requested !== undefined) {
      const named = query.data.find((view) => view.viewId === requested);
      if (named !== undefined) open(named);
      else {
        toast.warn(t('views.notThere'));
        const { view: _gone, ...rest } = search;
        setSearch(rest);
      }
      return;
    }
    const standard = query.data.find((view) => view.isDefault);
    if (first && standard !== undefined && isPlain(start.current) && isPlain(search)) open(standard);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only an answer or a named view opens anything
  }, [query.data, requested]);

  const current = currentView(views, opened, search, scheme);
  return {
    query,
    views,
    refresh,
    current,
    changed: current !== undefined && !shows(current.content, search, scheme),
    content: () => contentOf(search, scheme),
    open,
    /** Says that the list now stands on this view, as after saving it. */
    standOn: setOpened,
    reset: () => {
      setScheme(emptyScheme);
      setSearch({});
      setOpened(undefined);
    },
  };
}

export type ListViews = ReturnType<typeof useListViews>;
