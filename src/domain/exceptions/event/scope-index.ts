import { canonicalPort, contentOf } from '../facts.ts';
import type { ReferenceData, ShipmentView } from '../types.ts';
import type { EventItem } from './event-item.ts';

/** What can narrow an event item, the narrowest first. */
const scopes = ['podCodes', 'polCodes', 'carrierCodes', 'modes'] as const;
type Scope = (typeof scopes)[number];

/**
 * Things by the scope of their event items: gives those whose event items may be for a shipment, in the order they came in, without
 * looking at those for other ports, carriers and modes. Whether an event item really is for it, it says itself.
 */
export function indexByScope<T>(
  things: readonly T[],
  eventItemOf: (thing: T) => EventItem,
): (view: ShipmentView, reference: ReferenceData) => readonly T[] {
  type Placed = { thing: T; order: number };
  const everywhere: Placed[] = [];
  const byCode: Record<Scope, Map<string, Placed[]>> = {
    podCodes: new Map(),
    polCodes: new Map(),
    carrierCodes: new Map(),
    modes: new Map(),
  };
  for (const [order, thing] of things.entries()) {
    const eventItem = eventItemOf(thing);
    const scope = scopes.find((name) => eventItem[name].length > 0);
    if (scope === undefined) everywhere.push({ thing, order });
    else
      for (const code of new Set(eventItem[scope])) {
        const placed = byCode[scope].get(code) ?? [];
        placed.push({ thing, order });
        byCode[scope].set(code, placed);
      }
  }
  return (view, reference) => {
    const { booking } = contentOf(view);
    const port = (code: string | null): string | null => (code === null ? null : canonicalPort(code, reference));
    const codes: Record<Scope, string | null> = {
      podCodes: port(booking.portOfDischarge),
      polCodes: port(booking.portOfLoading),
      carrierCodes: view.subscription.carrierCode,
      modes: view.subscription.mode ?? 'sea',
    };
    const found = scopes.flatMap((scope) => byCode[scope].get(codes[scope] ?? '') ?? []);
    return [...everywhere, ...found].sort((a, b) => a.order - b.order).map(({ thing }) => thing);
  };
}
