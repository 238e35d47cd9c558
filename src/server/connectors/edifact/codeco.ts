import { type Move, type ReportHead, type ReportedContainer, equipmentReport, placeAt } from './equipment-report.ts';

function directionOf({ document, remark }: ReportHead): 'in' | 'out' | undefined {
  if (document.code === '34') return 'in';
  if (document.code === '36') return 'out';
  const text = `${document.text ?? ''} ${document.number ?? ''} ${remark ?? ''}`.toUpperCase();
  // The name of the message is not what it says.
  const words = text.replace(/\bGATE[\s-]?IN\s*[/&]\s*(GATE[\s-]?)?OUT\b/g, '');
  const states = {
    in: /GATE[\s-]?IN\b|\bIN[\s-]?GATE/.test(words),
    out: /GATE[\s-]?OUT\b|\bOUT[\s-]?GATE/.test(words),
  };
  if (states.in === states.out) return undefined;
  return states.in ? 'in' : 'out';
}

function codeFor(direction: 'in' | 'out', { equipment }: ReportedContainer): string {
  if (equipment.empty !== 'EMPTY') return direction === 'in' ? 'GTIN' : 'GTOT';
  // An empty container that comes for export is being positioned; any other one is brought back.
  if (direction === 'in') return equipment.status === '2' || equipment.status === '10' ? 'GTIN' : 'DROP';
  return 'PICK';
}

function moveOf(container: ReportedContainer, head: ReportHead): Move {
  const direction = directionOf(head);
  if (direction === undefined) return { problem: 'unknown_direction' };
  const { status, empty } = container.equipment;
  const isExport =
    status === '2' ||
    (status !== '3' && direction === 'in' && empty !== 'EMPTY') ||
    (direction === 'out' && empty === 'EMPTY');
  const side = isExport ? ['9', '11'] : ['11', '9'];
  const gates = [...container.places, ...head.places];
  const gate = placeAt(container.places, '165', '175', '14') ?? placeAt(head.places, '165', '175', '14');
  const port = placeAt(gates, ...side);
  // A gate named by its own code only lies in the port of its side.
  const place = gate === null ? port : gate.code === null && port !== null ? { ...gate, code: port.code } : gate;
  return { code: codeFor(direction, container), place, empty };
}

/** CODECO, the container gate-in and gate-out report. */
export const codecoMapper = equipmentReport({ moveOf });
