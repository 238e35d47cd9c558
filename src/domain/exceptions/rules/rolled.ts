import type { Instant } from '#shared/time/instant.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';
import { milestones } from '../../tracking/model.ts';
import { withoutCorrections } from '../corrections.ts';
import { hasDeparted } from '../../tracking/whereabouts.ts';
import { contentOf, firstActual, rounded, shownZoneOf } from '../facts.ts';
import { foldVessel, isSameVoyage } from '../../tracking/ship.ts';
import type { ExceptionRule, DatedValue, ShipmentView } from '../types.ts';

type Departure = DatedValue<{ etd: Instant | null; vesselName: string | null; voyage: string | null }>;

/** Whether two departures are on different sailings, as far as both are known. */
function isOtherSailing(a: Departure['value'], b: Departure['value']): boolean {
  if (a.vesselName && b.vesselName && foldVessel(a.vesselName) !== foldVessel(b.vesselName)) return true;
  return Boolean(a.voyage && b.voyage && !isSameVoyage(a.voyage, b.voyage));
}

/** The last sailing before the present one and when the present one was first shown after it. */
function lastChange(history: ShipmentView['departureHistory']): { before: Departure; changedAt: Instant } | undefined {
  const current = history[history.length - 1];
  if (!current) return undefined;
  for (let index = history.length - 2; index >= 0; index--) {
    const earlier = itemAt(history, index);
    if (!isOtherSailing(earlier.value, current.value)) continue;
    // A sailing that was shown before already is a source that wavers, not a container that was left behind.
    const wavers = history
      .slice(0, index)
      .some(({ value }) => (value.vesselName ?? value.voyage) !== null && isKnownSame(value, current.value));
    if (wavers) return undefined;
    return { before: earlier, changedAt: itemAt(history, index + 1).knownAt };
  }
  return undefined;
}

function isKnownSame(a: Departure['value'], b: Departure['value']): boolean {
  const sameVessel = a.vesselName && b.vesselName && foldVessel(a.vesselName) === foldVessel(b.vesselName);
  return Boolean(sameVessel) && !isOtherSailing(a, b);
}

/**
 * The cargo was moved to a later sailing before it was loaded (甩柜).
 * Silent when ship or voyage become known for the first time, when only the spelling differs, when the new sailing
 * leaves about as early, when the change came after the loading, when the shown sailing wavers back to one that
 * was shown before, and when only a correction of ours changed what is shown. Once she has left
 * it is an outcome: how late the cargo is, other rules say.
 */
export const rolled: ExceptionRule = {
  code: 'ROLLED',
  defaults: { thresholdDays: 1, highDays: 7 },
  text: {
    zh: '装船前由 {{oldVessel}} {{oldVoyage}} 改为 {{newVessel}} {{newVoyage}}，预计离港由 {{oldEtdAt}} 推迟 {{days}} 天至 {{newEtdAt}}',
    en: 'Moved from {{oldVessel}} {{oldVoyage}} to {{newVessel}} {{newVoyage}} before loading; ETD {{days}} {{days, plural(one: day; other: days)}} later, from {{oldEtdAt}} to {{newEtdAt}}',
  },
  monotonic: 'increasing',
  readsHistory: true,
  changeTimes: () => [],
  detect: (view, _now, settings, reference) => {
    const history = withoutCorrections(view.departureHistory);
    const current = history[history.length - 1];
    const change = lastChange(history);
    if (!current || !change || current.value.etd === null || change.before.value.etd === null) return [];
    const content = contentOf(view);
    const loadedAt = firstActual(content.events, milestones.loaded);
    if (loadedAt !== null && loadedAt <= change.changedAt) return [];
    const days = (current.value.etd - change.before.value.etd) / DAY_MS;
    if (days <= (settings.thresholdDays ?? 0)) return [];
    const zone = shownZoneOf(content.booking.portOfLoading, reference);
    const old = change.before;
    return [
      {
        key: '',
        params: {
          oldVessel: old.value.vesselName ?? '-',
          oldVoyage: old.value.voyage ?? '',
          newVessel: current.value.vesselName ?? '-',
          newVoyage: current.value.voyage ?? '',
          oldEtdAt: change.before.value.etd,
          oldEtdZone: zone,
          newEtdAt: current.value.etd,
          newEtdZone: zone,
          days: rounded(days),
        },
        evidence: [old, current].flatMap(({ value, knownAt }) => [
          { path: 'leg[1].vesselName', value: value.vesselName, observedAt: knownAt },
          { path: 'leg[1].voyage', value: value.voyage, observedAt: knownAt },
          { path: 'booking.etd', value: value.etd, observedAt: knownAt, zone },
        ]),
        ...(hasDeparted(content) && { over: 'happened' as const }),
        severity: days > (settings.highDays ?? 0) ? 'high' : 'medium',
      },
    ];
  },
};
