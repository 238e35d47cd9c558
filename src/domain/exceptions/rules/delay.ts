import { earliestOf, latestOf } from '#shared/time/day.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import type { BookingContent, ShipmentContent } from '../../tracking/model.ts';
import { shownBooking } from '../../tracking/estimates.ts';
import type { Shown } from '../../tracking/whereabouts.ts';
import { contentOf, evidenceOf, rounded, laterEstimate, modeOf, zoneAt } from '../facts.ts';
import type { Evidence, ExceptionRule, Severity, ShipmentView } from '../types.ts';
import type { Mode } from '../../tracking/journey/mode.ts';

/** The shipment is late at its other end too, so that the delay is not over when it has happened. */
export type FurtherDelay = { params: Record<string, string | number>; evidence: Evidence[]; severity: Severity };

/** What differs between a late departure and a late arrival. */
export type DelayProfile = {
  code: string;
  modes: readonly Mode[];
  text: { zh: string; en: string };
  /** Fields of the booking, which the parameters of the text are named after: `etaAt`, `ataAt`, `newEtaAt`. */
  estimate: 'etd' | 'eta';
  actual: 'atd' | 'ata';
  newEstimate: 'newEtd' | 'newEta';
  port: 'portOfLoading' | 'portOfDischarge';
  dueOf: (content: ShipmentContent) => Shown | undefined;
  actualOf: (content: ShipmentContent) => Shown | undefined;
  /** Whether anything shows that it has happened, also where no source reports the time. */
  hasHappened: (content: ShipmentContent) => boolean;
  /** Called once it has happened. */
  furtherDelay?: (context: {
    view: ShipmentView;
    shown: BookingContent;
    thresholdDays: number;
    highDays: number;
    zoneOf: (port: string | null) => string;
  }) => FurtherDelay | undefined;
};

/** Whole days while the clock runs, one decimal once the time is known. */
const shownDays = (days: number, isKnown: boolean): number => (isKnown ? rounded(days) : Math.floor(days));

/** A named time of a place, as texts take it. */
const timeParams = (name: string, at: Instant, zone: string): Record<string, string | number> => ({
  [`${name}At`]: at,
  [`${name}Zone`]: zone,
});

/**
 * The ship left or arrived, or should have, days after the planned time (the estimated one where no source reports a plan).
 * Silent without either and on an actual time that still lies ahead (FUTURE_ACTUAL); against the clock only while nothing
 * shows that it has happened, and never on an ended subscription. Once it has happened it is an outcome, unless there is a
 * further delay.
 */
export const delayRule = (profile: DelayProfile): ExceptionRule => ({
  code: profile.code,
  modes: profile.modes,
  judgesContainers: true,
  defaults: { thresholdDays: 2, highDays: 7 },
  text: profile.text,
  monotonic: 'increasing',
  judgesSilence: true,
  changeTimes: (view, settings) => {
    const content = contentOf(view);
    const due = profile.dueOf(content);
    const actual = profile.actualOf(content);
    if (!due) return [];
    return [actual ? earliestOf(actual.value) : latestOf(due.value) + (settings.thresholdDays ?? 0) * DAY_MS];
  },
  detect: (view, now, settings, reference) => {
    const { thresholdDays = 0, highDays = 0 } = settings;
    const content = contentOf(view);
    const due = profile.dueOf(content);
    const actual = profile.actualOf(content);
    if (!due || (actual && earliestOf(actual.value) > now)) return [];
    if (!actual && (view.subscription.ended || profile.hasHappened(content))) return [];
    const days = ((actual ? earliestOf(actual.value) : now) - latestOf(due.value)) / DAY_MS;
    if (days <= thresholdDays) return [];
    const shown = shownBooking(content, now);
    const zoneOf = (port: string | null): string => zoneAt(content, port, reference);
    const zone = zoneOf(content.booking[profile.port]);
    const next = actual ? undefined : laterEstimate(shown[profile.estimate], due.value);
    const further = actual && profile.furtherDelay?.({ view, shown, thresholdDays, highDays, zoneOf });
    return [
      {
        key: '',
        params: {
          ...modeOf(view),
          days: shownDays(days, actual !== undefined),
          ...timeParams(profile.estimate, due.value, zone),
          ...(actual && timeParams(profile.actual, actual.value, zone)),
          ...(next !== undefined && timeParams(profile.newEstimate, next, zone)),
          ...further?.params,
        },
        evidence: [
          evidenceOf(view, due.path, due.value, zone),
          ...(actual ? [evidenceOf(view, actual.path, actual.value, zone)] : []),
          ...(next === undefined ? [] : [evidenceOf(view, `booking.${profile.estimate}`, next, zone)]),
          ...(further?.evidence ?? []),
        ],
        ...(actual !== undefined && further === undefined && { over: 'happened' as const }),
        severity: further?.severity ?? (days > highDays ? 'high' : 'medium'),
      },
    ];
  },
});
