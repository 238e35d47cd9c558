import { findAirWaybillProblem, normalizeAirWaybill } from '#shared/ids/air-waybill.ts';
import { linesOf } from './lines.ts';
import type { ParseRefusal } from '../types.ts';
import { refusal } from '../untrusted.ts';

/** The part of a text that is about one waybill, as a message of its own. */
export type CargoImpPart = { waybill: string; text: string };

const HEADER = /^(?:FSU|FSA|FWB)\/\d{1,2}$/;
const CONSIGNMENT = /^(\d{3})-?(\d{8})(?!\d)/;
const MAX_LINES = 100_000;

/**
 * Takes a text of one or many messages apart, by waybill; what stands around them, as in mails, is passed over. A message about no
 * waybill, or one with a wrong check digit, is refused. Never throws.
 */
export function splitCargoImp(text: string): { parts: CargoImpPart[]; refusals: ParseRefusal[] } {
  const parts: { waybill: string; lines: string[] }[] = [];
  const refusals: ParseRefusal[] = [];
  let header: string | undefined;
  let open: string[] | undefined;
  let index = -1;
  for (const line of linesOf(text, MAX_LINES)) {
    index += 1;
    if (HEADER.test(line)) {
      header = line;
      open = undefined;
      continue;
    }
    if (header === undefined || line === '') continue;
    const found = CONSIGNMENT.exec(line);
    if (found === null) {
      if (open === undefined) refusals.push(refusal('malformed_event', { index, field: 'consignment', value: line }));
      open ??= [];
      open.push(line);
      continue;
    }
    const waybill = normalizeAirWaybill(`${found[1]}${found[2]}`);
    open = [header, line];
    if (findAirWaybillProblem(waybill) === undefined) parts.push({ waybill, lines: open });
    else refusals.push(refusal('bad_check_digit', { index, field: 'awb', value: waybill }));
  }
  if (header === undefined) refusals.push(refusal('malformed_event', { field: 'message', value: text.slice(0, 200) }));
  return { parts: parts.map(({ waybill, lines }) => ({ waybill, text: `${lines.join('\n')}\n` })), refusals };
}
