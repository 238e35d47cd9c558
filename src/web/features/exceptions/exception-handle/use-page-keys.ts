import { useEffect, useEffectEvent, useState } from 'react';
import type { HandlingDetail } from '#contract/exceptions/handling.ts';
import { useGo } from '#web/base/page-hooks.ts';
import { useMayCall } from '#web/base/may-call.ts';
import { useQuickActs } from '#web/handling/use-quick-acts.ts';
import { useT } from '#web/i18n/index.ts';
import { useDict } from '#web/kit/search/use-names.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { traceHref } from './trace-href.ts';
import type { Walk } from './use-walk.ts';

/** A key of the page, what it is called, and what it does; without `run` it is only explained. */
export type PageKey = { key: string; label: string; run?: (() => void) | undefined };

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, [contenteditable], [role=combobox], [role=dialog]') !== null;

/** Keys that handle the exception at once, as those of the list do: numbers, M, T, Z; nothing typed is lost by them. */
function useQuickKeys(detail: HandlingDetail, walk: Walk | undefined, dirty: boolean, readOnly: boolean): PageKey[] {
  const t = useT();
  const go = useGo();
  const mayTrace = useMayCall('getTrace');
  const acts = useQuickActs();
  const { options } = useDict('HANDLE_STATUS');
  const unlessDirty = (run: () => void) => (): void => {
    if (dirty) toast.warn(t('exceptionHandle.saveFirst'));
    else run();
  };
  const openTrace = (): void => {
    const trace = traceHref(detail);
    if (trace === undefined) toast.warn(t('exceptionHandle.noTrace'));
    else go(trace);
  };
  const statuses = options.slice(0, 9).map(({ value, label }, index) => ({
    key: String(index + 1),
    label: t('quickActs.status', { status: label }),
    run: unlessDirty(() => {
      acts.setStatus(detail, value);
      walk?.next?.();
    }),
  }));
  return [
    ...(readOnly
      ? []
      : [
          ...statuses,
          { key: 'm', label: t('quickActs.assignToMe'), run: unlessDirty(() => acts.assignToMe(detail)) },
          { key: 'z', label: t('quickActs.undoLast'), run: unlessDirty(acts.undo) },
        ]),
    ...(mayTrace ? [{ key: 't', label: t('exceptionHandle.openTrace'), run: openTrace }] : []),
  ];
}

type Options = {
  detail: HandlingDetail;
  walk: Walk | undefined;
  save: (() => void) | undefined;
  dirty: boolean;
  readOnly: boolean;
};

/** The keys of the page, which work while nothing is being typed; Ctrl+S saves from anywhere on it. */
export function usePageKeys({ detail, walk, save, dirty, readOnly }: Options) {
  const t = useT();
  const [help, setHelp] = useState(false);
  const quick = useQuickKeys(detail, walk, dirty, readOnly);
  const keys: PageKey[] = [
    { key: 'j', label: t('exceptionHandle.nextShort'), run: walk?.busy === false ? walk.next : undefined },
    { key: 'k', label: t('exceptionHandle.previousShort'), run: walk?.busy === false ? walk.previous : undefined },
    ...quick,
    ...(save === undefined ? [] : [{ key: 'Ctrl+S', label: t('exceptionHandle.save') }]),
    { key: '?', label: t('table.keys.help'), run: () => setHelp(true) },
  ];
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (document.querySelector('.ant-modal-wrap:not([style*="display: none"])') !== null) return;
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 's') {
      event.preventDefault();
      save?.();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target)) return;
    keys.find(({ key }) => key === event.key)?.run?.();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return { keys, help, showHelp: setHelp };
}
