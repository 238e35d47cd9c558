import { useQueries } from '@tanstack/react-query';
import { call } from '#web/app/client.ts';
import type { Port } from './PortSelect.tsx';

/** What is known of ports, by their codes; each is asked for once. */
export function usePorts(codes: readonly string[]): ReadonlyMap<string, Port> {
  const wanted = [...new Set(codes.filter((code) => code !== ''))];
  return useQueries({
    queries: wanted.map((code) => ({
      queryKey: ['port', code],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await call('searchPorts', { keyword: code, currentPage: 1, pageSize: 20 }, { signal })).records.find(
          ({ portCode }) => portCode === code,
        ) ?? null,
      staleTime: 300_000,
    })),
    combine: (answers) => new Map(answers.flatMap(({ data }) => (data ? [[data.portCode, data] as const] : []))),
  });
}
