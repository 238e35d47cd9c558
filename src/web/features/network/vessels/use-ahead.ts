import { useMemo } from 'react';
import { nextCalls } from '#domain/network/position/next-calls.ts';
import type { CallData } from '#contract/index.ts';
import { useCall } from '#web/base/use-call.ts';
import { type Lang, useLang } from '#web/i18n/index.ts';
import type { MapLine, MapPlace } from '#web/kit/map/map-model.ts';
import { portNameIn } from '#web/kit/value/port-name.ts';
import { routeLine } from './track.ts';

export type Outlook = CallData<'vesselOutlook'>;
type CallAhead = Pick<Outlook['schedule'][number], 'portCode' | 'arrival'>;

const everyMs = 60_000;

/** The next calls of a vessel: those announced, else the port she is expected at. */
export function callsAhead({ schedule, nextPort, own, carrier, master }: Outlook, now: number): readonly CallAhead[] {
  const announced = nextCalls(schedule, nextPort, now);
  if (announced.length > 0 || nextPort === null) return announced;
  // The master may have named another port than the next one.
  const estimated = own?.eta ?? carrier?.eta ?? (master?.portCode === nextPort ? master.eta : null);
  return [{ portCode: nextPort, arrival: { planned: null, estimated, actual: null } }];
}

/** Her next calls on the map, each with its place in their order. */
function callPlaces(outlook: Outlook, now: number, lang: Lang): MapPlace[] {
  const byCode = new Map(outlook.ports.map((port) => [port.portCode, port]));
  return callsAhead(outlook, now).flatMap(({ portCode }, index): MapPlace[] => {
    const port = byCode.get(portCode);
    if (port === undefined || port.lon === null || port.lat === null) return [];
    const label = `${index + 1} ${portNameIn(lang, port)}`;
    return [{ id: portCode, at: [port.lon, port.lat], label, kind: 'port' }];
  });
}

/** What is expected of a vessel; nothing is asked while none is chosen. */
export const useOutlook = (mmsi: string) =>
  useCall('vesselOutlook', { mmsi }, { enabled: mmsi !== '', refetchInterval: everyMs });

/** The planned way of a vessel ahead and her next calls, for the map; `track` is where she has been, so that both lie in one world. */
export function useAhead(
  mmsi: string,
  now: number,
  track: readonly MapLine[],
): { lines: readonly MapLine[]; places: readonly MapPlace[] } {
  const lang = useLang();
  const { data } = useOutlook(mmsi);
  // Calls ahead change with the hour, not with every answer.
  const hour = Math.floor(now / 3_600_000) * 3_600_000;
  return useMemo(() => {
    if (data === undefined) return { lines: [], places: [] };
    return { lines: routeLine(data.route, track), places: callPlaces(data, hour, lang) };
  }, [data, hour, lang, track]);
}
