/**
 * How many megabytes of EDIFACT a second of processor time are read and mapped to events on one core, beside its floor (looking
 * at every byte once), and whether the memory needed stays the same for a file of 100 MB: the heap after every tenth of it.
 */
import { parseNotices, writeNoticeBody } from '#server/connectors/edifact/parse.ts';
import { readEdifact } from '#server/connectors/edifact/index.ts';
import { buildContainerNumber } from '#shared/ids/container-number.ts';
import { type Figure, isSmall, report, rounded } from './support/report.ts';

const targetMbPerSecond = 5;
const fileMb = isSmall() ? 20 : 100;
const mostGrowthMb = 48;
const megabyte = 1_000_000;

const reference = {
  resolvePort: (code: string) => code,
  zoneOf: (code: string) => (code.startsWith('CN') ? 'Asia/Shanghai' : 'Europe/Amsterdam'),
};
const about = {
  subject: 'bill',
  billNo: 'MERI000000001',
  containerNo: null,
  carrierCode: 'MERI',
  receivedAt: Date.UTC(2026, 2, 1),
} as const;

function containerLines(serial: number): string[] {
  return [
    `EQD+CN+${buildContainerNumber('MERU', serial % 1_000_000)}+45G1:102:5++2+5`,
    `RFF+BN:MERIB${String(serial).padStart(8, '0')}`,
    `DTM+203:2026011${serial % 10}1130:203`,
    'LOC+9+CNSHA:139:6',
    'LOC+11+NLRTM:139:6',
    `LOC+147+0${100_000 + (serial % 99_999)}::5`,
    `MEA+AAE+VGM+KGM:${20_000 + (serial % 9_999)}`,
    `SEL+SH${serial}+CA`,
  ];
}

function statusLines(serial: number): string[] {
  return [
    'STS+1+AE:::Loaded on vessel',
    `RFF+BM:MERI${String(serial).padStart(9, '0')}`,
    `DTM+334:2026011${serial % 10}1130:203`,
    'LOC+9+CNSHA:139:6:SHANGHAI',
    'TDT+20+207W+1++MERI:172:20+++9321483:146::BIRCH WAKE',
    `EQD+CN+${buildContainerNumber('MERU', serial % 1_000_000)}+45G1:102:5+++5`,
  ];
}

/** One interchange with a loading report of 200 containers and status reports of 100. */
function interchange(serial: number): Buffer {
  const boxes = Array.from({ length: 200 }, (_, index) => containerLines(serial * 200 + index)).flat();
  const coarri = [
    'BGM+46+LOAD1+9',
    'TDT+20+207W+1++MERI:172:20+++9321483:146::BIRCH WAKE',
    'LOC+9+CNSHA:139:6',
    ...boxes,
    'CNT+16:200',
  ];
  const statuses = Array.from({ length: 100 }, (_, index) => statusLines(serial * 100 + index)).flat();
  const iftsta = ['BGM+23+STAT1+9', 'DTM+137:202601200000:203', 'CNI+1', ...statuses];
  const lines = [
    `UNB+UNOC:3+SHATERM:ZZZ+PORTOLAN:ZZZ+260110:0900+${serial}`,
    'UNH+1+COARRI:D:95B:UN:SMDG20',
    ...coarri,
    `UNT+${coarri.length + 2}+1`,
    'UNH+2+IFTSTA:D:00B:UN',
    ...iftsta,
    `UNT+${iftsta.length + 2}+2`,
    `UNZ+2+${serial}`,
  ];
  return Buffer.from(`${lines.join("'\r\n")}'\r\n`, 'latin1');
}

const cpuMs = (since?: NodeJS.CpuUsage): number => {
  const { user, system } = process.threadCpuUsage(since);
  return (user + system) / 1_000;
};

/** Reads and maps about so many megabytes made beforehand. */
async function readSpeed(): Promise<{ mbPerSecond: number; floor: number }> {
  const pieces = Array.from({ length: 100 }, (_, index) => interchange(index));
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
  const rounds = isSmall() ? 3 : 8;
  const run = async (): Promise<number> => {
    const before = process.threadCpuUsage();
    await readEdifact(pieces, (message) => {
      const source = {
        messageType: message.type ?? '',
        controlRef: null,
        messageRef: null,
        messageTime: message.messageTime,
        preparedAt: null,
        zone: null,
      };
      // One shipment in fifty is subscribed: its record is made as well.
      parseNotices([writeNoticeBody(source, message.notices.slice(0, 4))], about, reference);
    });
    return cpuMs(before);
  };
  await run();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await run());
  const before = process.threadCpuUsage();
  let seen = 0;
  for (const piece of pieces) for (const byte of piece) if (byte === 0x27) seen += 1;
  const floorMs = cpuMs(before);
  if (seen === 0) throw new Error('nothing was looked at');
  return { mbPerSecond: bytes / 1_000 / Math.min(...times), floor: bytes / 1_000 / floorMs };
}

/** A file of the wanted size, made while it is read. */
async function* largeFile(mb: number): AsyncGenerator<Buffer> {
  for (let made = 0, serial = 0; made < mb * megabyte; serial += 1) {
    const piece = interchange(serial);
    made += piece.length;
    yield piece;
  }
}

/** Heap in use at every tenth of a large file, in megabytes, and the longest time of the processor between two turns of the loop. */
async function largeRead(): Promise<{
  growthMb: number;
  first: number;
  last: number;
  longestMs: number;
  messages: number;
}> {
  const collect = (globalThis as { gc?: () => void }).gc ?? (() => {});
  const heaps: number[] = [];
  let bytes = 0;
  let next = (fileMb * megabyte) / 10;
  let [turn, longestMs] = [process.threadCpuUsage(), 0];
  const timer = setInterval(() => {
    longestMs = Math.max(longestMs, cpuMs(turn));
    turn = process.threadCpuUsage();
  }, 5);
  async function* watched(): AsyncGenerator<Buffer> {
    for await (const piece of largeFile(fileMb)) {
      bytes += piece.length;
      if (bytes >= next) {
        collect();
        heaps.push(process.memoryUsage().heapUsed / megabyte);
        next += (fileMb * megabyte) / 10;
        turn = process.threadCpuUsage();
      }
      yield piece;
    }
  }
  const { messages } = await readEdifact(watched(), () => {});
  clearInterval(timer);
  const [first, last] = [heaps[0] ?? 0, heaps.at(-1) ?? 0];
  return { growthMb: Math.max(...heaps) - first, first, last, longestMs, messages };
}

const { mbPerSecond, floor } = await readSpeed();
const large = await largeRead();
const figures: Figure[] = [
  {
    name: 'EDIFACT read and mapped, MB/s of one core',
    goal: `>= ${targetMbPerSecond}`,
    measured: rounded(mbPerSecond),
    beside: `${rounded(floor)} (each byte looked at once)`,
    ratio: (mbPerSecond / floor).toFixed(3),
    reached: mbPerSecond >= targetMbPerSecond,
  },
  {
    name: `heap growth while reading ${fileMb} MB (${large.messages} messages), MB`,
    goal: `<= ${mostGrowthMb}`,
    measured: rounded(large.growthMb),
    beside: `${rounded(large.first)} at the first tenth, ${rounded(large.last)} at the end`,
    ratio: (large.growthMb / fileMb).toFixed(3),
    reached: large.growthMb <= mostGrowthMb,
  },
  {
    name: 'longest time the loop was held while reading it, ms',
    goal: '-',
    measured: rounded(large.longestMs),
    beside: '-',
    ratio: '-',
    reached: undefined,
  },
];
report(figures);
