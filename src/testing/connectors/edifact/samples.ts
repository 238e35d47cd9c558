/** Segments of a message between UNH and UNT, without terminators. */
export type Body = readonly string[];

/** A message with right counts. */
export const messageOf = (type: string, body: Body, ref = '1', release = '95B'): string[] => [
  `UNH+${ref}+${type}:D:${release}:UN:SMDG20`,
  ...body,
  `UNT+${body.length + 2}+${ref}`,
];

/** An interchange with right counts, in one line. */
export function interchangeOf(
  messages: readonly string[][],
  { sender = 'SHATERM', receiver = 'PORTOLAN', control = 'IC1', syntax = 'UNOA:2', test = '' } = {},
): string {
  const head = `UNB+${syntax}+${sender}:ZZZ+${receiver}:ZZZ+260110:0900+${control}${test === '' ? '' : `++++++${test}`}`;
  return `${[head, ...messages.flat(), `UNZ+${messages.length}+${control}`].join("'")}'`;
}

/** A terminal's report that containers were put on board at Shanghai. */
export const loadingReport: Body = [
  'BGM+46+LOAD0001+9',
  'TDT+20+207W+1++MERI:172:20+++9321483:146::BIRCH WAKE',
  'LOC+9+CNSHA:139:6+YSP4:TER:ZZZ',
  'DTM+133:202601101800:203',
  'NAD+CA+MERI:172:20',
  'EQD+CN+CSQU3054383+45G1:102:5++2+5',
  'RFF+BN:MERIB00017',
  'RFF+BM:MERI123456789',
  'DTM+203:202601101130:203',
  'LOC+9+CNSHA:139:6',
  'LOC+11+NLRTM:139:6',
  'LOC+147+0140682::5',
  'MEA+AAE+VGM+KGM:24200',
  'SEL+SH88200+CA',
  'EQD+CN+MSKU6011672+22G1:102:5++6+4',
  'DTM+203:202601101145:203',
  'LOC+11+NLRTM:139:6',
  'CNT+16:2',
];

/** A terminal's report of a container that came in by truck. */
export const gateInReport: Body = [
  'BGM+34+GATE0001+9',
  'NAD+CF+MERI:160:20',
  'EQD+CN+CSQU3054383+45G1:102:5++2+5',
  'RFF+BN:MERIB00017',
  'DTM+7:202601080930:203',
  'LOC+165+CNSHA:139:6+YSP4:TER:ZZZ',
  'LOC+9+CNSHA:139:6',
  'LOC+11+NLRTM:139:6',
  'MEA+AAE+G+KGM:24150',
  'SEL+SH88200',
  'TDT+1++3++TRUCKER:172:ZZZ+++HUA12345:146',
  'CNT+16:1',
];

/** A carrier's status report: loaded, then departed with an estimate for the arrival. */
export const statusReport: Body = [
  'BGM+23+STAT0001+9',
  'DTM+137:202601110800:203',
  'NAD+CA+MERI:160:20',
  'CNI+1+MERI123456789',
  'STS+1+AE:::Loaded on vessel',
  'RFF+BN:MERIB00017',
  'DTM+334:202601101130:203',
  'LOC+9+CNSHA:139:6:Shanghai',
  'TDT+20+207W+1++MERI:172:20+++9321483:146::BIRCH WAKE',
  'LOC+9+CNSHA:139:6',
  'DTM+186:202601101930:203',
  'LOC+11+NLRTM:139:6',
  'DTM+132:202602100715:203',
  'EQD+CN+CSQU3054383+45G1:102:5+++5',
  'SEL+SH88200',
];

/** A carrier's confirmation of a booking: ports and dates of the main transport, one container that has a number and two that have none. */
export const bookingConfirmation: Body = [
  'BGM+770+CONF0001+9+AP',
  'DTM+137:202601050900:203',
  'TSR+30+2',
  'LOC+88+CNSZX:139:6',
  'LOC+7+DEDUI:139:6',
  'RFF+BN:MERIB00017',
  'RFF+BM:MERI123456789',
  'RFF+FF:SHIPPERS-OWN',
  'TDT+20+207W+1++MERI:172:20+++9321483:146:11:BIRCH WAKE',
  'LOC+9+CNSHA:139:6',
  'DTM+133:202601101800:203',
  'LOC+11+NLRTM:139:6',
  'DTM+132:202602100700:203',
  'NAD+CA+MERI:160:20',
  'RFF+BN:OF-THE-PARTY',
  'GID+1+820:CT',
  'EQD+CN+CSQU3054383+45G1:102:5',
  'EQN+1',
  'EQD+CN++22G1:102:5',
  'EQN+2',
];

/** A line's order to a terminal, which containers the ship is to take. */
export const loadList: Body = [
  'BGM+45+LIST0001+9',
  'RFF+ACE:1',
  'TDT+20+207W+1++MERI:172:20+++9321483:146::BIRCH WAKE',
  'LOC+9+CNSHA:139:6',
  'DTM+133:202601101800:203',
  'NAD+CF+MERI:160:20',
  'EQD+CN+CSQU3054383+45G1:102:5++2+5',
  'RFF+BN:MERIB00017',
  'LOC+11+NLRTM:139:6',
  'LOC+7+DEDUI:139:6',
  'MEA+AAE+VGM+KGM:24200',
  'SEL+SH88200+CA',
  'EQD+CN++22G1:102:5++2+4',
  'CNT+16:2',
];

/** Bytes of a text in Latin-1, which for plain text is any character set. */
export const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1');
