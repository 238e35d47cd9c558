import type { Random } from '#shared/random/prng.ts';

/** What real partners do to files, with the share of files. */
const kinds: readonly { share: number; bend: (text: string) => string }[] = [
  { share: 0.03, bend: (text) => text.replace(/UNT\+(\d+)/, (_, count: string) => `UNT+${Number(count) + 1}`) },
  { share: 0.02, bend: (text) => text.replace(/UNZ\+\d+/, 'UNZ+99') },
  // Broken off in transmission.
  { share: 0.03, bend: (text) => text.slice(0, Math.floor(text.length * 0.7)) },
  { share: 0.02, bend: (text) => text.replace(/UNT\+(\d+)\+\d+/, 'UNT+$1+X') },
  { share: 0.03, bend: (text) => `${text}\n-- end of file --\n` },
  { share: 0.03, bend: (text) => text.replace(/DTM\+(203|7|334):\d{12}/, 'DTM+$1:209913452561') },
  { share: 0.03, bend: (text) => text.replace(/EQD\+CN\+[A-Z]{4}\d/, 'EQD+CN+??') },
  { share: 0.02, bend: (text) => text.replace(/STS\+1\+V[AD][^']*/, 'STS+1+Q7') },
  // Harmless: another layout, other separators, another character set than declared.
  { share: 0.1, bend: (text) => text.replaceAll('\n', '') },
  { share: 0.1, bend: (text) => text.replaceAll('\n', '').replace(/.{1,80}/g, '$&\r\n') },
  {
    share: 0.06,
    bend: (text) =>
      /\?/.test(text) ? text : `UNA;|.\\ ~\n${text.replaceAll(':', ';').replaceAll('+', '|').replaceAll("'", '~')}`,
  },
  { share: 0.05, bend: (text) => text.replace('UNOC:3', 'UNOA:2') },
];

/** A file as it arrives: most as written, some bent in one way. */
export function bendFile(text: string, random: Random): string {
  let draw = random.next();
  for (const { share, bend } of kinds) {
    if (draw < share) return bend(text);
    draw -= share;
  }
  return text;
}

/** Share of files that come a second time. */
export const REPEATED = 0.05;
