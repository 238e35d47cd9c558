import type { WaitingReason } from '#domain/execution/job/waiting-reason.ts';
import type { CallData } from '#contract/index.ts';
import { type MessageParams, serverText, type ServerMessageCode } from '#shared/i18n/server-messages/index.ts';
import type { Lang } from '#shared/i18n/text.ts';
import { isOneOf } from '#shared/values/objects.ts';
import { type JobReason, jobReasons } from './job-reasons.ts';

type Waiting = NonNullable<CallData<'jobGet'>['waiting']>;

const codeOf = (reason: WaitingReason): ServerMessageCode =>
  reason.code === 'cap' ? `job.waiting.cap.${reason.cap.kind}` : `job.waiting.${reason.code}`;

const kindText = ({ machineType, machineVersion }: { machineType: string; machineVersion: string | null }): string =>
  [machineType, machineVersion].filter(Boolean).join(' ');

function paramsOf(reason: WaitingReason, names: { environment: string; site: string | null }): MessageParams {
  const { environment, site } = names;
  switch (reason.code) {
    case 'cap':
      return { running: reason.cap.running, most: reason.cap.limit, site: site ?? '' };
    case 'siteUnconfirmed':
    case 'siteStopped':
      return { site: site ?? '' };
    case 'noRobot':
      return { environment };
    case 'noType':
      return { environment, kinds: reason.kinds.map(kindText).join(', ') };
    case 'busy':
      return { robots: reason.robots, ahead: reason.ahead };
    case 'disabled':
    case 'away':
      return { robots: reason.robots };
    default:
      return {};
  }
}

/** Why a job waits, in words. */
export const presentWaiting = (
  reason: WaitingReason,
  names: { environment: string; site: string | null },
  lang: Lang,
): Waiting => ({
  code: reason.code,
  text: serverText(codeOf(reason), paramsOf(reason, names), lang),
  until: reason.code === 'retryPause' ? reason.until : null,
  page: reason.code === 'retryPause' ? null : reason.mend,
});

const isReason = (reason: string): reason is JobReason => isOneOf(jobReasons, reason);

/** Why a job came into a state, in words. */
export const reasonWords = (reason: string | null, params: MessageParams, lang: Lang): string =>
  reason !== null && isReason(reason) ? serverText(`job.reason.${reason}`, params, lang) : '';
