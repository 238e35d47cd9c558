/**
 * How many status messages of Cargo-IMP (FSU) a second of processor time are read on one core, with every hundredth waybill made
 * into a record of its messages, beside its floor: the same text split into lines.
 */
import { connectors } from '#server/connectors/index.ts';
import { readCargoImp } from '#server/connectors/cargoimp/index.ts';
import { buildAirWaybill } from '#shared/ids/air-waybill.ts';
import { type Figure, isSmall, report, rounded } from './support/report.ts';

const targetPerSecond = 20_000;
const waybills = isSmall() ? 1_000 : 5_000;
const rounds = 8;
const zones: Readonly<Record<string, string>> = { PVG: 'Asia/Shanghai', FRA: 'Europe/Berlin' };
const reference = { resolvePort: () => undefined, zoneOf: (airport: string) => zones[airport] };
const receivedAt = Date.UTC(2026, 2, 11);

const messagesOf = (waybill: string): string[] =>
  [
    'BKD/CZ461/09MAR/PVGFRA/T10K1000/S2345/S0540-N',
    'RCS/09MAR1200/PVG/T10K1000/SHANGHAI LIGHT WORKS',
    'MAN/CZ461/09MAR/PVGFRA/P6K600/S2345/S0540-N',
    'DEP/CZ461/09MAR/PVGFRA/P6K600/A2350/E0545-N',
    'ARR/CZ461/09MAR/FRA/P6K600/A0550-N',
    'RCF/CZ461/10MAR0730/FRA/P6K600',
    'NFD/10MAR0800/FRA/P6K600/MAINLICHT GMBH',
    'DLV/10MAR1400/FRA/P6K600/MAINLICHT GMBH',
  ].map((line) => `FSU/14\n${waybill}PVGFRA/T10K1000\n${line}\n`);

const cpuMs = (since?: NodeJS.CpuUsage): number => {
  const { user, system } = process.threadCpuUsage(since);
  return (user + system) / 1_000;
};

const all = Array.from({ length: waybills }, (_, serial) => {
  const waybill = buildAirWaybill('784', serial);
  return { waybill, messages: messagesOf(waybill) };
});
const count = all.reduce((sum, { messages }) => sum + messages.length, 0);

function readAll(): number {
  let read = 0;
  all.forEach(({ waybill, messages }, index) => {
    for (const text of messages)
      read += readCargoImp(text, { receivedAt, zoneOf: reference.zoneOf }).consignments.length;
    if (index % 100 > 0) return;
    const about = { subject: 'bill', billNo: waybill, containerNo: null, carrierCode: 'CZ', receivedAt } as const;
    connectors.cargoimp.parse(
      messages.map((text) => Buffer.from(text)),
      about,
      reference,
    );
  });
  return read;
}

if (readAll() !== count) throw new Error('not every message was read');
const times: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const before = process.threadCpuUsage();
  readAll();
  times.push(cpuMs(before));
}
const before = process.threadCpuUsage();
let lines = 0;
for (const { messages } of all) for (const text of messages) lines += text.split('\n').length;
const floorMs = cpuMs(before);
if (lines < count) throw new Error('nothing was split');
const perSecond = (count * 1_000) / Math.min(...times);
const figures: Figure[] = [
  {
    name: 'FSU messages read, of one core',
    goal: `>= ${targetPerSecond}/s`,
    measured: `${rounded(perSecond)}/s`,
    beside: `${rounded((count * 1_000) / floorMs)}/s (split into lines)`,
    ratio: ((floorMs * perSecond) / (count * 1_000)).toFixed(3),
    reached: perSecond >= targetPerSecond,
  },
];
report(figures);
