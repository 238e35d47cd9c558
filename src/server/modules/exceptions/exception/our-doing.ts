import type { Finding } from '#domain/exceptions/types.ts';
import type { JudgedSubject } from './detection-types.ts';

/**
 * Whether a problem is found only because of a decision of ours, so that nobody is notified of it. A decision that declares
 * news of the world (a risk zone) is reported to everybody who has not been judged by it yet.
 */
export const isOurDoing = ({ decidedAsOf, judgedAt }: JudgedSubject, finding: Finding | undefined): boolean =>
  decidedAsOf !== undefined && (finding?.newsAt === undefined || finding.newsAt < (judgedAt ?? 0));
