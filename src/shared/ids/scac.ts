/** Whether the text has the shape of a Standard Carrier Alpha Code: two to four capital letters. */
export function isScac(code: string): boolean {
  return /^[A-Z]{2,4}$/.test(code);
}
