import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '#web/base/client.ts';
import { useLang } from '#web/i18n/index.ts';
import type { Named } from './use-names.ts';

type NamedCode = { code: string; nameCn: string | null; name: string | null };

/** As many as are named at once. */
const maxCodes = 100;

const finders = {
  ports: async (codes: string[], signal: AbortSignal): Promise<NamedCode[]> =>
    (await call('searchPorts', { codes, currentPage: 1, pageSize: maxCodes }, { signal })).records.map((row) => ({
      code: row.portCode,
      nameCn: row.portNameCn,
      name: row.portName,
    })),
  airports: async (codes: string[], signal: AbortSignal): Promise<NamedCode[]> =>
    (await call('searchAirports', { codes, currentPage: 1, pageSize: maxCodes }, { signal })).records.map((row) => ({
      code: row.airportCode,
      nameCn: row.airportNameCn,
      name: row.airportName,
    })),
  airlines: async (codes: string[], signal: AbortSignal): Promise<NamedCode[]> =>
    (await call('searchAirlines', { codes, currentPage: 1, pageSize: maxCodes }, { signal })).records.map((row) => ({
      code: row.airlineCode,
      nameCn: row.airlineNameCn,
      name: row.airlineName,
    })),
};

const hasNames = (from: unknown): from is keyof typeof finders =>
  typeof from === 'string' && Object.hasOwn(finders, from);

/** What is chosen, with its names: an address has only the codes, which are then looked up. */
export function useChosenNames(from: unknown, chosen: Named[]): Named[] {
  const lang = useLang();
  const list = hasNames(from) ? from : undefined;
  const codes =
    list === undefined ? [] : chosen.flatMap(({ value, label }) => (label === value && value !== '' ? [value] : []));
  const wanted = codes.slice(0, maxCodes).toSorted();
  const { data } = useQuery({
    queryKey: ['chosen-names', list ?? '', wanted.join(',')],
    queryFn: ({ signal }) => (list === undefined ? [] : finders[list](wanted, signal)),
    enabled: wanted.length > 0,
    staleTime: 300_000,
    placeholderData: keepPreviousData,
  });
  if (wanted.length === 0 || data === undefined) return chosen;
  const byCode = new Map(data.map((row) => [row.code, row]));
  return chosen.map((one) => {
    const row = one.label === one.value ? byCode.get(one.value) : undefined;
    const name = lang === 'zh' ? (row?.nameCn ?? row?.name) : (row?.name ?? row?.nameCn);
    return name ? { ...one, label: `${one.value} ${name}` } : one;
  });
}
