import type { LonLat } from '#shared/geo/geodesy.ts';
import { isInOutline } from '#shared/geo/outline.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';
import { destinationPort } from '../../network/position/destination.ts';
import type { LegContent } from '../../tracking/model.ts';
import { hasArrived } from '../../tracking/whereabouts.ts';
import { canonicalPort, contentOf, evidenceOf, zoneOfPort } from '../facts.ts';
import { joinWays, placeOnWay } from '../risk-zones.ts';
import type { RiskZone, RiskZones, WayWithZones } from '../risk-zones.ts';
import { routesOf } from '../corrections.ts';
import type { Evidence, ExceptionRule, Finding, ReferenceData, RuleSettings, ShipmentView } from '../types.ts';

/** Knots of a container ship where nothing says when she arrives. */
const usualKn = 15;

/** The part of a leg that is still to be sailed. */
type Rest = {
  leg: LegContent;
  way: WayWithZones;
  /** She keeps to the usual way between the ports. */
  isUsual: boolean;
  /** Miles of the way that are done. */
  doneNm: number;
  /** When a mile of the way is, was or will be reached. */
  reachedAt: (nm: number) => Instant;
  fix: Fix | undefined;
  /** How far off the usual way she is by her position; 0 where that is not known, or the way is her own. */
  offNm: number;
  /** The port that she says she calls at before, by which the way leads. */
  over?: string;
};

type Fix = { place: LonLat; at: Instant; speed: number | null; boundFor: string | undefined };

function timesOf(leg: LegContent, way: WayWithZones, now: Instant): (nm: number) => Instant {
  const leaves = leg.atd ?? Math.max(leg.etd ?? now, now);
  const usualMs = (way.distanceNm / usualKn) * HOUR_MS;
  const arrives = leg.eta !== null && leg.eta > leaves ? leg.eta : leaves + usualMs;
  return (nm) => leaves + (nm / way.distanceNm) * (arrives - leaves);
}

/** Slower than this she manoeuvres or waits: her speed does not say when she comes anywhere. */
const underWayKn = 6;

/** When she comes somewhere at the speed she makes; the times of a leg hold the stays in ports that lie on its way, hers do not. */
const timesBySpeed =
  (fix: Fix, doneNm: number): ((nm: number) => Instant) =>
  (nm) =>
    fix.at + ((nm - doneNm) / (fix.speed ?? usualKn)) * HOUR_MS;

const isUnderWay = ({ speed }: Fix): boolean => speed !== null && speed >= underWayKn;

/** How long a container ship stays in a port on her way. */
const usualStayMs = DAY_MS;

/** A way over another port that is longer than the way left by more is a destination that nobody has changed. */
const detour = { share: 1.6, nm: 600 } as const;

/**
 * What is left for a ship that says she calls elsewhere before the port of discharge: the way over that port, there by
 * her speed, from there after a stay as the times of the leg say. Undefined where she does not say so, or cannot mean it.
 */
function restOverCall(
  leg: LegContent,
  usual: WayWithZones,
  fix: Fix,
  [from, to]: readonly [string, string],
  zones: RiskZones,
): Rest | undefined {
  const { boundFor, place } = fix;
  if (boundFor === undefined || boundFor === to || boundFor === from || !isUnderWay(fix)) return undefined;
  const [there, second] = [zones.between(from, boundFor), zones.between(boundFor, to)];
  // Finding a way from a place at sea costs: not where no zone lies on any way she may take.
  if (there === undefined || second === undefined) return undefined;
  if (there.zones.length + second.zones.length + usual.zones.length === 0) return undefined;
  const first = zones.from(place, boundFor);
  if (first === undefined) return undefined;
  const way = joinWays(first, second);
  const { alongNm, offNm } = placeOnWay(usual, place);
  if (way.distanceNm > (usual.distanceNm - alongNm + offNm) * detour.share + detour.nm) return undefined;
  const callsAt = timesBySpeed(fix, 0)(first.distanceNm);
  const usualMs = (second.distanceNm / usualKn) * HOUR_MS;
  const arrives = leg.eta !== null && leg.eta > callsAt ? leg.eta : callsAt + usualMs;
  const sailsMs = timesBySpeed(fix, 0)(second.distanceNm) - fix.at;
  const leavesAt = callsAt + Math.min(usualStayMs, Math.max(0, arrives - callsAt - sailsMs));
  const reachedAt = (nm: number): Instant =>
    nm <= first.distanceNm
      ? timesBySpeed(fix, 0)(nm)
      : leavesAt + ((nm - first.distanceNm) / second.distanceNm) * (arrives - leavesAt);
  return { leg, way, isUsual: true, doneNm: 0, reachedAt, fix, offNm: 0, over: boundFor };
}

