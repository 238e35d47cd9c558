import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/base/client.ts';
import type { Port } from './PortSelect.tsx';

/** The server gives so many at once. */
const maxPorts = 100;

/** What kind of places codes name. */
export type PlaceList = 'ports' | 'airports';

type Find = (codes: string[], signal: AbortSignal) => Promise<Port[]>;
const finders: Readonly<Record<PlaceList, Find>> = {
  ports: async (codes, signal) =>
    (await call('searchPorts', { codes, currentPage: 1, pageSize: maxPorts }, { signal })).records,
  airports: async (codes, signal) =>
    (await call('searchAirports', { codes, currentPage: 1, pageSize: maxPorts }, { signal })).records.map(
      (airport) => ({
        portCode: airport.airportCode,
        portName: airport.airportName,
        portNameCn: airport.airportNameCn,
        portNameDesc: null,
        longitude: airport.longitude,
        latitude: airport.latitude,
        portTimeZone: airport.airportTimeZone,
      }),
    ),
};

const portsQuery = (codes: readonly string[], from: PlaceList) =>
  queryOptions({
    queryKey: [from, codes.join(',')],
    queryFn: ({ signal }) => (codes.length === 0 ? [] : finders[from]([...codes], signal)),
    staleTime: 300_000,
  });

const noPorts: ReadonlyMap<string, Port> = new Map();
const byCode = (ports: readonly Port[]): ReadonlyMap<string, Port> =>
  new Map(ports.map((port) => [port.portCode, port] as const));

/** What is known of ports (or airports) by their codes, in one request. */
export function usePorts(codes: readonly string[], from: PlaceList = 'ports'): ReadonlyMap<string, Port> {
  const wanted = [...new Set(codes.filter((code) => code !== ''))].toSorted();
  const { data } = useQuery({ ...portsQuery(wanted, from), select: byCode, placeholderData: keepPreviousData });
  return data ?? noPorts;
}

/** Looks up one port when it is chosen; null for a code that no port has. */
export function useFindPort(from: PlaceList = 'ports'): (code: string) => Promise<Port | null> {
  const client = useQueryClient();
  return async (code) => (await client.fetchQuery(portsQuery([code], from)))[0] ?? null;
}
