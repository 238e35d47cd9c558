import { arrivalOf, hasArrived } from '../../tracking/whereabouts.ts';
import { modes } from '../../tracking/journey/mode.ts';
import { dueArrival } from '../facts.ts';
import type { ExceptionRule } from '../types.ts';
import { delayRule } from './delay.ts';

/**
 * The ship arrived, or should have arrived, days after the planned arrival. A discharge or gate-out proves the arrival that
 * no source reports. After it, free time has exceptions of its own, and promises are judged with orders (`withPromises`).
 */
export const arriveDelay: ExceptionRule = delayRule({
  code: 'ARRIVE_DELAY',
  // For parcels, the delivery was promised to the hour (EXPRESS_LATE).
  modes: modes.filter((mode) => mode !== 'courier'),
  text: {
    zh: '{{^mode}}到港{{/mode}}{{#mode}}到达{{/mode}}晚 {{days}} 天：原定{{^mode}}到港{{/mode}}{{#mode}}到达{{/mode}} {{etaAt}}，{{#ataAt}}实际{{^mode}}到港{{/mode}}{{#mode}}到达{{/mode}} {{ataAt}}{{/ataAt}}{{^ataAt}}至今没有{{^mode}}到港{{/mode}}{{#mode}}到达{{/mode}}消息{{/ataAt}}{{#newEtaAt}}，最新预计{{^mode}}到港{{/mode}}{{#mode}}到达{{/mode}} {{newEtaAt}}{{/newEtaAt}}',
    en: 'Arrival {{days}} {{days, plural(one: day; other: days)}} late: due {{etaAt}}, {{#ataAt}}arrived {{ataAt}}{{/ataAt}}{{^ataAt}}no arrival reported yet{{/ataAt}}{{#newEtaAt}}; new ETA {{newEtaAt}}{{/newEtaAt}}',
  },
  estimate: 'eta',
  actual: 'ata',
  newEstimate: 'newEta',
  port: 'portOfDischarge',
  dueOf: dueArrival,
  actualOf: arrivalOf,
  hasHappened: hasArrived,
});
