import { asObject } from '../../untrusted.ts';
import { type Fields, answersIn, listIn, partIn, textIn } from '../json-fields.ts';
import { classifierOfWord, makeReading, containerFrom } from '../make-reading.ts';
import { unknownShipment } from '../read-notice.ts';
import type { CarrierMove } from '../carrier-move.ts';
import type { OpenedAnswer, ShipPageParser } from '../types.ts';
import type { TransportMode } from '../../dcsa/codes.ts';

const rootOf = (answer: Pick<OpenedAnswer, 'json'>): Fields | undefined =>
  partIn(answersIn(answer), 'search') ?? asObject(answer.json);

/** Mother vessels, feeders, barges, trains and trucks by the carrier's letters. */
const modes: ReadonlyMap<string, TransportMode> = new Map([
  ['MVS', 'VESSEL'],
  ['FEF', 'VESSEL'],
  ['FEO', 'VESSEL'],
  ['FDR', 'VESSEL'],
  ['BAR', 'BARGE'],
  ['BCO', 'BARGE'],
  ['RR', 'RAIL'],
  ['RCO', 'RAIL'],
  ['TRK', 'TRUCK'],
  ['TRU', 'TRUCK'],
]);

/** What the carrier's short names of activities stand for. */
const activities: ReadonlyMap<string, string> = new Map([
  ['ON-RAIL', 'Loaded on rail'],
  ['OFF-RAIL', 'Unloaded from rail'],
  ['STRIPPIN', 'Stripping'],
  ['STUFFIN', 'Stuffing'],
]);

/** Containers are out at the gate empty at the origin and full at the destination, whatever the mode of the next voyage is. */
const isGate = (activity: string): boolean => /^GATE/i.test(activity);

function moveOf(event: Fields, at: Fields, container: string): CarrierMove[] {
  if (textIn(event, 'is_cancelled') === 'true') return [];
  const [activity, empty] = [textIn(event, 'activity'), textIn(event, 'stempty')];
  const [actual, expected] = [textIn(event, 'actual_time'), textIn(event, 'expected_time')];
  const side = textIn(event, 'actfor').toUpperCase();
  const mode = modes.get(textIn(event, 'transport_mode').toUpperCase());
  const isOfShip = textIn(event, 'vessel_name') !== '';
  const isEmpty = empty === 'true' ? ('EMPTY' as const) : empty === 'false' ? ('LADEN' as const) : null;
  const shared = {
    words: [activity, activities.get(activity.toUpperCase()) ?? ''],
    port: textIn(event, 'locationCode') || textIn(at, 'location_code'),
    place: [textIn(at, 'city'), textIn(at, 'country_code') || textIn(at, 'country')]
      .filter((one) => one !== '')
      .join(', '),
    facility: textIn(at, 'terminal'),
    vessel: textIn(event, 'vessel_name'),
    voyage: textIn(event, 'voyage_num'),
    container,
    empty: isEmpty,
    mode: isGate(activity) ? null : (mode ?? (isOfShip ? 'VESSEL' : null)),
    stage:
      side.startsWith('EXP') && isGate(activity)
        ? ('origin' as const)
        : side.startsWith('IMP') && isGate(activity)
          ? ('destination' as const)
          : null,
  };
  const time = textIn(event, 'event_time');
  if (time !== '') return [{ ...shared, time, classifier: classifierOfWord(textIn(event, 'event_time_type')) }];
  return [
    { ...shared, time: expected, classifier: 'EST' },
    { ...shared, time: actual, classifier: 'ACT' },
  ];
}

/** Whether the site says that it has nothing of that number. */
const isNotFound = (root: Fields): boolean =>
  ['status', 'code', 'statusCode', 'httpStatus'].some((name) => textIn(root, name) === '404');

/** The data behind Maersk's tracking page. Times are on the clocks of the places. */
export const maerskTrackV1: ShipPageParser = {
  id: 'maersk-track',
  carrierCode: 'MSK',
  version: 1,
  ships: 'released',
  about: { zh: '马士基货物跟踪页的数据（JSON）', en: "Data behind Maersk's tracking page (JSON)" },
  accepts: (answer) => {
    const root = rootOf(answer);
    if (answer.contentType !== 'json' || root === undefined) return false;
    return (Array.isArray(root['containers']) && 'origin' in root) || isNotFound(root);
  },
  parse: (answer) => {
    const containers = listIn(rootOf(answer), 'containers');
    if (containers.length === 0) return unknownShipment;
    return makeReading(
      {
        billNo: textIn(rootOf(answer), 'tpdoc_num'),
        lists: containers.map((container) => container['locations']),
        containers: containers.flatMap((container) =>
          containerFrom(textIn(container, 'container_num'), textIn(container, 'iso_code')),
        ),
        moves: containers.flatMap((container) =>
          listIn(container, 'locations').flatMap((at) =>
            listIn(at, 'events').flatMap((event) => moveOf(event, at, textIn(container, 'container_num'))),
          ),
        ),
      },
      answer,
    );
  },
};
