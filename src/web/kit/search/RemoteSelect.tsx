import { AutoComplete, Select } from 'antd';
import { type UIEvent, useEffect, useState } from 'react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '#web/base/client.ts';
import { currentLang, useLang, useT } from '#web/i18n/index.ts';
import { useChosenNames } from './use-chosen-names.ts';
import type { Named } from './use-names.ts';

/** One page of a remote picker. */
export type PickerPage = { options: Named[]; hasMore: boolean };

/** Finds names by a keyword, page by page from 1. */
export type Finder = (
  keyword: string,
  page: number,
  signal: AbortSignal,
  /** Only users who may see one of these tenants. */
  tenantCodes?: string,
) => Promise<PickerPage>;

/** Rows a picker asks for at once. */
const PICKER_PAGE_SIZE = 20;
const DEBOUNCE_MS = 250;

const nameIn = (cn: string | null | undefined, en: string | null | undefined, code: string): string =>
  (currentLang() === 'zh' ? (cn ?? en) : (en ?? cn)) || code;

/** Finders for the master data of every page. */
const finders = {
  ports: async (keyword, currentPage, signal) => {
    const page = await call('searchPorts', { keyword, currentPage, pageSize: PICKER_PAGE_SIZE }, { signal });
    const options = page.records.map((port) => ({
      value: port.portCode,
      label: `${port.portCode} ${nameIn(port.portNameCn, port.portName, '')}`,
    }));
    return { options, hasMore: currentPage < page.totalPage };
  },
  vessels: async (keyword, currentPage, signal) => {
    const page = await call('searchVessels', { keyword, currentPage, pageSize: PICKER_PAGE_SIZE }, { signal });
    return {
      options: page.records.map((vessel) => ({ value: vessel.vesselName, label: vessel.vesselName })),
      hasMore: currentPage < page.totalPage,
    };
  },
  carriers: async (keyword, currentPage, signal) => {
    const page = await call('searchCarriers', { keyword, currentPage, pageSize: PICKER_PAGE_SIZE }, { signal });
    const options = page.records.map((carrier) => ({
      value: carrier.carrierCode,
      label: `${carrier.carrierCode} ${nameIn(carrier.carrierNameCn, carrier.carrierName, '')}`,
    }));
    return { options, hasMore: currentPage < page.totalPage };
  },
  airports: async (keyword, currentPage, signal) => {
    const page = await call('searchAirports', { keyword, currentPage, pageSize: PICKER_PAGE_SIZE }, { signal });
    const options = page.records.map(({ airportCode, airportNameCn, airportName }) => ({
      value: airportCode,
      label: `${airportCode} ${nameIn(airportNameCn, airportName, '')}`,
    }));
    return { options, hasMore: currentPage < page.totalPage };
  },
  airlines: async (keyword, currentPage, signal) => {
    const page = await call('searchAirlines', { keyword, currentPage, pageSize: PICKER_PAGE_SIZE }, { signal });
    const options = page.records.map(({ airlineCode, airlineNameCn, airlineName }) => ({
      value: airlineCode,
      label: `${airlineCode} ${nameIn(airlineNameCn, airlineName, '')}`,
    }));
    return { options, hasMore: currentPage < page.totalPage };
  },
  users: async (keyword, currentPage, signal, tenantCodes) => {
    const input = { keyword, currentPage, pageSize: PICKER_PAGE_SIZE, ...(tenantCodes && { tenantCodes }) };
    const page = await call('users', input, { signal });
    return {
      options: page.wlUsers.map((user) => ({ value: user.userCode, label: user.userNameCn })),
      hasMore: currentPage < page.totalPage,
    };
  },
} satisfies Record<string, Finder>;

