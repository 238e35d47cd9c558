const PLAIN = /^\d{7}$/;

/** The check digit of the first six digits of an IMO ship number; undefined if they are not six digits. */
export function imoCheckDigit(firstSix: string): number | undefined {
  if (!/^\d{6}$/.test(firstSix)) return undefined;
  let sum = 0;
  for (let i = 0; i < 6; i += 1) sum += Number(firstSix[i]) * (7 - i);
  return sum % 10;
}

/** The number as typed (`IMO 9074729`) as its seven digits. */
export function normalizeImo(text: string): string {
  // Most are plain already; seeing that is much quicker than making them so.
  if (PLAIN.test(text)) return text;
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/^\s*IMO/, '')
    .replace(/[\s\-.:#]/g, '');
}

/** Whether seven digits are an IMO ship number with a right check digit. */
export function isImo(number: string): boolean {
  return /^[1-9]\d{6}$/.test(number) && imoCheckDigit(number.slice(0, 6)) === Number(number[6]);
}