/** Where she is by her position; a ship far off the usual way has chosen another one, which begins where she is. */
function restByPosition(
  leg: LegContent,
  usual: WayWithZones,
  fix: Fix,
  now: Instant,
  offLaneNm: number,
  to: string,
  zones: RiskZones,
): Rest {
  const { alongNm, offNm } = placeOnWay(usual, fix.place);
  if (offNm <= offLaneNm) {
    const reachedAt = isUnderWay(fix) ? timesBySpeed(fix, alongNm) : timesOf(leg, usual, now);
    return { leg, way: usual, isUsual: true, doneNm: alongNm, reachedAt, fix, offNm };
  }
  const way = zones.from(fix.place, to) ?? usual;
  const reachedAt = isUnderWay(fix) ? timesBySpeed(fix, 0) : timesOf({ ...leg, atd: fix.at }, way, now);
  return { leg, way, isUsual: false, doneNm: 0, reachedAt, fix, offNm: 0 };
}

function restOf(
  view: ShipmentView,
  leg: LegContent,
  now: Instant,
  settings: RuleSettings,
  reference: ReferenceData,
): Rest | undefined {
  const zones = reference.riskZones;
  if (zones === undefined || leg.ata !== null || leg.portOfLoading === null || leg.portOfDischarge === null)
    return undefined;
  const to = canonicalPort(leg.portOfDischarge, reference);
  const from = canonicalPort(leg.portOfLoading, reference);
  const usual = zones.between(from, to);
  if (usual === undefined) return undefined;
  const { voyage } = view;
  const isHers = voyage?.sequence === leg.sequence && voyage.fix != null && (voyage.departedAt ?? leg.atd) !== null;
  if (isHers && voyage.fix !== null && now - voyage.fix.at <= (settings.freshHours ?? 0) * HOUR_MS) {
    const { lon, lat, at, speed } = voyage.fix;
    const { destination } = voyage;
    const boundFor = destination == null ? undefined : destinationPort(destination, reference.resolvePort);
    const fix = { place: [lon, lat] as const, at, speed, boundFor };
    return (
      restOverCall(leg, usual, fix, [from, to], zones) ??
      restByPosition(leg, usual, fix, now, settings.offLaneNm ?? 0, to, zones)
    );
  }
  const reachedAt = timesOf(leg, usual, now);
  if (leg.atd === null) return { leg, way: usual, isUsual: true, doneNm: 0, reachedAt, fix: undefined, offNm: 0 };
  const span = reachedAt(usual.distanceNm) - reachedAt(0);
  const doneNm = Math.min(Math.max((now - leg.atd) / span, 0), 1) * usual.distanceNm;
  return { leg, way: usual, isUsual: true, doneNm, reachedAt, fix: undefined, offNm: 0 };
}

/** Whether the way that was reported first leads through a zone already. */
function wasOnFirstRoute(view: ShipmentView, zone: RiskZone, zones: RiskZones, reference: ReferenceData): boolean {
  const ports = routesOf(view.routeHistory)[0]?.value.map((port) => canonicalPort(port, reference));
  if (ports === undefined || ports.length < 2) return true;
  return ports.some((port, index) => {
    const next = ports[index + 1];
    return next !== undefined && zones.between(port, next)?.zones.some((one) => one.zone.code === zone.code) === true;
  });
}

/**
 * Anyone who subscribed could know of it: the zone was there already, and it lies on the usual way of the route as it was reported
 * first. A zone that came later, another route, or a ship on a way of her own is news.
 */
