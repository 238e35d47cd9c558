import { isDay } from '#shared/time/day.ts';
import { toLocalText } from '#shared/time/zone.ts';
import { createPortNames } from '#domain/administration/ports/port-names.ts';
import { exampleReference } from '#server/connectors/dcsa/event-builders.ts';
import type { ParseReference } from '#server/connectors/types.ts';
import { carrierSamples } from './carrier-samples.ts';
import { sampleContainer } from './sample-answer.ts';
import { type RobotAnswer, readAnswer, shippedReleases } from '#server/connectors/rpa/index.ts';

const names = [
  ['CNSHA', 'Shanghai', 'CN'],
  ['SGSIN', 'Singapore', 'SG'],
  ['NLRTM', 'Rotterdam', 'NL'],
].map(([code = '', name = '', countryCode = '']) => ({ code, name, nameCn: null, countryCode }));
/** Look-ups of the samples: their ports, also by name. */
export const sampleReference: ParseReference = { ...exampleReference, portNamed: createPortNames(() => names) };

/** A sample as an answer about its container, also with another text. */
export const answerOf = (name: string, text?: string): RobotAnswer => {
  const sample = carrierSamples[name];
  if (sample === undefined) throw new Error(name);
  return {
    ...sample,
    text: text ?? sample.text,
    subject: 'container',
    subjectNo: sampleContainer,
    collectedAt: Date.UTC(2026, 3, 1),
    parserHint: null,
  };
};

/** A time in its zone; a day alone as a day; '' for none. */
export const timeText = (time: number | null, zone: string | null, mark: string): string => {
  if (time === null) return '';
  const local = toLocalText(time, zone ?? 'UTC');
  return `${mark}${isDay(time) ? local.slice(0, 10) : local.slice(0, 16)}`;
};

/** Events as lines: milestone, port, estimated and actual in local time, ship and voyage; `box` where it is of the container alone. */
export function linesOf(answer: RobotAnswer, by: ParseReference = sampleReference): string[] {
  const { record } = readAnswer(answer, shippedReleases(), by);
  return (record.content?.events ?? []).map((event) => {
    const times = [timeText(event.estimated, event.zone, '~'), timeText(event.actual, event.zone, '')];
    const ship = [event.vesselName, event.voyage].filter((part) => part !== null).join(' ');
    return [event.statusCode, event.portCode, ...times, ship, event.containerNo === null ? '' : 'box']
      .filter((part) => part)
      .join(' | ');
  });
}
