import type { CallName, OwnCall } from './paths.ts';

/**
 * Calls of the product's own that create something in one transaction. Each takes a request key (header `idempotency-key`): sent
 * again under the same key by the same user within a day, it creates nothing more and is answered as the first time.
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
] as const satisfies readonly OwnCall[];

const own: ReadonlySet<string> = new Set(creatingCalls);

/** Whether a call takes a request key: what creates something, and the calls that add rows of declared entities. */
export const takesRequestKey = (name: CallName): boolean => own.has(name) || /\.(insert|saveOrUpdate)$/.test(name);
