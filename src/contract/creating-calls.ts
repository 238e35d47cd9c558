import type { CallName, OwnCall } from './paths.ts';

/**
 * Calls of the product's own that create something in one transaction. Each takes a request key (header `idempotency-key`): sent
 * again under the same key by the same user within a day, it creates nothing more and is answered as the first time. Uploads take none:
 * a file that is there already is recognised by its content. Orders of exports and imports have a key of their own.
 */
export const creatingCalls = [
  'addExceptionComment',
  'userInsert',
  'roleTemplateSave',
  'savedViewSave',
  'subscribe',
  'batchSubscribe',
  'airSubscribe',
  'trainSubscribe',
  'vehicleSubscribe',
  'expressSubscribe',
  'ruleSettingInsert',
  'sailingSubscriptionInsert',
  'flightSubscriptionInsert',
  'handOverSend',
  'bookingRecordSave',
  'jobRun',
  'jobRunMany',
  'ruleTry',
  'ediSend',
  'apiKeyInsert',
  'webhookInsert',
  'rpaKeyInsert',
  'calendarFeedInsert',
  'rpaReaderSave',
  'traceShareInsert',
] as const satisfies readonly OwnCall[];

const own: ReadonlySet<string> = new Set(creatingCalls);

/** What they answer is a secret that is shown once and not kept: sent again, they say that it was made. */
const secretCalls: ReadonlySet<string> = new Set<OwnCall>([
  'apiKeyInsert',
  'webhookInsert',
  'rpaKeyInsert',
  'calendarFeedInsert',
  'traceShareInsert',
]);

/** Whether the answer of a call must not be kept. */
export const answersSecret = (name: CallName): boolean => secretCalls.has(name);

/** What they do outside of the database cannot be taken back: they take their key before they begin. */
const outsideCalls: ReadonlySet<string> = new Set<OwnCall>(['ediSend']);

/** Whether a call also does something outside of the database. */
export const actsOutside = (name: CallName): boolean => outsideCalls.has(name);

/** Whether a call takes a request key: what creates something, and the calls that add rows of declared entities. */
export const takesRequestKey = (name: CallName): boolean => own.has(name) || /\.(insert|saveOrUpdate)$/.test(name);
