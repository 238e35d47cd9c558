import type { EdiPlace } from './notice.ts';
import { type Move, type ReportHead, type ReportedContainer, equipmentReport, placeAt } from './equipment-report.ts';

/** Statuses of equipment that are no loading and no discharge: remains on board, shifted, did not come. */
const unmoved = new Set(['4', '5', '7', '14']);

/** Codes of the report that say what it is about: the usual ones, those of the earliest guide, those of some customs. */
const plainCodes: Readonly<Record<string, 'LOAD' | 'DISC'>> = { '44': 'DISC', '46': 'LOAD' };
const lesserCodes: Readonly<Record<string, 'LOAD' | 'DISC'>> = {
  '98': 'DISC',
  '119': 'DISC',
  '122': 'LOAD',
  '270': 'LOAD',
};

type Direction = 'LOAD' | 'DISC' | undefined;

function directionIn(text: string): Direction {
  const words = text.toUpperCase();
  const states = { load: /\bLOAD(ED|ING)?\b/.test(words), discharge: /DISCH/.test(words) };
  return states.load === states.discharge ? undefined : states.load ? 'LOAD' : 'DISC';
}

/** A code that its own words, the port and the container contradict was never changed by anyone who made the message. */
function isSlip(named: Direction, container: ReportedContainer, head: ReportHead): boolean {
  if (named === undefined) return false;
  const [own, other] = named === 'LOAD' ? ['9', '11'] : ['11', '9'];
  const isAtOwn = placeAt(head.places, own) !== null && placeAt(head.places, other) === null;
  return isAtOwn && container.equipment.status !== (named === 'LOAD' ? '3' : '2');
}

/** Whether a report is about loading or discharge: by its code, its words, the ports and the container. */
export function directionOf(container: ReportedContainer, head: ReportHead): Direction {
  const { code, text } = head.document;
  const plain = plainCodes[code ?? ''];
  if (plain !== undefined) {
    const named = text === null ? undefined : directionIn(text);
    return named !== plain && isSlip(named, container, head) ? named : plain;
  }
  const reported = directionIn(`${text ?? ''} ${head.document.number ?? ''}`);
  if (reported !== undefined) return reported;
  if (head.remark !== null && /^(L|D)\b/i.test(head.remark)) return /^L/i.test(head.remark) ? 'LOAD' : 'DISC';
  const lesser = lesserCodes[code ?? ''];
  if (lesser !== undefined) return lesser;
  const here = placeAt(head.places, '165', '175', '9', '11')?.code ?? null;
  const [from, to] = [placeAt(container.places, '9')?.code ?? null, placeAt(container.places, '11')?.code ?? null];
  if (here !== null && from !== to && (here === from || here === to)) return here === from ? 'LOAD' : 'DISC';
  if (container.equipment.status === '2') return 'LOAD';
  if (container.equipment.status === '3' || container.equipment.status === '8') return 'DISC';
  // A ship of which only the one port is reported is loaded or discharged there.
  const [loading, discharge] = [placeAt(head.places, '9'), placeAt(head.places, '11')];
  if ((loading === null) === (discharge === null)) return undefined;
  return loading === null ? 'DISC' : 'LOAD';
}

/** A terminal that the head names under the other side: there she lies; a port alone may be where the cargo came from or goes. */
function terminalOf(head: ReportHead, side: '9' | '11'): EdiPlace | null {
  const place = placeAt(head.places, side === '9' ? '11' : '9');
  return place !== null && (place.code === null || place.facility !== null) ? place : null;
}

/** Where the ship lies: the head says it; where its port of that side is another one, the one that the container names too. */
function portOf(container: ReportedContainer, head: ReportHead, side: '9' | '11'): EdiPlace | null {
  const [ofShip, ofContainer] = [placeAt(head.places, side), placeAt(container.places, side)];
  const terminal = ofShip === null ? terminalOf(head, side) : null;
  // A terminal without a code lies in the port that the container names.
  if (terminal !== null) return { ...terminal, code: terminal.code ?? ofContainer?.code ?? null };
  if (ofShip === null || ofContainer === null || ofShip.code === ofContainer.code) return ofShip ?? ofContainer;
  const named = head.places.find(({ place }) => place.code !== null && place.code === ofContainer.code);
  return named?.place ?? ofShip;
}

function moveOf(container: ReportedContainer, head: ReportHead): Move {
  const { status, empty } = container.equipment;
  if (status !== null && unmoved.has(status)) return { problem: 'not_a_move' };
  const code = directionOf(container, head);
  if (code === undefined) return { problem: 'unknown_direction' };
  const side = code === 'LOAD' ? '9' : '11';
  const place =
    placeAt(container.places, '165', '175') ?? placeAt(head.places, '165', '175') ?? portOf(container, head, side);
  return { code, place, empty };
}

/** COARRI, the container discharge and loading report. */
export const coarriMapper = equipmentReport({ moveOf });