const isKnown = (view: ShipmentView, rest: Rest, zone: RiskZone, reference: ReferenceData): boolean =>
  rest.isUsual &&
  zone.activeFrom <= view.subscription.subscribedAt &&
  reference.riskZones !== undefined &&
  wasOnFirstRoute(view, zone, reference.riskZones, reference);

/** Times to the half day: a position that comes in every minute shall not make another text every minute. */
const halfDay = (at: Instant): Instant => Math.round(at / (12 * HOUR_MS)) * 12 * HOUR_MS;

/** So many calls are named; a ship hardly has more before the port of discharge. */
const maxCalls = 6;

/** Where she calls before the port of discharge: as her carriers announce it, else the port that she says is next. */
function nextCalls(view: ShipmentView, { leg, over }: Rest): Finding['params'] {
  const announced = view.voyage?.sequence === leg.sequence ? (view.voyage.callsBefore ?? []) : [];
  if (announced.length > 0) return { callsRoute: announced.slice(0, maxCalls).join(' → ') };
  return over === undefined ? {} : { viaPort: over };
}

/** `entry` is when she comes into the zone; undefined while she is in it. */
function found(
  view: ShipmentView,
  rest: Rest,
  zone: RiskZone,
  entry: Instant | undefined,
  isExpected: boolean,
  reference: ReferenceData,
): Finding {
  const { leg, fix, over } = rest;
  const zoneTo = zoneOfPort(leg.portOfDischarge, reference);
  const evidence: Evidence[] = [
    { path: 'riskZone', value: zone.code },
    evidenceOf(view, `leg[${leg.sequence}].portOfLoading`, leg.portOfLoading),
    evidenceOf(view, `leg[${leg.sequence}].portOfDischarge`, leg.portOfDischarge),
    ...(leg.eta === null ? [] : [evidenceOf(view, `leg[${leg.sequence}].eta`, leg.eta, zoneTo)]),
    ...(fix === undefined ? [] : [{ path: 'position.at', value: fix.at, sourceCode: 'ais', observedAt: fix.at }]),
    ...(over === undefined ? [] : [{ path: 'position.destination', value: over, sourceCode: 'ais' }]),
  ];
  return {
    key: zone.code,
    params: {
      riskZone: zone.code,
      leg: leg.sequence,
      fromPort: leg.portOfLoading ?? '',
      toPort: leg.portOfDischarge ?? '',
      vessel: leg.vesselName ?? '',
      ...nextCalls(view, rest),
      ...(entry === undefined ? { inside: 1 } : { entryAt: halfDay(entry) }),
      ...(isExpected && { known: 1 }),
    },
    evidence,
    severity: isExpected ? 'low' : zone.severity,
    ...(zone.newsAt !== undefined && { newsAt: zone.newsAt }),
  };
}

/** Off the usual way by more, a ship may pass a zone that lies on it. */
const besideNm = 60;

/** Whether a zone of the usual way does not lie on the way that is left from where she is beside it. */
function isPassed({ fix, offNm, leg }: Rest, zone: RiskZone, reference: ReferenceData): boolean {
  if (fix === undefined || offNm <= besideNm || leg.portOfDischarge === null) return false;
  const way = reference.riskZones?.from(fix.place, canonicalPort(leg.portOfDischarge, reference));
  return way !== undefined && !way.zones.some((one) => one.zone.code === zone.code);
}

/** The first time within the horizon that the rest of a leg leads through each zone while it is active. */
function zonesAhead(
  view: ShipmentView,
  rest: Rest,
  now: Instant,
  settings: RuleSettings,
  reference: ReferenceData,
): Finding[] {
  const { way, doneNm, reachedAt } = rest;
  return way.zones.flatMap(({ zone, stretches }): Finding[] => {
    const isExpected = isKnown(view, rest, zone, reference);
    const horizonDays = Math.min(settings.horizonDays ?? 0, isExpected ? (settings.knownHorizonDays ?? 0) : Infinity);
    const ahead = stretches.find(({ fromNm, toNm }) => {
      if (toNm <= doneNm) return false;
      const [entry, exit] = [reachedAt(Math.max(fromNm, doneNm)), reachedAt(toNm)];
      const isActive =
        zone.activeFrom <= Math.max(exit, now) && (zone.activeTo === null || zone.activeTo > Math.max(entry, now));
      return isActive && entry - now <= horizonDays * DAY_MS;
    });
    if (ahead === undefined || isPassed(rest, zone, reference)) return [];
    // One that is behind her times enters later than they say, not in the past.
    const entry = ahead.fromNm < doneNm ? undefined : Math.max(reachedAt(ahead.fromNm), now);
    return [found(view, rest, zone, entry, isExpected, reference)];
  });
}