function useFinder(name: keyof typeof finders | Finder, open: boolean, tenantCodes?: string) {
  const lang = useLang();
  const [text, setText] = useState('');
  const [keyword, setKeyword] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(text.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const find: Finder = typeof name === 'string' ? finders[name] : name;
  const query = useInfiniteQuery({
    queryKey: ['picker', typeof name === 'string' ? name : name.name, keyword, lang, tenantCodes ?? ''],
    queryFn: ({ pageParam, signal }) => find(keyword, pageParam, signal, tenantCodes),
    initialPageParam: 1,
    getNextPageParam: (last: PickerPage, pages) => (last.hasMore ? pages.length + 1 : undefined),
    enabled: open,
    staleTime: 60_000,
    // An option that is being clicked stays while the next ones are looked up.
    placeholderData: keepPreviousData,
  });
  const loadMore = (event: UIEvent<HTMLElement>): void => {
    const list = event.currentTarget;
    const nearEnd = list.scrollTop + list.clientHeight > list.scrollHeight - 40;
    if (nearEnd && query.hasNextPage && !query.isFetching) void query.fetchNextPage();
  };
  return {
    options: query.data?.pages.flatMap((page) => page.options) ?? [],
    loading: query.isFetching,
    setText,
    loadMore,
    failed: query.isError,
  };
}

type Props = {
  /** What is chosen from: one of the usual lists, or a finder of the page. */
  from: keyof typeof finders | Finder;
  label: string;
  /** Chosen codes with their names when they are known; those of the usual lists are looked up. */
  value: Named[];
  onChange: (value: Named[]) => void;
  single?: boolean;
  framed?: boolean;
  /** As low as the fields beside it. */
  low?: boolean;
  autoFocus?: boolean;
  placeholder?: string;
  status?: 'error' | '';
  /** Only users who may see one of these tenants, by their codes with commas between. */
  tenantCodes?: string;
};

/** Choice from large master data: 20 at a time, filtered by the server while typing, more by scrolling. */
export function RemoteSelect({
  from,
  label,
  value,
  onChange,
  single = false,
  framed = false,
  low = false,
  autoFocus = false,
  placeholder,
  status = '',
  tenantCodes,
}: Props) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { options, loading, setText, loadMore, failed } = useFinder(from, open, tenantCodes);
  const named = useChosenNames(from, value);
  return (
    <Select<{ value: string; label?: React.ReactNode }[] | { value: string; label?: React.ReactNode } | undefined>
      {...(single
        ? {}
        : {
            mode: 'multiple' as const,
            maxTagCount: 1,
            maxTagTextLength: 8,
            maxTagPlaceholder: (omitted: unknown[]) => `+${omitted.length}`,
          })}
      labelInValue
      allowClear
      autoFocus={autoFocus}
      variant={framed ? 'outlined' : 'borderless'}
      size={framed && !low ? 'middle' : 'small'}
      aria-label={label}
      status={status}
      placeholder={placeholder ?? t('search.all')}
      value={single ? named[0] : named}
      options={options}
      loading={loading}
      open={open}
      onOpenChange={setOpen}
      popupMatchSelectWidth={framed ? true : 260}
      showSearch={{ filterOption: false, onSearch: setText }}
      notFoundContent={loading ? t('common.loading') : failed ? t('common.loadFailed') : t('common.noData')}
      onPopupScroll={loadMore}
      onChange={(next) => {
        const list = next === undefined || next === null ? [] : Array.isArray(next) ? next : [next];
        onChange(
          list.map((item) => ({ value: item.value, label: typeof item.label === 'string' ? item.label : item.value })),
        );
      }}
    />
  );
}

/** Free text with suggestions from master data, such as part of a vessel's name. */
export function RemoteText({
  from,
  label,
  placeholder,
  value,
  onChange,
}: {
  from: keyof typeof finders;
  label: string;
  placeholder?: string | undefined;
  value: string;
  onChange: (text: string) => void;
}) {
  const [open, setOpen] = useState(false);
  const { options, setText, loadMore } = useFinder(from, open && value.trim().length > 0);
  return (
    <AutoComplete
      variant="borderless"
      size="small"
      aria-label={label}
      placeholder={placeholder}
      allowClear
      value={value}
      options={options}
      open={open && options.length > 0}
      onOpenChange={setOpen}
      onPopupScroll={loadMore}
      showSearch={{ onSearch: setText }}
      onChange={(text: string | undefined) => onChange(text ?? '')}
      onBlur={() => value !== value.trim() && onChange(value.trim())}
    />
  );
}
