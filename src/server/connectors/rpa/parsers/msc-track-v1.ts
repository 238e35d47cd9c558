import { asObject, attribute } from '../../untrusted.ts';
import { type Fields, answersIn, listIn, partIn, valueOfAll, textIn, textsIn } from '../json-fields.ts';
import { makeReading, containerFrom } from '../make-reading.ts';
import { unknownShipment } from '../read-notice.ts';
import type { CarrierMove } from '../carrier-move.ts';
import type { OpenedAnswer, ShipPageParser } from '../types.ts';

/** What the answer holds: of some searches it is wrapped once more. */
const dataOf = ({ json }: Pick<OpenedAnswer, 'json'>): Fields | undefined => {
  const root = partIn(answersIn({ json }), 'search') ?? asObject(json);
  return partIn(root, 'Data');
};

/** Beside a move stand its ship and voyage, or whether the container is empty. */
function detailsOf(event: Fields): Pick<CarrierMove, 'vessel' | 'voyage' | 'empty'> {
  const [first = '', second = ''] = textsIn(event, 'Detail');
  const word = first.toUpperCase();
  if (word === 'EMPTY' || word === 'LADEN') return { empty: word };
  return { vessel: first, voyage: second };
}

const moveOf = (event: Fields, container: string): CarrierMove => ({
  words: [textIn(event, 'Description')],
  time: textIn(event, 'Date'),
  classifier: null,
  port: textIn(event, 'UnLocationCode'),
  place: textIn(event, 'Location'),
  facility: textIn(partIn(event, 'EquipmentHandling'), 'Name'),
  imo: textIn(partIn(event, 'Vessel'), 'IMO'),
  container,
  ...detailsOf(event),
});

const movesOf = (bill: Fields): CarrierMove[] =>
  listIn(bill, 'ContainersInfo').flatMap((container) =>
    listIn(container, 'Events').map((event) => moveOf(event, textIn(container, 'ContainerNumber'))),
  );

/** Where all bills go from and to, and when all of their containers are expected. */
function voyageOf(bills: readonly Fields[], containers: readonly Fields[]) {
  const only = (name: string): string => valueOfAll(bills, (bill) => textIn(partIn(bill, 'GeneralTrackingInfo'), name));
  return {
    from: only('PortOfLoad'),
    to: only('PortOfDischarge'),
    between: bills.flatMap((bill) => textsIn(partIn(bill, 'GeneralTrackingInfo'), 'Transshipments')),
    eta: valueOfAll(containers, (container) => textIn(container, 'PodEtaDate')),
  };
}

/** The data behind MSC's tracking page. Days without times. */
export const mscTrackV1: ShipPageParser = {
  id: 'msc-track',
  carrierCode: 'MSC',
  version: 1,
  ships: 'released',
  about: { zh: 'MSC 货物跟踪页的数据（JSON）', en: "Data behind MSC's tracking page (JSON)" },
  accepts: (answer) => {
    const root = partIn(answersIn(answer), 'search') ?? asObject(answer.json);
    // The site has a text for an unknown number; a failure has no text.
    const reported = root === undefined ? undefined : attribute(root, 'Data');
    return answer.contentType === 'json' && root !== undefined && 'IsSuccess' in root && reported !== undefined;
  },
  parse: (answer) => {
    const bills = listIn(dataOf(answer), 'BillOfLadings');
    const containers = bills.flatMap((bill) => listIn(bill, 'ContainersInfo'));
    if (containers.length === 0) return unknownShipment;
    return makeReading(
      {
        billNo: valueOfAll(bills, (bill) => textIn(bill, 'BillOfLadingNumber')),
        containers: containers.flatMap((container) => containerFrom(textIn(container, 'ContainerNumber'))),
        moves: bills.flatMap(movesOf),
        lists: containers.map((container) => container['Events']),
        ...voyageOf(bills, containers),
      },
      answer,
    );
  },
};
