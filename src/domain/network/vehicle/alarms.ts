import { type Instant, MINUTE_MS } from '#shared/time/instant.ts';

/** What a device can raise an alarm about, whatever its protocol. */
export const alarmKinds = [
  'emergency',
  'collision',
  'rollover',
  'theft',
  'moved',
  'doorOpened',
  'tampered',
  'jammed',
  'powerCut',
  'overspeed',
  'fatigue',
  'harshDriving',
  'vibration',
  'fuel',
  'lowPower',
  'lowBattery',
  'fault',
] as const;
export type AlarmKind = (typeof alarmKinds)[number];

/** An alarm that has not been quiet for long enough: when it was raised first and last. */
type OpenAlarm = { beganAt: Instant; lastAt: Instant };
type OpenAlarms = Partial<Record<AlarmKind, OpenAlarm>>;

/** Alarms that are open, and those that came later than what was measured after them. */
export type AlarmMemory = { open: OpenAlarms; late: OpenAlarms };

export const noAlarmMemory: AlarmMemory = { open: {}, late: {} };

/** News of an alarm; one that goes on has no end. */
export type AlarmNews = { kind: AlarmKind; beganAt: Instant; endedAt: Instant | null };

/** An alarm is over once it was not raised for so long; raised again before, it is the same one. */
const calmMs = 10 * MINUTE_MS;

const goesOn = (known: OpenAlarm, at: Instant): boolean => Math.abs(at - known.lastAt) < calmMs;

/** Takes the alarms of one report into those that are open; without news of those that go on. */
function stepOpen(open: OpenAlarms, at: Instant, kinds: readonly AlarmKind[]): { open: OpenAlarms; news: AlarmNews[] } {
  const next: OpenAlarms = { ...open };
  const news: AlarmNews[] = [];
  for (const kind of alarmKinds) {
    const known = open[kind];
    const isRaised = kinds.includes(kind);
    if (known !== undefined && goesOn(known, at)) {
      if (isRaised) next[kind] = { ...known, lastAt: at };
      continue;
    }
    delete next[kind];
    if (known !== undefined) news.push({ kind, beganAt: known.beganAt, endedAt: known.lastAt });
    if (!isRaised) continue;
    next[kind] = { beganAt: at, lastAt: at };
    news.push({ kind, beganAt: at, endedAt: null });
  }
  return { open: next, news };
}

/** Alarms from the past: each is over as far as is known. Those within one that is open are no others. */
function stepLate({ open, late }: AlarmMemory, at: Instant, kinds: readonly AlarmKind[]) {
  const next: OpenAlarms = { ...late };
  const news: AlarmNews[] = [];
  for (const kind of kinds) {
    const [now, known] = [open[kind], late[kind]];
    if (now !== undefined && at >= now.beganAt) continue;
    const one =
      known !== undefined && goesOn(known, at)
        ? { beganAt: known.beganAt, lastAt: Math.max(known.lastAt, at) }
        : { beganAt: at, lastAt: at };
    next[kind] = one;
    news.push({ kind, beganAt: one.beganAt, endedAt: one.lastAt });
  }
  return { late: next, news };
}

/** Takes the alarms of one report into what is known; `isLate`: a later report came before it. */
export function stepAlarms(
  memory: AlarmMemory,
  { at, alarms }: { at: Instant; alarms: readonly AlarmKind[] },
  isLate: boolean,
): { memory: AlarmMemory; news: AlarmNews[] } {
  if (isLate) {
    if (alarms.length === 0) return { memory, news: [] };
    const { late, news } = stepLate(memory, at, alarms);
    return { memory: { ...memory, late }, news };
  }
  if (alarms.length === 0 && Object.keys(memory.open).length === 0) return { memory, news: [] };
  const { open, news } = stepOpen(memory.open, at, alarms);
  return { memory: { ...memory, open }, news };
}

/** Bits of alarms of JT/T 808-2013 and 2019. Bits of early warnings and of fences within the device are left out. */
const bits808: readonly (readonly [bit: number, kind: AlarmKind])[] = [
  [0, 'emergency'],
  [1, 'overspeed'],
  [2, 'fatigue'],
  [4, 'fault'],
  [5, 'fault'],
  [6, 'fault'],
  [7, 'lowPower'],
  [8, 'powerCut'],
  [9, 'fault'],
  [10, 'fault'],
  [11, 'fault'],
  [12, 'fault'],
  [18, 'fatigue'],
  [24, 'fault'],
  [25, 'fuel'],
  [26, 'theft'],
  [27, 'theft'],
  [28, 'moved'],
  [29, 'collision'],
  [30, 'rollover'],
  [31, 'doorOpened'],
];

const noAlarms: readonly AlarmKind[] = [];

/** Alarms of the alarm word of a JT/T 808 position. */
export const alarmsOf808 = (word: number): readonly AlarmKind[] =>
  word === 0 ? noAlarms : [...new Set(bits808.flatMap(([bit, kind]) => (((word >>> bit) & 1) === 0 ? [] : [kind])))];

/** Numbers of alarms of GT06 devices; entering and leaving fences within the device is left out. */
const numbersGt06: Readonly<Record<number, AlarmKind>> = {
  0x01: 'emergency',
  0x02: 'powerCut',
  0x03: 'vibration',
  0x06: 'overspeed',
  0x09: 'vibration',
  0x0c: 'tampered',
  0x0e: 'lowPower',
  0x0f: 'lowPower',
  0x11: 'powerCut',
  0x13: 'tampered',
  0x14: 'doorOpened',
  0x18: 'tampered',
  0x19: 'lowBattery',
  0x1a: 'harshDriving',
  0x1b: 'harshDriving',
  0x23: 'rollover',
  0x25: 'tampered',
  0x26: 'harshDriving',
  0x27: 'harshDriving',
  0x28: 'harshDriving',
  0x29: 'harshDriving',
  0x2a: 'harshDriving',
  0x2b: 'harshDriving',
  0x2c: 'collision',
  0x2e: 'harshDriving',
  0x30: 'jammed',
  0x32: 'tampered',
  0x53: 'fuel',
  0xf0: 'harshDriving',
  0xf1: 'harshDriving',
  0xf2: 'collision',
  0x107: 'jammed',
  0x10b: 'jammed',
};

/** The same in three bits of the state of the device. */
const statesGt06: readonly (AlarmKind | undefined)[] = [undefined, 'vibration', 'powerCut', 'lowBattery', 'emergency'];

const listOf = (kind: AlarmKind | undefined): readonly AlarmKind[] => (kind === undefined ? noAlarms : [kind]);

/** The alarm of a GT06 message: its number, else what the state of the device says. */
export const alarmsOfGt06 = (alarm: number, state: number): readonly AlarmKind[] =>
  listOf(alarm === 0 ? statesGt06[(state >> 3) & 7] : numbersGt06[alarm]);

/** Events of the messages of GT06 devices that consist of items. */
const eventsGt06: Readonly<Record<number, AlarmKind>> = {
  0x10: 'doorOpened',
  0x12: 'tampered',
  0x1a: 'lowBattery',
  0x1b: 'overspeed',
  0x20: 'vibration',
  0x21: 'powerCut',
  0x23: 'tampered',
};

/** The alarm of an event item of a GT06 message. */
export const alarmsOfEventGt06 = (event: number): readonly AlarmKind[] => listOf(eventsGt06[event]);
