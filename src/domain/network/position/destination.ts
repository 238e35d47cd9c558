/** Longest text a ship can send, in characters; what is longer is none. */
const longest = 40;

/**
 * The port a master writes to be bound for: a UN/LOCODE, written with or without a blank, also behind the port she comes
 * from and an angle bracket, as the guidance on destinations asks for. Names and orders are none.
 */
export function destinationPort(text: string, resolvePort: (code: string) => string | undefined): string | undefined {
  if (text.length > longest) return undefined;
  const last = text.slice(text.lastIndexOf('>') + 1).toUpperCase();
  const code = last.replaceAll(/[\s@.-]/g, '');
  return /^[A-Z]{2}[A-Z0-9]{3}$/.test(code) ? resolvePort(code) : undefined;
}
