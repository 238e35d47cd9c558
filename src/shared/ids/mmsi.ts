/** What kind of station an MMSI names (ITU-R M.585). */
export type MmsiKind = 'ship' | 'coast' | 'group' | 'aid' | 'aircraft' | 'craft' | 'device';

/** The kind of a nine-digit MMSI by its leading digits; undefined if it is none. */
export function mmsiKind(mmsi: string): MmsiKind | undefined {
  if (!/^\d{9}$/.test(mmsi)) return undefined;
  const isCountry = (digits: string): boolean => digits >= '201' && digits <= '775';
  if (isCountry(mmsi.slice(0, 3))) return 'ship';
  if (mmsi.startsWith('00')) return isCountry(mmsi.slice(2, 5)) ? 'coast' : undefined;
  if (mmsi.startsWith('0')) return isCountry(mmsi.slice(1, 4)) ? 'group' : undefined;
  if (mmsi.startsWith('111')) return isCountry(mmsi.slice(3, 6)) ? 'aircraft' : undefined;
  if (mmsi.startsWith('99')) return isCountry(mmsi.slice(2, 5)) ? 'aid' : undefined;
  if (mmsi.startsWith('98')) return isCountry(mmsi.slice(2, 5)) ? 'craft' : undefined;
  return /^97[024]/.test(mmsi) ? 'device' : undefined;
}

/** Whether the text is the MMSI of a ship: nine digits that start with a maritime country code (201-775). */
export function isShipMmsi(mmsi: string): boolean {
  return mmsiKind(mmsi) === 'ship';
}
