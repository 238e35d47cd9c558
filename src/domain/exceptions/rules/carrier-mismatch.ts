import { mergeContainers } from '../containers.ts';
import type { ContainerFinding } from '../containers.ts';
import { containerNumbersOf } from '../../tracking/containers.ts';
import { contentOf, evidenceOf } from '../facts.ts';
import type { ExceptionRule, ReferenceData } from '../types.ts';

/** Who owns a container that is not the carrier's own: another carrier, or 'unknown' for lessors; undefined for own containers. */
function strangerOf(containerNo: string, carrierCode: string, reference: ReferenceData): string | undefined {
  const prefix = containerNo.slice(0, 4);
  const own = reference.containerPrefixesOf(carrierCode);
  if (own.length === 0 || own.includes(prefix)) return undefined;
  const owner = reference.carrierOfPrefix?.(prefix) ?? 'unknown';
  return owner === carrierCode ? undefined : owner;
}

/** Whether the data name another carrier: by another code that is not the subscribed carrier's SCAC, nor an unverified one. */
function isOther(reported: string, carrierCode: string, reference: ReferenceData): boolean {
  const [named, subscribed] = [reported.trim().toUpperCase(), carrierCode.trim().toUpperCase()];
  if (named === subscribed) return false;
  const owner = reference.carrierOfCode?.(named);
  return owner !== null && owner !== subscribed;
}

/**
 * The booking names another carrier than the subscription, or a container is not the carrier's: a warning only, because
 * leased containers exist; `reportLeased: 0` is for carriers that lease many.
 * Silent for carriers whose prefixes are not known or unverified, for unverified codes, and where a code is missing.
 */
export const carrierMismatch: ExceptionRule = {
  code: 'CARRIER_MISMATCH',
  defaults: { reportLeased: 1 },
  text: {
    zh: '{{#toldCarrier}}数据中的船公司 {{toldCarrier}} 与订阅的 {{carrier}} 不一致{{/toldCarrier}}{{#otherCarrier}}箱 {{boxNos}} 属于 {{otherCarrier}}，不是订阅的船公司 {{carrier}}{{/otherCarrier}}{{#prefix}}箱 {{boxNos}} 的箱主代码 {{prefix}} 不属于船公司 {{carrier}}，可能是租箱或箱号有误{{/prefix}}',
    en: '{{#toldCarrier}}The data name carrier {{toldCarrier}}, the subscription {{carrier}}{{/toldCarrier}}{{#otherCarrier}}{{boxNos}} belongs to {{otherCarrier}}, not to the subscribed carrier {{carrier}}{{/otherCarrier}}{{#prefix}}{{boxNos}}: the owner code {{prefix}} is not one of {{carrier}}; a leased box, or a wrong number{{/prefix}}',
  },
  monotonic: 'increasing',
  changeTimes: () => [],
  detect: (view, _now, settings, reference) => {
    const content = contentOf(view);
    const { carrierCode } = view.subscription;
    const findings: ContainerFinding[] = [];
    const reported = content.booking.carrierCode;
    if (carrierCode && reported && isOther(reported, carrierCode, reference)) {
      findings.push({
        containerNo: null,
        key: 'carrier',
        params: { carrier: carrierCode, toldCarrier: reported },
        evidence: [
          evidenceOf(view, 'booking.carrierCode', reported),
          { path: 'subscription.carrierCode', value: carrierCode },
        ],
        severity: 'medium',
      });
    }
    for (const containerNo of containerNumbersOf(content)) {
      const owner = strangerOf(containerNo, carrierCode, reference);
      if (!owner || (owner === 'unknown' && !settings.reportLeased)) continue;
      const whose: ContainerFinding['params'] =
        owner === 'unknown' ? { prefix: containerNo.slice(0, 4) } : { otherCarrier: owner };
      findings.push({
        containerNo,
        key: owner === 'unknown' ? `prefix:${containerNo.slice(0, 4)}` : `owner:${owner}`,
        params: { containerNo, carrier: carrierCode, ...whose },
        evidence: [evidenceOf(view, `container[${containerNo}].containerNo`, containerNo)],
        severity: 'low',
      });
    }
    return mergeContainers(findings);
  },
};
