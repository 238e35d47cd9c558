import { HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { firstInstantOfLocal, isZone } from '#shared/time/zone.ts';

/** How far ahead of UTC the times of a protocol are, as it is read. */
const aheadMs = { JT808: 8 * HOUR_MS, GT06: 0 } as const;

/**
 * The moment that the clock of a device means, which was read as its protocol has it. `zone`: the IANA zone that the clock is set
 * to; null: as the protocol has it. Of the hour that comes twice at the end of summer time the first one is taken.
 */
export const momentOfClock = (at: Instant, protocol: keyof typeof aheadMs, zone: string | null): Instant =>
  zone === null || !isZone(zone) ? at : firstInstantOfLocal(at + aheadMs[protocol], zone);
