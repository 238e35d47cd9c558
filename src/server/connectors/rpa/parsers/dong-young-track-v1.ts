import { asObject } from '../../untrusted.ts';
import { type Fields, answersIn, answersNamed, listIn, objectsOf, valueOfAll, textIn } from '../json-fields.ts';
import { makeReading, containerFrom } from '../make-reading.ts';
import { unknownShipment } from '../read-notice.ts';
import type { CarrierMove } from '../carrier-move.ts';
import type { OpenedAnswer, ShipPageParser } from '../types.ts';

const rootsOf = (answer: Pick<OpenedAnswer, 'json'>): Fields[] => {
  const answers = answersIn(answer);
  if (answers === undefined) return objectsOf(asObject(answer.json));
  return Object.keys(answers).flatMap((name) => answersNamed(answers, name).flatMap(objectsOf));
};

/** `BUSAN<br>2026.01.02`: the name stands before the markup. */
const nameOf = (text: string): string => text.split('<', 1)[0]?.trim() ?? '';

const moveOf = (move: Fields): CarrierMove => ({
  words: [textIn(move, 'OUTDEK'), textIn(move, 'OUTDES')].filter((words) => words !== ''),
  time: textIn(move, 'OUTDTD'),
  classifier: null,
  place: nameOf(textIn(move, 'OUTAREA')),
  facility: nameOf(textIn(move, 'OUTLOC')),
  vessel: nameOf(textIn(move, 'VSLNAME')),
  container: textIn(move, 'OUTCNO'),
});

/** The data behind Dong Young's tracking page: the bill, and the movements of its containers. */
export const dongYoungTrackV1: ShipPageParser = {
  id: 'dong-young-track',
  carrierCode: 'DYS',
  version: 1,
  ships: 'released',
  about: { zh: '东暎海运货物跟踪页的数据（JSON）', en: "Data behind Dong Young's tracking page (JSON)" },
  accepts: (answer) =>
    answer.contentType === 'json' &&
    rootsOf(answer).some((root) => 'dlt_resultBlList' in root || 'dlt_resultMovementList' in root),
  parse: (answer) => {
    const roots = rootsOf(answer);
    const [bills, moves] = [
      roots.flatMap((root) => listIn(root, 'dlt_resultBlList')),
      roots.flatMap((root) => listIn(root, 'dlt_resultMovementList')),
    ];
    if (bills.length + moves.length === 0) return unknownShipment;
    const ofBill = (name: string): string => valueOfAll(bills, (bill) => textIn(bill, name));
    return makeReading(
      {
        billNo: ofBill('OUTBNO'),
        bookingNo: ofBill('OUTBKN'),
        containers: moves.flatMap((move) => containerFrom(textIn(move, 'OUTCNO'))),
        moves: moves.map(moveOf),
        from: nameOf(ofBill('OUTPOL')),
        to: nameOf(ofBill('OUTPOD')),
        eta: ofBill('OUTETA'),
      },
      answer,
    );
  },
};
