import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RowWriter } from '#contract/entity.ts';
import type { Entity } from '#shared/entity/declare.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { timeAsText } from '#web/kit/value/TimeText.tsx';
import { callEntity, callNameOf, idOf, type Row } from './entity-calls.ts';

/** Who last wrote rows and when, in words by their ids; requested once the rows are shown. */
export function useWriters(entity: Entity, rows: readonly Row[], requested: boolean): ReadonlyMap<string, string> {
  const t = useT();
  const lang = useLang();
  const ids = rows.map((row) => idOf(entity, row));
  // A row that was written has another version, and names depend on the language: both are requested again.
  const versions = rows.map((row) => row['recordVersion']);
  const { data } = useQuery({
    queryKey: [callNameOf(entity, 'writers'), ids, versions, lang],
    queryFn: ({ signal }) => callEntity<RowWriter[]>(entity, 'writers', { ids }, { signal, quiet: true }),
    enabled: requested && ids.length > 0,
    placeholderData: keepPreviousData,
  });
  return useMemo(
    () =>
      new Map(
        data?.map(({ id, source, time }) => [id, t('value.writtenBy', { name: source, time: timeAsText(time) })]),
      ),
    [data, t],
  );
}
