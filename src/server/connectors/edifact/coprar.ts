import { directionOf } from './coarri.ts';
import { type Move, type ReportHead, type ReportedBox, equipmentReport, placeAt } from './equipment-report.ts';

/** Codes of BGM by which an order says what is to be done: those of D.95B, and those of the directory since D.00A. */
const orderCodes: Readonly<Record<string, 'LOAD' | 'DISC'>> = {
  '43': 'DISC',
  '45': 'LOAD',
  '118': 'DISC',
  '121': 'LOAD',
};

/** Where a box is to be loaded or discharged; an order that does not say which of them is an order all the same. */
function moveOf(box: ReportedBox, head: ReportHead): Move {
  const code = orderCodes[head.document.code ?? ''] ?? directionOf(box, head) ?? '';
  const side = code === 'DISC' ? '11' : '9';
  return { code, place: placeAt(head.places, side) ?? placeAt(box.places, side), empty: box.equipment.empty };
}

/** COPRAR, the container discharge and loading order: the boxes that a ship is to take or to leave at a port. */
export const coprarMapper = equipmentReport({ moveOf, isOrder: true });
