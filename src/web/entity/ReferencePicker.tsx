import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { Select } from 'antd';
import { type UIEvent, useEffect, useState } from 'react';
import type { Entity, Field } from '#shared/entity/declare.ts';
import { useT } from '#web/i18n/index.ts';
import { callEntity, idOf, type Row, type RowPage, titleOf } from './entity-calls.ts';
import { entityNamed } from './entity-named.ts';

type ReferenceField = Field & { kind: 'reference' };

const debounceMs = 250;

/** The entity a reference points to, if its rows are chosen by asking the server. */
export function remoteTarget(field: Field): Entity | undefined {
  if (field.kind !== 'reference') return undefined;
  const target = entityNamed(field.entity);
  return target?.finding === undefined ? undefined : target;
}

type Named = { value: string; label: string };
const named = (target: Entity, row: Row): Named => ({ value: idOf(target, row), label: titleOf(target, row) });

/** Rows of an entity by a keyword, 20 at a time. */
function useFoundRows(target: Entity, open: boolean) {
  const [typed, setTyped] = useState('');
  const [keyword, setKeyword] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), debounceMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const query = useInfiniteQuery({
    queryKey: ['reference', target.name, 'pick', keyword],
    queryFn: ({ pageParam, signal }) =>
      callEntity<RowPage>(target, 'pick', { keyword, currentPage: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length < last.totalPage ? pages.length + 1 : undefined),
    enabled: open,
    staleTime: 60_000,
  });
  const loadMore = ({ currentTarget: list }: UIEvent<HTMLElement>): void => {
    const nearEnd = list.scrollTop + list.clientHeight > list.scrollHeight - 40;
    if (nearEnd && query.hasNextPage && !query.isFetching) void query.fetchNextPage();
  };
  const options = (query.data?.pages ?? []).flatMap((page) => page.records.map((row) => named(target, row)));
  return { options, loading: query.isFetching, failed: query.isError, setTyped, loadMore };
}

/** The names of what is chosen already. */
function useNamesOf(target: Entity, ids: readonly string[]): Map<string, string> {
  const rows = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['reference', target.name, 'get', id],
      queryFn: () => callEntity<Row>(target, 'get', { [target.id]: id }),
      staleTime: 60_000,
      retry: false,
    })),
    combine: (results) => results.map((result) => result.data),
  });
  return new Map(ids.flatMap((id, index) => (rows[index] === undefined ? [] : [[id, titleOf(target, rows[index])]])));
}

type Props = {
  field: ReferenceField;
  /** The entity that the field refers to, as `remoteTarget` gives it. */
  target: Entity;
  value: readonly string[];
  onChange: (value: string[]) => void;
  many?: boolean;
  id?: string;
  label?: string;
  disabled?: boolean;
  invalid?: boolean;
  describedBy?: string | undefined;
  borderless?: boolean;
  onBlur?: () => void;
};

/** Choice among the rows of a large entity: found by the server while typing, more by scrolling. */
export function ReferencePicker({ field, target, value, onChange, many = false, borderless = false, ...rest }: Props) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { options, loading, failed, setTyped, loadMore } = useFoundRows(target, open);
  const known = useNamesOf(target, value);
  const chosen = value.map((id) => ({ value: id, label: known.get(id) ?? '…' }));
  return (
    <Select<Named | Named[]>
      id={rest.id}
      {...(many ? { mode: 'multiple' as const, maxTagCount: 1, maxTagTextLength: 8 } : {})}
      labelInValue
      variant={borderless ? 'borderless' : 'outlined'}
      size={borderless ? 'small' : 'middle'}
      aria-label={rest.label}
      aria-invalid={rest.invalid}
      aria-describedby={rest.describedBy}
      status={rest.invalid === true ? 'error' : ''}
      disabled={rest.disabled ?? false}
      allowClear={field.required !== true || many}
      placeholder={borderless ? t('search.all') : t('common.select')}
      {...(many ? { value: chosen } : chosen[0] === undefined ? {} : { value: chosen[0] })}
      options={options}
      loading={loading}
      popupMatchSelectWidth={borderless ? 280 : true}
      onOpenChange={setOpen}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      notFoundContent={loading ? t('common.loading') : failed ? t('common.loadFailed') : t('common.noData')}
      onPopupScroll={loadMore}
      onChange={(next) => onChange((Array.isArray(next) ? next : next == null ? [] : [next]).map((item) => item.value))}
      onBlur={rest.onBlur}
    />
  );
}
