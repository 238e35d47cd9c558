import type { CrowdedPort } from '#contract/network/risk.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { PortCrowd } from './congestion-queries.ts';

const trendDays = 30;
/** Fewer calls than these say nothing: of the last days, and of the days that are taken as normal. */
const fewestCalls = { recent: 3, normal: 5 } as const;
/** Shorter waits are none: a port is not congested by the first vessel that waits, and one without waits is as usual. */
const leastHours = 1;

const tenth = (value: number): number => Math.round(value * 10) / 10;
const tenthOr = (value: number | null): number | null => (value === null ? null : tenth(value));

/** Median wait of the last week against the median of the 30 days before; null while too few vessels came. */
export function crowdIndex({
  berthed,
  normal_calls: calls,
  median_h: median,
  normal_h: normal,
}: PortCrowd): number | null {
  if (median === null || normal === null || berthed < fewestCalls.recent || calls < fewestCalls.normal) return null;
  // Of the hours as they are shown, so that people can work it out.
  const [now, usual] = [tenth(median), tenth(normal)];
  return Math.round((Math.max(now, leastHours) / Math.max(usual, leastHours)) * 100) / 100;
}

/** A port as the map shows it. */
export function presentCrowd(crowd: PortCrowd, { ports }: ReferenceSnapshot): CrowdedPort {
  const port = ports.get(crowd.port_code);
  return {
    portCode: crowd.port_code,
    portName: port?.name ?? crowd.port_code,
    portNameCn: port?.nameCn ?? null,
    lon: port?.lon ?? null,
    lat: port?.lat ?? null,
    waiting: crowd.waiting,
    berthed: crowd.berthed,
    medianWaitHours: tenthOr(crowd.median_h),
    normalWaitHours: tenthOr(crowd.normal_h),
    index: crowdIndex(crowd),
    trend: Array.from({ length: trendDays }, (_, day) => tenthOr(crowd.trend?.[trendDays - 1 - day] ?? null)),
  };
}
