import { keysOf } from '../values/objects.ts';
import { buildContainerNumber } from './container-number.ts';

/** The carrier of test shipments; it does not exist, and no source but a test source answers for it. */
export const testCarrier = 'ZZZZ';
/** Owner code of the containers of test shipments. */
const testOwner = 'ZZZU';

/** What a test shipment goes through, with the two digits by which its numbers name it. */
export const testStories = {
  onTime: '01',
  late: '02',
  rolled: '03',
  split: '04',
  held: '05',
  lostSignal: '06',
  arrived: '07',
  unknown: '08',
  sourceDown: '09',
  transhipped: '10',
} as const;

/** What a test shipment goes through. */
export type TestStory = keyof typeof testStories;

/** The second container of a split bill has these digits more in place of the story's. */
const secondContainer = 50;

/** A reference of a test shipment: its story, and the run by which several of one story can be followed side by side. */
export type TestReference = { story: TestStory; run: string; subject: 'bill' | 'container' };

const storyOf = (digits: string): TestStory | undefined =>
  keysOf(testStories).find((story) => testStories[story] === digits);

/** Reads a bill (`ZZZZ010001`) or a container (`ZZZU0100010`) of a test shipment; undefined for every other reference. */
export function readTestReference(number: string): TestReference | undefined {
  const [, mark, digits = '', run = '', check] = /^(ZZZ[ZU])(\d\d)(\d{4})(\d?)$/.exec(number) ?? [];
  const story = storyOf(digits);
  if (story === undefined || (check === '') !== (mark === testCarrier)) return undefined;
  if (mark === testOwner && testContainer({ story, run }) !== number) return undefined;
  return { story, run, subject: mark === testCarrier ? 'bill' : 'container' };
}

/** The bill of a test shipment. */
export const testBill = ({ story, run }: Pick<TestReference, 'story' | 'run'>): string =>
  `${testCarrier}${testStories[story]}${run}`;

/** The container of a test shipment, with its check digit; `second`: the other one of a split bill. */
export const testContainer = ({ story, run }: Pick<TestReference, 'story' | 'run'>, second = false): string =>
  buildContainerNumber(testOwner, (Number(testStories[story]) + (second ? secondContainer : 0)) * 10_000 + Number(run));

/** Whether a reference has the form of one of a test shipment, whatever its digits: such a reference is asked of no carrier. */
export const isTestNumber = (number: string | null): boolean => number !== null && /^ZZZ[ZU]\d{6,7}$/.test(number);
