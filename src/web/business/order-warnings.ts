import { DAY_MS } from '#shared/time/instant.ts';
import { parseTimeText } from '#shared/time/parse-time-text.ts';
import { fromLocalText, zoneOfUnknownPlace } from '#shared/time/zone.ts';
import type { BusinessDraft, Cells } from './draft.ts';

/** Times that stand in an order that cannot be: which rule, and of which leg (0: of the booking). */
export type OrderWarning = { rule: 'atdLongBeforeEtd' | 'etaBeforeEtd' | 'ataBeforeAtd' | 'legOverlap'; leg: number };

const longBeforeMs = 30 * DAY_MS;

/** The zone of a place by its code. */
export type ZoneOf = (code: string) => string | undefined;

function instantOf(text: string | undefined, code: string | undefined, zoneOf: ZoneOf): number | undefined {
  const local = text === undefined || text === '' ? undefined : parseTimeText(text);
  return local === undefined ? undefined : fromLocalText(local, zoneOf(code ?? '') ?? zoneOfUnknownPlace);
}

function timesOf(cells: Cells, names: readonly [string, string, string, string], zoneOf: ZoneOf) {
  const [etd, atd, eta, ata] = names;
  const out = (name: string) => instantOf(cells[name], cells['polCode'], zoneOf);
  const there = (name: string) => instantOf(cells[name], cells['podCode'], zoneOf);
  return { etd: out(etd), atd: out(atd), eta: there(eta), ata: there(ata) };
}

type Times = ReturnType<typeof timesOf>;

function warningsOf({ etd, atd, eta, ata }: Times, leg: number): OrderWarning[] {
  const isBefore = (one: number | undefined, other: number | undefined, byMs = 0): boolean =>
    one !== undefined && other !== undefined && one < other - byMs;
  return [
    ...(isBefore(atd, etd, longBeforeMs) ? [{ rule: 'atdLongBeforeEtd' as const, leg }] : []),
    ...(isBefore(eta, etd) ? [{ rule: 'etaBeforeEtd' as const, leg }] : []),
    ...(isBefore(ata, atd) ? [{ rule: 'ataBeforeAtd' as const, leg }] : []),
  ];
}

/** Warnings about the order of times, which never keep anybody from saving. */
export function orderWarnings(draft: BusinessDraft, zoneOf: ZoneOf): OrderWarning[] {
  const booking = timesOf(draft.booking, ['custEtdStr', 'atdStr', 'custEtaStr', 'ataStr'], zoneOf);
  const legs = draft.legs.map(({ cells }) => timesOf(cells, ['etdStr', 'atdStr', 'etaStr', 'ataStr'], zoneOf));
  const overlaps = legs.flatMap((leg, index): OrderWarning[] => {
    const former = legs[index - 1];
    if (former === undefined) return [];
    const [ends, starts] = [former.ata ?? former.eta, leg.atd ?? leg.etd];
    return ends !== undefined && starts !== undefined && starts < ends ? [{ rule: 'legOverlap', leg: index + 1 }] : [];
  });
  return [...warningsOf(booking, 0), ...legs.flatMap((leg, index) => warningsOf(leg, index + 1)), ...overlaps];
}
