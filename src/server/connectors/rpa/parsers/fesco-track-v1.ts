import { parseOutsideJson } from '#shared/text/json-limits.ts';
import { asObject, attribute } from '../../untrusted.ts';
import { type Fields, answersIn, listIn, objectsOf, partIn, textIn } from '../json-fields.ts';
import { makeReading, containerFrom } from '../make-reading.ts';
import { unknownShipment } from '../read-notice.ts';
import type { CarrierMove } from '../carrier-move.ts';
import type { OpenedAnswer, ShipPageParser } from '../types.ts';
import type { TransportMode } from '../../dcsa/codes.ts';

const rootOf = (answer: Pick<OpenedAnswer, 'json'>): Fields | undefined =>
  partIn(answersIn(answer), 'search') ?? asObject(answer.json);

/** Containers come as JSON written into texts. */
function containersOf(answer: Pick<OpenedAnswer, 'json'>): Fields[] {
  const root = rootOf(answer);
  const containers = root === undefined ? undefined : attribute(root, 'containers');
  if (!Array.isArray(containers)) return [];
  return containers.slice(0, MAX_CONTAINERS).flatMap((container: unknown) => {
    const object = asObject(typeof container === 'string' ? parseOutsideJson(container)?.value : container);
    return object === undefined ? [] : [object];
  });
}

const MAX_CONTAINERS = 500;
const modes: ReadonlyMap<string, TransportMode> = new Map([
  ['АВТОМОБИЛЬ', 'TRUCK'],
  ['ЖД', 'RAIL'],
  ['Ж/Д', 'RAIL'],
  ['ЖЕЛЕЗНАЯ ДОРОГА', 'RAIL'],
  ['ПОЕЗД', 'RAIL'],
  ['ВАГОН', 'RAIL'],
  ['СУДНО', 'VESSEL'],
  ['МОРЕ', 'VESSEL'],
]);

/** Terminals with their towns, as some of the events describe them. */
function terminalsOf(containers: readonly Fields[]): ReadonlyMap<string, Fields> {
  const all = containers.flatMap((container) => [
    ...listIn(container, 'locations'),
    ...listIn(container, 'lastEvents').flatMap((event) => objectsOf(partIn(event, 'location'))),
  ]);
  return new Map(all.map((location) => [textIn(location, 'id'), location]));
}

function placeOf(event: Fields, location: Fields | undefined): string {
  const town = textIn(location, 'parentTextLatin', 'textLatin') || textIn(event, 'locNameLatin', 'locName');
  return [town, textIn(location, 'countryLatin')].filter((one) => one !== '').join(', ');
}

function moveOf(event: Fields, container: string, terminals: ReadonlyMap<string, Fields>): CarrierMove {
  const location = terminals.get(textIn(event, 'locId'));
  return {
    words: [textIn(event, 'operationNameLatin'), textIn(event, 'operationName')],
    time: textIn(event, 'time'),
    classifier: /^ET[AD]$/i.test(textIn(event, 'operation')) ? 'EST' : null,
    port: textIn(location, 'code'),
    place: placeOf(event, location),
    facility: textIn(event, 'locNameLatin', 'locName'),
    vessel: textIn(event, 'vessel'),
    container,
    mode: modes.get(textIn(event, 'transportType').toUpperCase()) ?? null,
  };
}

/** The data behind FESCO's tracking page of containers. Times are on the clocks of the places. */
export const fescoTrackV1: ShipPageParser = {
  id: 'fesco-track',
  carrierCode: 'FES',
  version: 1,
  ships: 'released',
  about: { zh: 'FESCO 箱跟踪页的数据（JSON）', en: "Data behind FESCO's tracking page of containers (JSON)" },
  accepts: (answer) => {
    const root = rootOf(answer);
    return (
      answer.contentType === 'json' && root !== undefined && 'missing' in root && Array.isArray(root['containers'])
    );
  },
  parse: (answer) => {
    const containers = containersOf(answer);
    if (containers.length === 0) return unknownShipment;
    const terminals = terminalsOf(containers);
    return makeReading(
      {
        containers: containers.flatMap((container) => containerFrom(textIn(container, 'container'))),
        moves: containers.flatMap((container) =>
          listIn(container, 'lastEvents').map((event) => moveOf(event, textIn(container, 'container'), terminals)),
        ),
      },
      answer,
    );
  },
};