/** Zones that she lies or sails in by her position, whatever way she should be on. */
function zonesAround(view: ShipmentView, rest: Rest, now: Instant, reference: ReferenceData): Finding[] {
  const { fix } = rest;
  if (fix === undefined) return [];
  return (reference.riskZones?.all ?? [])
    .filter(({ activeFrom, activeTo }) => activeFrom <= now && (activeTo === null || activeTo > now))
    .filter(({ outline }) => isInOutline(fix.place, outline))
    .map((zone) => found(view, rest, zone, undefined, isKnown(view, rest, zone, reference), reference));
}

/**
 * What is left of the way leads through a risk zone that is active when the ship is there. Each zone is one problem.
 * The way is the usual one by sea between the ports of a leg, from where positions show her when they are fresh, else
 * from where she should be by her times; a ship far off that way has chosen another. Under way by a fresh position she
 * enters when her speed says, else when the times of the leg say; one that says she calls elsewhere first goes by there; beside that way she enters only what also lies on the way from where she
 * is; in a zone by her position she is in it. Silent on legs that are sailed, on
 * stretches that lie behind her, beyond the horizon, after the arrival, and on ports that are not known. What anyone who
 * subscribed could know (the zone was there, on the usual way of the first route) is no exception; with `reportKnown` it is one
 * of low severity, reported only shortly before she enters; a zone that came later, a changed route or a ship on a way of her own has the severity of the zone.
 */
export const riskZone: ExceptionRule = {
  code: 'RISK_ZONE',
  defaults: { horizonDays: 30, reportKnown: 0, knownHorizonDays: 7, offLaneNm: 250, freshHours: 24 },
  text: {
    zh: '第 {{leg}} 程 {{fromPort}} → {{toPort}}{{#vessel}}（{{vessel}}）{{/vessel}}{{#callsRoute}}，途中挂靠 {{callsRoute}}，{{/callsRoute}}{{#viaPort}}，先挂靠 {{viaPort}}，{{/viaPort}}{{#inside}}正在经过{{/inside}}{{^inside}}将经过{{/inside}}风险区域“{{riskZone}}”{{#entryAt}}，预计 {{entryAt}} 前后进入{{/entryAt}}{{#known}}（订阅时已知）{{/known}}',
    en: 'Leg {{leg}} {{fromPort}} → {{toPort}}{{#vessel}} ({{vessel}}){{/vessel}}{{#callsRoute}}, calling at {{callsRoute}} on the way,{{/callsRoute}}{{#viaPort}}, calling at {{viaPort}} first,{{/viaPort}} {{#inside}}is passing{{/inside}}{{^inside}}leads through{{/inside}} the risk zone "{{riskZone}}"{{#entryAt}}, entered about {{entryAt}}{{/entryAt}}{{#known}} (known when subscribed){{/known}}',
  },
  detect: (view, now, settings, reference) => {
    const zones = reference.riskZones;
    const content = contentOf(view);
    if (zones === undefined || zones.all.length === 0 || view.subscription.ended || hasArrived(content)) return [];
    const first = new Map<string, Finding>();
    for (const leg of content.legs) {
      const rest = restOf(view, leg, now, settings, reference);
      if (rest === undefined) continue;
      const around = zonesAround(view, rest, now, reference);
      for (const finding of [...around, ...zonesAhead(view, rest, now, settings, reference)])
        if (!first.has(finding.key) && (finding.params['known'] !== 1 || settings.reportKnown))
          first.set(finding.key, finding);
    }
    return [...first.values()];
  },
};
