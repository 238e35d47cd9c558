import type { Messages } from '#web/i18n/messages.ts';
import type { why as zh } from '../zh/why.ts';

/** Sentences that say why an exception, a value or a task is as it is, and the buttons that mend it. */
export const why: Messages<typeof zh> = {
  exceptionNew: 'New, and nobody has handled it yet: {{text}}',
  exceptionRegressed: 'It had gone away and came back {{count}} {{count, plural(one: time; other: times)}}: {{text}}',
  exceptionEscalating: 'It has become worse: {{text}}',
  exceptionInProgress: '{{who}} is working on it, and it is still there: {{text}}',
  exceptionHandled: '{{who}} has marked it as handled, but the data still shows it: {{text}}',
  exceptionNoAction: '{{who}} decided that nothing is to be done; the data still shows it: {{text}}',
  exceptionOnHold: '{{who}} has put it on hold, and it is still there: {{text}}',
  exceptionSnoozed: 'Put aside until it gets worse: {{text}}',
  exceptionSnoozedUntil: 'Put aside until {{untilAt}}, or until it gets worse: {{text}}',
  exceptionResolved: 'The data no longer shows it, so it is closed: {{text}}',
  valueOverride: 'An expert has entered this value, which comes before all sources.',
  valueClassifier:
    'The value of {{who}} is used, because actual times come before estimated ones, and those before planned ones.',
  valuePrecedence: 'The value of {{who}} is used, because it is more trusted here than {{others}}.',
  valueNewest: 'The value of {{who}} is used, because it is as trusted as {{others}} and newer.',
  valueOnly: 'Only {{who}} tells this value.',
  valueAgreed: '{{who}} and {{count}} other {{count, plural(one: statement; other: statements)}} agree.',
  valueRecorded: 'This is the value of {{who}} that was used then; what others said then was not kept.',
  pullFailing:
    'Asking has failed {{count}} {{count, plural(one: time; other: times)}} in a row ({{error}}); next attempt {{nextAt}}.',
  pullOverdue: 'Asking was planned for {{nextAt}}, and background work has not got to it yet.',
  pullPlanned: 'It works; the source is asked again at {{nextAt}}.',
  pullNever: 'No request is planned, and nothing has been received yet.',
  pullByItself: 'No request is planned, because it sends by itself; last at {{lastAt}}.',
  recordPending: '{{who}} wanted it asked again at {{wantedAt}}; the answer of the source is awaited.',
  recordFailing: '{{who}} wanted it asked again at {{wantedAt}}, but the request failed: {{error}}',
  recordPulled: 'What {{who}} wanted at {{wantedAt}} has been answered.',
  recordCancelled: '{{who}} has cancelled it, so the source is not asked for it.',
  taskPlanned: 'It is planned for {{runAt}}, which has not come yet.',
  taskDue: 'It can run since {{runAt}} and waits for a free worker.',
  taskRetrying:
    'It has failed {{count}} {{count, plural(one: time; other: times)}} ({{error}}); next attempt {{runAt}}.',
  taskRunning: 'A worker is doing it now.',
  taskDead: 'Given up after {{count}} {{count, plural(one: attempt; other: attempts)}}: {{error}}',
  mend: {
    correctBooking: 'Correct the booking',
    mapPort: 'Map the port code',
    askAgain: 'Ask again',
    correctValue: 'Correct',
  },
  asked: 'The sources are asked again',
  askFailed: 'Asking again failed',
};
