import type { z } from 'zod';
import { type Why, whyException } from '#domain/tracking/why/why.ts';
import type { exceptionResult } from './rows.ts';

type Result = Pick<
  z.output<typeof exceptionResult>,
  | 'testPurpose'
  | 'errorRemark'
  | 'reason'
  | 'open'
  | 'resolution'
  | 'handleStatus'
  | 'chargeName'
  | 'regressions'
  | 'snoozed'
  | 'snoozedUntil'
>;

/** Why an exception is as it is, from what lists and its page have of it. */
export const whyOfResult = (result: Result): Why =>
  whyException({
    code: result.testPurpose,
    text: result.errorRemark,
    reason: result.reason,
    open: result.open === 1,
    resolution: result.resolution,
    handleStatus: result.handleStatus,
    who: result.chargeName,
    regressions: result.regressions,
    snoozed: result.snoozed === 1,
    snoozedUntil: result.snoozedUntil,
  });
