import { type Move, type ReportHead, type ReportedBox, equipmentReport, placeAt } from './equipment-report.ts';

/** Statuses of equipment that are no loading and no discharge: remains on board, shifted, did not come. */
const unmoved = new Set(['4', '5', '7', '14']);

function directionOf(box: ReportedBox, head: ReportHead): 'LOAD' | 'DISC' | undefined {
  const { code, text } = head.document;
  if (code === '44') return 'DISC';
  if (code === '46') return 'LOAD';
  const words = `${text ?? ''} ${head.document.number ?? ''}`.toUpperCase();
  const says = { load: /\bLOAD(ED|ING)?\b/.test(words), discharge: /DISCH/.test(words) };
  if (says.load !== says.discharge) return says.load ? 'LOAD' : 'DISC';
  if (head.remark !== null && /^(L|D)\b/i.test(head.remark)) return /^L/i.test(head.remark) ? 'LOAD' : 'DISC';
  const here = placeAt(head.places, '165', '175', '9', '11')?.code ?? null;
  const [from, to] = [placeAt(box.places, '9')?.code ?? null, placeAt(box.places, '11')?.code ?? null];
  if (here !== null && from !== to && (here === from || here === to)) return here === from ? 'LOAD' : 'DISC';
  if (box.equipment.status === '2') return 'LOAD';
  return box.equipment.status === '3' || box.equipment.status === '8' ? 'DISC' : undefined;
}

function moveOf(box: ReportedBox, head: ReportHead): Move {
  const { status, empty } = box.equipment;
  if (status !== null && unmoved.has(status)) return { problem: 'not_a_move' };
  const code = directionOf(box, head);
  if (code === undefined) return { problem: 'unknown_direction' };
  const side = code === 'LOAD' ? '9' : '11';
  // Where the ship lies stands in the head; the container's own port of that side says the same.
  const place =
    placeAt(box.places, '165', '175') ?? placeAt(head.places, '165', '175', side) ?? placeAt(box.places, side);
  return { code, place, empty };
}

/** COARRI, the container discharge and loading report. */
export const coarriMapper = equipmentReport({ moveOf });
