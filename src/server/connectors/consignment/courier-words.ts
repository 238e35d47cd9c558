import { courierMilestones as c } from '#domain/tracking/journey/courier.ts';

/**
 * English words that couriers write of a scan, in the order in which they are tried: what went wrong stands before what it went
 * wrong with, so that "could not be delivered" is no delivery.
 */
const byWords: readonly (readonly [RegExp, string])[] = [
  [/\breturn(?:ed|ing)? to (?:the )?(?:sender|shipper)|\b(?:is )?being returned\b/, c.returning],
  [/\brefused\b|\brefusal\b/, c.refused],
  [/\bdamaged?\b/, c.damaged],
  [/\blost\b/, c.lost],
  [
    /\b(?:incorrect|insufficient|incomplete|wrong|bad|invalid) address\b|\baddress (?:is )?(?:incorrect|incomplete|insufficient|wrong)\b|\bno such number\b|\baddressee unknown\b|\bundeliverable as addressed\b|\bmoved, left no address\b/,
    c.badAddress,
  ],
  [
    /\bavailable for (?:recipient )?(?:pick-?up|collection)\b|\bready for (?:recipient )?(?:pick-?up|collection)\b|\bawaiting collection\b|\bheld at post office\b/,
    c.available,
  ],
  [
    /\bnotice left\b|\bnot (?:at )?home\b|\bnobody\b|\bbusiness (?:is )?closed\b|\bcustomer not available\b|\brecipient (?:not|un)\s?available\b|\b(?:delivery )?attempt(?:ed)?\b|\bno (?:secure location|access|authorized recipient)\b|\bcould not be delivered\b|\bnot delivered\b|\bunable to deliver\b|\bunsuccessful\b/,
    c.notAtHome,
  ],
  [
    /\bout (?:with courier )?for delivery\b|\bwith (?:the )?delivery courier\b|\bdelivery vehicle\b|\bvehicle for delivery\b/,
    c.outForDelivery,
  ],
  [/\b(?:to|will) be delivered\b|\bscheduled for delivery\b/, c.inTransit],
  [/\bdelivered\b|\bdelivery successful\b/, c.delivered],
  [/\bclearance delay\b|\bheld (?:by|in|at) customs\b/, c.customsStarted],
  [
    /\bclear(?:ed|ance)[a-z ]{0,40} (?:customs|completed?)\b|\breleased by (?:the )?customs\b|\bcustoms cleared\b|\bout of customs\b|\binternational shipment release\b/,
    c.customsCleared,
  ],
  [/\bcustoms\b|\bclearance\b/, c.customsStarted],
  [
    /\blabel (?:created|printed)\b|\binfo(?:rmation)? (?:sent|received)\b|\bawaiting item\b|\belectronically\b|\bpre-?shipment\b|\bpre-?advice\b/,
    c.announced,
  ],
  [/\bpicked up\b|\bpick-?up scan\b|\baccept(?:ed|ance)\b|\bin possession\b|\btendered\b|\bcollected\b/, c.pickedUp],
  [/\bdelay(?:ed)?\b|\bexception\b|\bon hold\b|\bmissent\b|\bmisrouted\b|\bweather\b/, c.delayed],
  [/\bdepart(?:ed|ure)?\b|\bleft\b/, c.departed],
  [/\barriv(?:ed|al)\b|\bat (?:[a-z]+ ){0,3}facility\b/, c.arrived],
  [
    /\bprocess(?:ed|ing)\b|\bsort(?:ed|ing)?\b|\btransit\b|\bon the way\b|\ben ?route\b|\bforwarded\b|\btransferred\b/,
    c.inTransit,
  ],
];

/** The milestone that a courier's English words name; undefined for other words. */
export function milestoneOfWords(words: string): string | undefined {
  const text = words.toLowerCase().slice(0, 300);
  return byWords.find(([pattern]) => pattern.test(text))?.[1];
}
