import tzLookup from '@photostructure/tz-lookup';

/** Zones that the law of the country settles, whatever the borders of the map say at a harbour. */
const settledByLaw: Readonly<Record<string, string>> = {
  CN: 'Asia/Shanghai',
  HK: 'Asia/Hong_Kong',
  MO: 'Asia/Macau',
  TW: 'Asia/Taipei',
  SG: 'Asia/Singapore',
  KR: 'Asia/Seoul',
  JP: 'Asia/Tokyo',
  IN: 'Asia/Kolkata',
  AE: 'Asia/Dubai',
  GI: 'Europe/Gibraltar',
  VN: 'Asia/Ho_Chi_Minh',
};

const steps = [0, 0.05, -0.05, 0.12, -0.12, 0.25, -0.25, 0.5, -0.5];

/** One name for zones that have several, such as Asia/Kolkata and Asia/Calcutta. */
const canonical = (zone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;

/** The zones of a country, under one name each. */
function zonesOf(countryCode: string): readonly string[] {
  const locale: Intl.Locale & { getTimeZones?: () => string[] } = new Intl.Locale('und', { region: countryCode });
  return (locale.getTimeZones?.() ?? []).map(canonical);
}

/**
 * The zone of a place in a country (ISO 3166-1 alpha-2), degrees north and east. The borders of the look-up are rough:
 * beside a strait or a border it names the zone of the other side, at sea a nautical one. A place keeps a zone of its
 * own country: the one it is `said` to have if that is in use nearby, else the nearest.
 */
export function zoneOfPlace(countryCode: string, lat: number, lon: number, message?: string): string {
  const settled = settledByLaw[countryCode];
  if (settled !== undefined) return settled;
  const own = zonesOf(countryCode);
  const near = steps
    .flatMap((dLat) => steps.map((dLon) => [dLat, dLon] as const))
    .toSorted((a, b) => Math.hypot(...a) - Math.hypot(...b))
    .map(([dLat, dLon]) => tzLookup(Math.max(-90, Math.min(90, lat + dLat)), ((lon + dLon + 540) % 360) - 180))
    .filter((zone) => !zone.startsWith('Etc/'));
  if (message !== undefined && near.some((zone) => canonical(zone) === canonical(message))) return message;
  const ofCountry = near.find((zone) => own.includes(canonical(zone)));
  return ofCountry ?? (own.length === 1 ? own[0] : near[0]) ?? tzLookup(lat, lon);
}
