import { localStore } from './storage.ts';

/** What times without a place can be shown in, besides the zone of the browser. */
export const zoneChoices = [
  'UTC',
  'Asia/Shanghai',
  'Asia/Singapore',
  'Asia/Tokyo',
  'Asia/Kolkata',
  'Asia/Dubai',
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/Los_Angeles',
] as const;

const storageKey = 'portolan.zone';

let zoneOfBrowser: string | undefined;

/** The zone of the browser, requested once: every time on a page needs it, and asking costs as much as drawing a cell. */
export const browserZone = (): string => (zoneOfBrowser ??= Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC');

/** The zone that the person chose; undefined while it is that of the browser. */
export function chosenZone(): string | undefined {
  const kept = localStore.get(storageKey);
  return zoneChoices.find((zone) => zone === kept);
}

/** The zone of times without a place of their own: the one chosen, else that of the browser. */
export const ownZone = (): string => chosenZone() ?? browserZone();

/**
 * Chooses the zone, or that of the browser again. The page is loaded again: texts on screen, filters and forms all hold
 * times of the former zone, and none of them may be read as the new one.
 */
export function chooseZone(zone: string | undefined): void {
  if (zone === chosenZone()) return;
  if (zone === undefined) localStore.remove(storageKey);
  else localStore.set(storageKey, zone);
  globalThis.location.reload();
}
