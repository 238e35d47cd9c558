import { whySentences } from '#shared/i18n/why/en.ts';
import type { Messages } from '#web/i18n/messages.ts';
import type { why as zh } from '../zh/why.ts';

/** Sentences that say why an exception, a value or a task is as it is, and the buttons that mend it. */
export const why: Messages<typeof zh> = {
  ...whySentences,
  mend: {
    correctBooking: 'Correct the booking',
    mapPort: 'Map the port code',
    askAgain: 'Request again',
    correctValue: 'Correct',
    retryTask: 'Try again',
    startSchedule: 'Start',
    editSchedule: 'Edit the schedule',
  },
  somebody: 'Somebody',
  asked: 'The sources are being queried again',
  askFailed: 'The request failed',
  retried: 'The task is queued again and will run shortly',
  retryFailed: 'The task could not be queued again',
  started: 'Started',
  startFailed: 'Starting failed',
};
