/** Quantity, weight and volume: two decimals at most, thousands apart; '' for nothing. */
export function formatAmount(value: number | null | undefined): string {
  if (value == null || !Number.isFinite(value)) return '';
  return value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** A count with thousands apart. */
export function formatCount(value: number): string {
  return value.toLocaleString('en-US');
}

/** Latitude and longitude as `31.22000, 121.48000`: WGS84 degrees, five decimals, ready to be copied. */
export function formatPosition(lat: number, lon: number): string {
  return `${lat.toFixed(5)}, ${lon.toFixed(5)}`;
}

/** A carrier's own page: placeholders {blNo} and {ctnNo} filled in; undefined unless it is an http(s) address. */
export function carrierHref(
  template: string | null | undefined,
  numbers: { blNo: string | null; ctnNo: string | null },
): string | undefined {
  if (template == null) return undefined;
  const filled = template.replace(/\{(blNo|ctnNo)\}/g, (_, name: 'blNo' | 'ctnNo') =>
    encodeURIComponent(numbers[name] ?? ''),
  );
  try {
    const url = new URL(filled);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined;
  } catch {
    return undefined;
  }
}
