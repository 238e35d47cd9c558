import { useEffect, useMemo, useState } from 'react';
import { goTo } from '#web/base/navigate.ts';
import { openPasswordDialog } from '#web/base/password-state.ts';
import { currentVisitor, usePages } from '#web/app/pages.ts';
import { useMayCall } from '#web/base/may-call.ts';
import { useMay } from '#web/base/session.ts';
import { setTheme, useTheme } from '#web/base/theme.ts';
import { useCall } from '#web/base/use-call.ts';
import { setLang, useLang, useT } from '#web/i18n/index.ts';
import { menuOf } from '#web/shell/menu.ts';
import { toggleSidebar } from '#web/shell/sidebar-state.ts';
import { makeHref } from '#web/base/href.ts';
import { type Entry, type EntryKind, entryKinds, matching, mayBeNumber, shipmentHref } from './entries.ts';

const DEBOUNCE_MS = 150;
const limitByKind: Readonly<Record<EntryKind, number>> = { today: 3, shipment: 8, page: 8, action: 6, user: 5 };

/** A text some time after the last key, so that not every letter asks the server. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

function usePageEntries(): Entry[] {
  const t = useT();
  const lang = useLang();
  const pages = usePages();
  return useMemo(
    () =>
      menuOf(pages, currentVisitor()).flatMap(({ group, entries }) =>
        entries.map(({ route, title }) => ({
          key: route,
          kind: 'page' as const,
          label: title[lang],
          hint: t(`nav.group.${group}`),
          run: () => goTo(route),
        })),
      ),
    [pages, t, lang],
  );
}

function useActionEntries(): Entry[] {
  const t = useT();
  const lang = useLang();
  const theme = useTheme();
  return useMemo(() => {
    const action = (key: string, label: string, run: () => void): Entry => ({ key, kind: 'action', label, run });
    return [
      action('theme', t(theme === 'dark' ? 'common.lightTheme' : 'common.darkTheme'), () =>
        setTheme(theme === 'dark' ? 'light' : 'dark'),
      ),
      action('lang', lang === 'zh' ? 'English' : '中文', () => void setLang(lang === 'zh' ? 'en' : 'zh')),
      action('sidebar', t('palette.sidebar'), toggleSidebar),
      action('password', t('shell.changePassword'), openPasswordDialog),
      action('logout', t('shell.logout'), () => goTo('/login')),
    ];
  }, [t, lang, theme]);
}

function useShipments(typed: string): { entries: Entry[]; busy: boolean } {
  const t = useT();
  const may = useMay('/exception-subscribe');
  const mayTrack = useMay('/trace-index');
  const number = typed.replaceAll(/\s+/g, '').toUpperCase();
  const enabled = may && mayBeNumber(typed);
  const page = { currentPage: 1, pageSize: limitByKind.shipment, parts: [] };
  const bills = useCall('querySubscriptions', { ...page, blNo: number }, { enabled });
  const containers = useCall('querySubscriptions', { ...page, ctnNo: number }, { enabled });
  const found = enabled ? [...(bills.data?.records ?? []), ...(containers.data?.records ?? [])] : [];
  const unique = new Map(found.map((row) => [row.obmTkSubscribe.obmTkSubscribeId, row]));
  const entries = [...unique.values()].map((row): Entry => {
    const { obmTkSubscribeId, blNo, ctnNo, tenantName, bkId } = row.obmTkSubscribe;
    return {
      key: obmTkSubscribeId,
      kind: 'shipment',
      label: [blNo, ctnNo].filter(Boolean).join(' · '),
      hint: `${tenantName} · ${t(bkId ? 'palette.trace' : 'palette.subscription')}`,
      run: () => goTo(shipmentHref(row)),
    };
  });
  const busy = enabled && (bills.isFetching || containers.isFetching);
  // Not tracked is what both look-ups answered; without an answer nothing is known.
  const isUntracked = enabled && !busy && bills.isSuccess && containers.isSuccess && entries.length === 0;
  if (mayTrack && isUntracked)
    entries.push({
      key: number,
      kind: 'shipment',
      label: t('palette.track', { number }),
      hint: t('palette.untracked'),
      run: () => goTo(makeHref('/trace-index', { paste: number })),
    });
  return { entries, busy };
}

/** What needs the reader today, before anything is typed: the worst open exceptions. */
function useToday(typed: string): Entry[] {
  const enabled = useMayCall('handOverGet') && typed.trim() === '';
  const { data } = useCall('handOverGet', { hours: 8 }, { enabled, staleTime: 60_000 });
  if (!enabled) return [];
  return (data?.open.items ?? []).map(({ exceptionId, referenceNo, typeName }) => ({
    key: exceptionId,
    kind: 'today' as const,
    label: typeName,
    hint: referenceNo,
    run: () => goTo(makeHref('/exception-manage/handle', { id: exceptionId })),
  }));
}

function useUsers(typed: string): Entry[] {
  const t = useT();
  const may = useMay('/exception-manage');
  const enabled = may && typed.trim().length > 1;
  const { data } = useCall(
    'users',
    { keyword: typed.trim(), currentPage: 1, pageSize: limitByKind.user },
    { enabled, staleTime: 60_000 },
  );
  if (!enabled) return [];
  return (data?.wlUsers ?? []).map(({ wlUserId, userCode, userNameCn, tenantName }) => ({
    key: wlUserId,
    kind: 'user' as const,
    label: userNameCn,
    hint: `${tenantName} · ${t('palette.theirExceptions')}`,
    run: () => goTo(`/exception-manage?${new URLSearchParams({ chargeCode: userCode })}`),
  }));
}

/** Everything that fits what is typed, in groups; `busy` while numbers are looked for. */
export function useEntries(typed: string): { entries: Entry[]; busy: boolean } {
  const settled = useSettled(typed);
  const pages = usePageEntries();
  const actions = useActionEntries();
  const shipments = useShipments(settled);
  const users = useUsers(settled);
  const today = useToday(typed);
  const all = [...today, ...shipments.entries, ...matching(typed, [...pages, ...actions]), ...users];
  const entries = entryKinds.flatMap((kind) => all.filter((entry) => entry.kind === kind).slice(0, limitByKind[kind]));
  return { entries, busy: shipments.busy || (settled !== typed && mayBeNumber(typed)) };
}
