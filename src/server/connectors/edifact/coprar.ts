import { directionOf } from './coarri.ts';
import { type Move, type ReportHead, type ReportedContainer, equipmentReport, placeAt } from './equipment-report.ts';

/** Codes of BGM by which an order says what is to be done: those of D.95B, and those of the directory since D.00A. */
const orderCodes: Readonly<Record<string, 'LOAD' | 'DISC'>> = {
  '43': 'DISC',
  '45': 'LOAD',
  '118': 'DISC',
  '121': 'LOAD',
};

/** Where a container is to be loaded or discharged; an order that does not say which of them is an order all the same. */
function moveOf(container: ReportedContainer, head: ReportHead): Move {
  const code = orderCodes[head.document.code ?? ''] ?? directionOf(container, head) ?? '';
  const side = code === 'DISC' ? '11' : '9';
  return {
    code,
    place: placeAt(head.places, side) ?? placeAt(container.places, side),
    empty: container.equipment.empty,
  };
}

/** COPRAR, the container discharge and loading order: the containers that a ship is to take or to leave at a port. */
export const coprarMapper = equipmentReport({ moveOf, isOrder: true });
