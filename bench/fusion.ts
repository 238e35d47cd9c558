/**
 * How many shipments a second of processor time the pure fusion makes on one core, beside its floor: copying the same inputs by
 * JSON.parse(JSON.stringify()), alternating in one run. Shape: 3 records x 3 containers x 12 events.
 * Exit code 1 when fusion is slower than the target.
 */
import { fuse } from '#domain/intake/fusion/fuse.ts';
import { defaultPrecedence } from '#domain/intake/fusion/precedence.ts';
import { milestones } from '#domain/tracking/model.ts';
import type { EventContent, SourceRecord, SourceType } from '#domain/tracking/model.ts';
import { report } from './support/report.ts';

const targetPerSecond = 2_000;
const hourMs = 3_600_000;
const shipments = 200;
const rounds = 20;

const codes = Object.values(milestones).slice(0, 12);
const sources: readonly SourceType[] = ['CARRIER', 'FT', 'TERMINAL'];

const buildEvent = (
  containerNo: string,
  statusCode: string,
  index: number,
  baseAt: number,
  skewMs: number,
): EventContent => ({
  containerNo,
  statusCode,
  portCode: index < 6 ? 'CNSHA' : 'NLRTM',
  occurrence: 1,
  planned: baseAt + index * 24 * hourMs,
  estimated: baseAt + index * 25 * hourMs + skewMs,
  actual: index < 7 ? baseAt + index * 25 * hourMs + skewMs : null,
  vesselName: 'MERIDIAN STAR',
  voyage: '023E',
  zone: index < 6 ? 'Asia/Shanghai' : 'Europe/Amsterdam',
  place: 'Terminal 4',
});

const buildRecord = (shipment: number, sourceType: SourceType, index: number): SourceRecord => {
  const baseAt = Date.UTC(2026, 0, 1) + shipment * hourMs;
  const skewMs = index === 0 ? 0 : (shipment % 3) * index * hourMs;
  const containers = [1, 2, 3].map((container) => `MERU${String(shipment * 10 + container).padStart(7, '0')}`);
  const ship = { vesselName: 'MERIDIAN STAR', vesselImo: '9074729', voyage: '023E' };
  const times = { etd: baseAt + skewMs, atd: baseAt + skewMs, eta: baseAt + 30 * 24 * hourMs + skewMs, ata: null };
  return {
    id: `${shipment}-${index}`,
    sourceType,
    channel: 'SHIPPING_TRACKING',
    sourceCode: `source-${index}`,
    observedAt: baseAt + index,
    content: {
      booking: {
        billNo: `MERI${shipment}`,
        bookingNo: `B${shipment}`,
        carrierCode: 'MERI',
        ...ship,
        serviceCode: 'AE1',
        placeOfReceipt: 'CNSHA',
        portOfLoading: 'CNSHA',
        portOfDischarge: 'NLRTM',
        placeOfDelivery: 'NLRTM',
        finalDestination: 'DEDUI',
        plannedDeparture: baseAt,
        plannedArrival: baseAt + 30 * 24 * hourMs,
        ...times,
      },
      legs: [
        { sequence: 1, ...ship, portOfLoading: 'CNSHA', portOfDischarge: 'SGSIN', ...times },
        { sequence: 2, ...ship, portOfLoading: 'SGSIN', portOfDischarge: 'NLRTM', ...times },
      ].slice(0, index === 1 ? 1 : 2),
      containers: containers.map((containerNo) => ({
        containerNo,
        sealNo: `S${shipment}`,
        sizeType: '45G1',
        quantity: 10,
        grossWeightKg: 12_000 + index,
        volumeM3: 60,
      })),
      events: containers.flatMap((containerNo) =>
        codes.map((code, step) => buildEvent(containerNo, code, step, baseAt, skewMs)),
      ),
    },
  };
};

const inputs = Array.from({ length: shipments }, (_, shipment) =>
  sources.map((sourceType, index) => buildRecord(shipment, sourceType, index)),
);

let sink = 0;
const runs = {
  fusion: (records: SourceRecord[]) => {
    sink += fuse(records, [], defaultPrecedence).content.events.length;
  },
  floor: (records: SourceRecord[]) => {
    sink += (JSON.parse(JSON.stringify(records)) as SourceRecord[]).length;
  },
};

/** Processor seconds of this thread for one pass over all shipments: what others do on the machine does not count. */
const time = (run: (records: SourceRecord[]) => void): number => {
  const before = process.threadCpuUsage();
  for (const records of inputs) run(records);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000_000;
};

const samples = { fusion: [] as number[], floor: [] as number[] };
for (let round = 0; round < rounds + 3; round++) {
  for (const name of ['fusion', 'floor'] as const) {
    const seconds = time(runs[name]);
    // The first rounds only warm the machine up.
    if (round >= 3) samples[name].push(shipments / seconds);
  }
}
const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const fusionPerSecond = Math.round(median(samples.fusion));
const floorPerSecond = Math.round(median(samples.floor));

const events = inputs[0]?.reduce((sum, { content }) => sum + content.events.length, 0) ?? 0;
console.error(`fusion: ${sources.length} records, ${events} events each, median of ${rounds}`);
if (sink === 0) throw new Error('nothing was fused');
report([
  {
    name: 'fusion, the pure function',
    goal: `>= ${targetPerSecond} shipments/s`,
    measured: `${fusionPerSecond}/s of processor time`,
    beside: `${floorPerSecond}/s (JSON copy of the same inputs)`,
    ratio: (fusionPerSecond / floorPerSecond).toFixed(2),
    reached: fusionPerSecond >= targetPerSecond,
  },
]);
