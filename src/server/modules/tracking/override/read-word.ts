import { isPlaceAttribute } from '#domain/intake/fusion/paths.ts';
import { editingOf } from '#domain/tracking/journey/editing.ts';
import type { OtherMode } from '#domain/tracking/journey/mode.ts';
import { placeIn, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { findAirWaybillProblem, normalizeAirWaybill } from '#shared/ids/air-waybill.ts';
import { normalizeFlight } from '#shared/ids/flight.ts';
import { parseDateText } from '#shared/time/parse-time-text.ts';

/** A port, an airport or a station by its code, as the mode names its places. */
function readPlace(text: string, reference: ReferenceSnapshot, mode: OtherMode | undefined): string {
  const code = text.toUpperCase();
  const { places } = editingOf(mode);
  if (places === 'any') return placeIn(reference, code)?.code ?? reference.rules.resolvePort(code) ?? code;
  if (places === 'airport') {
    if (!/^[A-Z]{3}$/.test(code) || !reference.otherPlaces.has(code))
      throw refused('override.airportUnknown', { code });
    return code;
  }
  const port = reference.rules.resolvePort(code);
  if (port === undefined) throw refused('override.portUnknown', { code: text });
  return port;
}

function readCarrier(text: string, reference: ReferenceSnapshot, mode: OtherMode | undefined): string {
  const code = text.toUpperCase();
  const { carriers } = editingOf(mode);
  if (carriers === 'airline' && !reference.airlines.has(code)) throw refused('override.airlineUnknown', { code });
  if (carriers === 'carrier' && !reference.carriers.has(code)) throw refused('override.carrierUnknown', { code: text });
  return code;
}

/** References of air cargo as they are written: waybill with its check digit, flight, day of the flight. */
const airWords: Readonly<Record<string, (text: string) => string>> = {
  billNo: (text) => {
    const waybill = normalizeAirWaybill(text);
    const problem = findAirWaybillProblem(waybill);
    if (problem === 'shape') throw refused('air.waybillShape', { waybill });
    if (problem === 'check_digit') throw refused('air.waybillCheckDigit', { waybill });
    return waybill;
  },
  vesselName: (text) => {
    const flight = normalizeFlight(text.toUpperCase());
    if (flight === undefined) throw refused('override.flightFormat', { flight: text.slice(0, 40) });
    return flight;
  },
  voyage: (text) => {
    const day = parseDateText(text);
    if (day === undefined) throw refused('override.flightDay', { day: text.slice(0, 40) });
    return day;
  },
};

const capitals = new Set(['vesselName', 'voyage', 'billNo', 'bookingNo', 'carrierCode', 'sealNo', 'sizeType']);

/** A word of a booking as its mode writes it: places and carriers by their codes, references in their form. */
export function readWord(
  attribute: string,
  text: string,
  reference: ReferenceSnapshot,
  mode: OtherMode | undefined,
): string {
  if (isPlaceAttribute(attribute)) return readPlace(text, reference, mode);
  if (attribute === 'carrierCode') return readCarrier(text, reference, mode);
  const own = mode === 'air' ? airWords[attribute] : undefined;
  if (own !== undefined) return own(text);
  return capitals.has(attribute) ? text.toUpperCase() : text;
}
