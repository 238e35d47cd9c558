import type { TextParams } from '../interpolate.ts';
import { textIn, type Lang, type Text } from '../text.ts';
import { analyticsMessages } from './analytics.ts';
import { assetMessages } from './asset.ts';
import { auditMessages } from './audit.ts';
import { authMessages } from './auth.ts';
import { autotestMessages } from './autotest.ts';
import { bookingMessages } from './booking.ts';
import { businessDataMessages } from './business-data.ts';
import { ediMessages } from './edi.ts';
import { entityMessages } from './entity.ts';
import { exceptionMessages } from './exception.ts';
import { generalMessages } from './general.ts';
import { handOverMessages } from './hand-over.ts';
import { handlingMessages } from './handling.ts';
import { incidentMessages } from './incident.ts';
import { jobMessages } from './job.ts';
import { mailImportMessages } from './mail-import.ts';
import { notificationMessages } from './notification.ts';
import { orderMessages } from './order.ts';
import { firstRunMessages } from './first-run.ts';
import { calendarMessages } from './calendar.ts';
import { connectMessages } from './connect.ts';
import { outwardMessages } from './outward.ts';
import { sourceMessages } from './source.ts';
import { refusalMessages } from './refusal.ts';
import { eventMessages } from './event.ts';
import { reportMessages } from './report.ts';
import { riskMessages } from './risk.ts';
import { robotMessages } from './robot.ts';
import { freightMessages } from './freight.ts';
import { functionMessages } from './function.ts';
import { flightMessages } from './flight.ts';
import { sailingMessages } from './sailing.ts';
import { taskMessages } from './task.ts';
import { trackingRuleMessages } from './tracking-rules.ts';
import { shareMessages } from './share.ts';
import { scheduleMessages } from './schedule.ts';
import { versionMessages } from './version.ts';
import { subscriptionMessages } from './subscription.ts';
import { truthMessages } from './truth.ts';
import { assistantMessages } from './assistant.ts';
import { userMessages } from './user.ts';
import { validationMessages } from './validation.ts';
import { vehicleMessages } from './vehicle.ts';
import { viewMessages } from './view.ts';

/** Every text the server answers with, by code. */
export const serverMessages = {
  ...generalMessages,
  ...validationMessages,
  ...authMessages,
  ...exceptionMessages,
  ...handOverMessages,
  ...handlingMessages,
  ...incidentMessages,
  ...subscriptionMessages,
  ...shareMessages,
  ...entityMessages,
  ...userMessages,
  ...analyticsMessages,
  ...assetMessages,
  ...viewMessages,
  ...auditMessages,
  ...ediMessages,
  ...refusalMessages,
  ...eventMessages,
  ...freightMessages,
  ...reportMessages,
  ...riskMessages,
  ...vehicleMessages,
  ...flightMessages,
  ...sailingMessages,
  ...bookingMessages,
  ...taskMessages,
  ...trackingRuleMessages,
  ...truthMessages,
  ...businessDataMessages,
  ...functionMessages,
  ...mailImportMessages,
  ...notificationMessages,
  ...orderMessages,
  ...firstRunMessages,
  ...calendarMessages,
  ...connectMessages,
  ...outwardMessages,
  ...assistantMessages,
  ...sourceMessages,
  ...robotMessages,
  ...jobMessages,
  ...scheduleMessages,
  ...versionMessages,
  ...autotestMessages,
} as const;

/** A code of the catalogue; any other text is a type error. */
export type ServerMessageCode = keyof typeof serverMessages;

/** Parameters of a text; numbers and strings only, so that every text can show them. */
export type MessageParams = TextParams;

/** The text of a code in the language requested. */
export const serverText = (code: ServerMessageCode, params: MessageParams, lang: Lang): string =>
  textIn(serverMessages[code], lang, params);

/** Is this a code of the catalogue? For codes that come from data, such as `refusal.<reason>`. */
export const isServerMessageCode = (code: string): code is ServerMessageCode => Object.hasOwn(serverMessages, code);

/** The text of a code from data; undefined for one that is not in the catalogue. */
export const knownText = (code: string, lang: Lang, params: MessageParams = {}): string | undefined =>
  isServerMessageCode(code) ? serverText(code, params, lang) : undefined;

/** The text of a refusal reason; a reason the catalogue does not know is named as it is. */
export function refusalText(reason: string, params: MessageParams, lang: Lang): string {
  return knownText(`refusal.${reason}`, lang, params) ?? serverText('refusal.other', { ...params, reason }, lang);
}

/** Both languages of a text, for checks. */
export const serverMessage = (code: ServerMessageCode): Text => serverMessages[code];

/** What is wrong with an electronic message, by its code; a code the catalogue does not know is named as it is. */
export function ediReasonText(reason: string, lang: Lang): string {
  return knownText(`edi.problem.${reason}`, lang) ?? reason;
}
