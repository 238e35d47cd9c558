import { containerNumbersOf, contentOf, evidenceOf } from '../facts.ts';
import type { ExceptionRule, Finding, ReferenceData } from '../types.ts';

/** Another carrier that owns the box; undefined for own, leased and unknown boxes. */
function strangerOf(containerNo: string, carrierCode: string, reference: ReferenceData): string | undefined {
  const prefix = containerNo.slice(0, 4);
  const own = reference.containerPrefixesOf(carrierCode);
  if (own.length === 0 || own.includes(prefix)) return undefined;
  const owner = reference.carrierOfPrefix?.(prefix);
  return owner === carrierCode ? undefined : owner;
}

/**
 * The booking names another carrier than the subscription, or a box belongs to another carrier.
 * Silent on boxes of lessors and of owners nobody knows (leased boxes are normal), for carriers whose prefixes are not
 * known, and where a code is missing.
 */
export const carrierMismatch: ExceptionRule = {
  code: 'CARRIER_MISMATCH',
  defaults: {},
  text: {
    zh: '{{#containerNo}}箱 {{containerNo}} 属于 {{otherCarrier}}，不是订阅的船公司 {{carrier}}{{/containerNo}}{{^containerNo}}数据中的船公司 {{otherCarrier}} 与订阅的 {{carrier}} 不一致{{/containerNo}}',
    en: '{{#containerNo}}{{containerNo}} belongs to {{otherCarrier}}, not to the subscribed carrier {{carrier}}{{/containerNo}}{{^containerNo}}The data name carrier {{otherCarrier}}, the subscription {{carrier}}{{/containerNo}}',
  },
  detect: (view, _now, _settings, reference) => {
    const content = contentOf(view);
    const { carrierCode } = view.subscription;
    const findings: Finding[] = [];
    const told = content.booking.carrierCode;
    if (carrierCode && told && told.trim().toUpperCase() !== carrierCode.trim().toUpperCase()) {
      findings.push({
        key: 'carrier',
        params: { carrier: carrierCode, otherCarrier: told },
        evidence: [
          evidenceOf(view, 'booking.carrierCode', told),
          { path: 'subscription.carrierCode', value: carrierCode },
        ],
        severity: 'medium',
      });
    }
    for (const containerNo of containerNumbersOf(content)) {
      const otherCarrier = strangerOf(containerNo, carrierCode, reference);
      if (!otherCarrier) continue;
      findings.push({
        key: containerNo,
        params: { containerNo, carrier: carrierCode, otherCarrier },
        evidence: [evidenceOf(view, `container[${containerNo}].containerNo`, containerNo)],
        severity: 'low',
      });
    }
    return findings;
  },
};
