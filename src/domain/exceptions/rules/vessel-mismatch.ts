import type { Instant } from '#shared/time/instant.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import type { Claim } from '../../intake/fusion/types.ts';
import type { LegContent, SourceRecord } from '../../tracking/model.ts';
import { claimsAt, contentOf, evidenceOfClaim, heardFrom, isFromOther, provenanceOf, recordOf } from '../facts.ts';
import { foldVessel, isSameVoyage } from '../../tracking/ship.ts';
import type { ExceptionRule, Finding, RuleSettings, ShipmentView } from '../types.ts';

/** When the ship of a leg was first shown as she is now; undefined when she was never another one. */
function shipShownSince(view: ShipmentView, leg: LegContent): Instant | undefined {
  const other = view.shipHistory.findLastIndex(({ value }) => {
    const { vesselName, voyage } = value[leg.sequence - 1] ?? { vesselName: null, voyage: null };
    if (vesselName && leg.vesselName && foldVessel(vesselName) !== foldVessel(leg.vesselName)) return true;
    return Boolean(voyage && leg.voyage && !isSameVoyage(voyage, leg.voyage));
  });
  return other < 0 ? undefined : view.shipHistory[other + 1]?.knownAt;
}

const legOf = (record: SourceRecord | undefined, leg: LegContent): LegContent | undefined =>
  record?.content.legs.find(
    ({ portOfLoading, portOfDischarge }) =>
      portOfLoading === leg.portOfLoading && portOfDischarge === leg.portOfDischarge,
  );

/** Two names for one ship: the IMO number is what counts. */
function hasSameImo(view: ShipmentView, a: Claim, b: Claim, leg: LegContent): boolean {
  const first = legOf(recordOf(view, a), leg)?.vesselImo;
  const second = legOf(recordOf(view, b), leg)?.vesselImo;
  return Boolean(first) && first === second;
}

/** Until when a source that is behind may not have heard of a ship that was another one before anybody looked. */
const firstLookEnds = ({ shipHistory }: ShipmentView, settings: RuleSettings): Instant | undefined =>
  shipHistory[0] && shipHistory[0].knownAt + (settings.graceHours ?? 0) * HOUR_MS;

/** Only a source that has spoken lately, and well after the ship changed, can contradict; others lag. */
function isCurrent(
  view: ShipmentView,
  leg: LegContent,
  [winner, other]: readonly [Claim, Claim],
  now: Instant,
  settings: RuleSettings,
): boolean {
  const lagMs = (settings.lagHours ?? 0) * HOUR_MS;
  if (winner.observedAt - other.observedAt > lagMs) return false;
  const since = shipShownSince(view, leg);
  if (since !== undefined) return other.observedAt >= since + (settings.graceHours ?? 0) * HOUR_MS;
  // A source that we could not ask since may have heard of it.
  const heard = heardFrom(view, other.sourceCode, now);
  return other.observedAt >= winner.observedAt || heard > (firstLookEnds(view, settings) ?? 0);
}

function findOther(
  view: ShipmentView,
  leg: LegContent,
  attribute: 'vesselName' | 'voyage',
  now: Instant,
  settings: RuleSettings,
): { path: string; winner: Claim; other: Claim } | undefined {
  const path = `leg[${leg.sequence}].${attribute}`;
  if (provenanceOf(view, path)?.rule === 'override') return undefined;
  const [winner, ...others] = claimsAt(view, path);
  if (!winner) return undefined;
  const isOther = (claim: Claim): boolean =>
    attribute === 'vesselName'
      ? foldVessel(String(claim.value)) !== foldVessel(String(winner.value)) && !hasSameImo(view, winner, claim, leg)
      : !isSameVoyage(String(claim.value), String(winner.value));
  const other = others.find(
    (claim) => isFromOther(winner, claim) && isOther(claim) && isCurrent(view, leg, [winner, claim], now, settings),
  );
  return other && { path, winner, other };
}

/**
 * Sources disagree on the ship, or on the voyage of a ship they agree on.
 * Silent on other spellings (case, blanks, MV, leading zeros, direction letter), on one ship under two names with the
 * same IMO number, on a source that has been quiet longer than the other or has stated nothing half a day after the ship
 * changed (it lags), for half a day after the first look on one that has not spoken since the other did, on what
 * an expert has settled, and on legs that only one source knows.
 */
export const vesselMismatch: ExceptionRule = {
  code: 'VESSEL_MISMATCH',
  defaults: { lagHours: 48, graceHours: 12 },
  text: {
    zh: '第 {{leg}} 程{{#isVoyage}}航次{{/isVoyage}}{{^isVoyage}}船名{{/isVoyage}}不一致：{{firstSource}} 为 {{first}}，{{secondSource}} 为 {{second}}',
    en: 'Leg {{leg}}, {{#isVoyage}}voyage{{/isVoyage}}{{^isVoyage}}vessel{{/isVoyage}}: {{firstSource}} says {{first}}, {{secondSource}} says {{second}}',
  },
  changeTimes: (view, settings) => [firstLookEnds(view, settings)].filter((moment) => moment !== undefined),
  monotonic: 'increasing',
  readsSources: true,
  readsHistory: true,
  detect: (view, now, settings) =>
    contentOf(view).legs.flatMap((leg): Finding[] => {
      const ship = findOther(view, leg, 'vesselName', now, settings);
      const found = ship ?? findOther(view, leg, 'voyage', now, settings);
      if (!found) return [];
      const { path, winner, other } = found;
      return [
        {
          key: `leg:${leg.sequence}`,
          params: {
            leg: leg.sequence,
            ...(!ship && { isVoyage: 1 }),
            first: String(winner.value),
            firstSource: winner.sourceCode,
            second: String(other.value),
            secondSource: other.sourceCode,
          },
          evidence: claimsAt(view, path).map((claim) => evidenceOfClaim(path, claim)),
          severity: ship ? 'medium' : 'low',
        },
      ];
    }),
};
