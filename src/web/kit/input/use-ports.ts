import { queryOptions, useQueries, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/app/client.ts';
import type { Port } from './PortSelect.tsx';

const portQuery = (code: string) =>
  queryOptions({
    queryKey: ['port', code],
    queryFn: async ({ signal }) =>
      (await call('searchPorts', { keyword: code, currentPage: 1, pageSize: 20 }, { signal })).records.find(
        ({ portCode }) => portCode === code,
      ) ?? null,
    staleTime: 300_000,
  });

/** What is known of ports, by their codes; each is asked for once. */
export function usePorts(codes: readonly string[]): ReadonlyMap<string, Port> {
  const wanted = [...new Set(codes.filter((code) => code !== ''))];
  return useQueries({
    queries: wanted.map(portQuery),
    combine: (answers) => new Map(answers.flatMap(({ data }) => (data ? [[data.portCode, data] as const] : []))),
  });
}

/** Looks up one port when it is chosen; null for a code that no port has. */
export function useFindPort(): (code: string) => Promise<Port | null> {
  const client = useQueryClient();
  return (code) => client.fetchQuery(portQuery(code));
}
