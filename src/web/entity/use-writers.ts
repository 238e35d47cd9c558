import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { EntityTeller } from '#contract/entity.ts';
import type { Entity } from '#shared/entity/declare.ts';
import { useSaidText } from '#web/kit/value/use-said.ts';
import { callEntity, callNameOf, idOf, type Row } from './entity-calls.ts';

/** Who last wrote rows and when, in words by their ids; asked for when the rows are shown. */
export function useWriters(entity: Entity, rows: readonly Row[], asked: boolean): ReadonlyMap<string, string> {
  const saidText = useSaidText();
  const ids = rows.map((row) => idOf(entity, row));
  const { data } = useQuery({
    queryKey: [callNameOf(entity, 'told'), ids],
    queryFn: ({ signal }) => callEntity<EntityTeller[]>(entity, 'told', { ids }, { signal, quiet: true }),
    enabled: asked && ids.length > 0,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => new Map(data?.map(({ id, ...said }) => [id, saidText(said)])), [data, saidText]);
}
