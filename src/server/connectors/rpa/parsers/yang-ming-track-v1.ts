import { type Fields, answersIn, answersNamed, listIn, objectsOf, partIn, valueOfAll, textIn } from '../json-fields.ts';
import { makeReading, containerFrom } from '../make-reading.ts';
import { unknownShipment } from '../read-notice.ts';
import type { CarrierMove } from '../carrier-move.ts';
import type { OpenedAnswer, ShipPageParser } from '../types.ts';

/** One answer of a search, and one for each container. */
const rootsOf = (answer: Pick<OpenedAnswer, 'json'>): Fields[] => {
  const answers = answersIn(answer);
  if (answers === undefined) return objectsOf(answer.json).slice(0, 1);
  return Object.keys(answers).flatMap((name) => answersNamed(answers, name).flatMap(objectsOf));
};

/** `HMM RUBY<BR />(011E)` taken apart; a truck or train stands there too. */
function shipOf(text: string): Pick<CarrierMove, 'vessel' | 'voyage' | 'mode'> {
  const plain = text.replaceAll(/<[^<>]{0,12}>/g, ' ').trim();
  const word = plain.toUpperCase();
  if (word === 'TRUCK' || word === 'RAIL' || word === 'BARGE') return { mode: word };
  const open = plain.lastIndexOf('(');
  if (word === 'VESSEL' || open < 0) return word === 'VESSEL' ? { mode: 'VESSEL' } : {};
  return {
    vessel: plain.slice(0, open).trim(),
    voyage: plain
      .slice(open + 1)
      .replace(')', '')
      .trim(),
  };
}

const moveOf = (event: Fields, container: string): CarrierMove => ({
  words: [textIn(event, 'eventDesc', 'codeActivity')],
  time: textIn(event, 'moveDate', 'dateTime'),
  classifier: /^e|est/i.test(textIn(event, 'dateQlfr')) ? 'EST' : null,
  place: textIn(event, 'atFacility', 'place', 'placeName').replaceAll(/<[^<>]{0,12}>/g, ' '),
  container,
  ...shipOf(textIn(event, 'tsMode', 'vesselVoyage')),
});

const eventsOf = (container: Fields): Fields[] => {
  const own = listIn(container, 'ctStatusInfo');
  return own.length > 0 ? own : listIn(container, 'dcsaStatusInfo');
};

/** The data behind Yang Ming's tracking page: bills with their containers, and what each container did. */
export const yangMingTrackV1: ShipPageParser = {
  id: 'yang-ming-track',
  carrierCode: 'YML',
  version: 1,
  ships: 'released',
  about: { zh: '阳明海运货物跟踪页的数据（JSON）', en: "Data behind Yang Ming's tracking page (JSON)" },
  accepts: (answer) =>
    answer.contentType === 'json' &&
    rootsOf(answer).some((root) => 'successCnt' in root || 'containerList' in root || 'blList' in root),
  parse: (answer) => {
    const roots = rootsOf(answer);
    const bills = roots.flatMap((root) => [...listIn(root, 'blList'), ...listIn(root, 'bookingList')]);
    const containers = roots.flatMap((root) => listIn(root, 'containerList'));
    const listed = bills.flatMap((bill) => listIn(bill, 'containerInfo'));
    if (bills.length + containers.length === 0) return unknownShipment;
    const only = answer.subject === 'container' && containers.length === 1 ? answer.subjectNo : '';
    const numberOf = (container: Fields): string =>
      textIn(container, 'ctnrNo', 'returnTrackNo', 'queryTrackNo') || only;
    const reported = containers.flatMap((container) =>
      eventsOf(container).map((event) => moveOf(event, numberOf(container))),
    );
    const known = new Set(reported.map(({ container }) => container));
    // A bill tells of each container the last move.
    const last = listed
      .filter((container) => !known.has(textIn(container, 'ctnrNo')))
      .map((container) => ({
        ...moveOf(container, textIn(container, 'ctnrNo')),
        words: [textIn(container, 'lastEvent')],
      }));
    const ofBill = (...names: string[]): string => valueOfAll(bills, (bill) => textIn(bill, ...names));
    const ofVoyage = (name: string): string =>
      valueOfAll(bills, (bill) => textIn(partIn(bill, 'basicInfo'), name).replaceAll(/<[^<>]{0,12}>/g, ' '));
    return makeReading(
      {
        billNo: ofBill('returnTrackNo', 'queryTrackNo'),
        bookingNo: ofBill('bkgRef'),
        containers: [
          ...listed.flatMap((container) => containerFrom(textIn(container, 'ctnrNo'), '', textIn(container, 'sealNo'))),
          ...containers.flatMap((container) => containerFrom(numberOf(container))),
        ],
        moves: [...reported, ...last],
        from: ofVoyage('loading'),
        to: ofVoyage('discharge'),
      },
      answer,
    );
  },
};
