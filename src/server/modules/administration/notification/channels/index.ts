import { sendMail } from './email.ts';
import { sendInApp } from './in-app.ts';
import { sendDingTalk, sendWeCom } from './robots.ts';
import { sendSms } from './sms.ts';
import type { Channel } from './types.ts';
import { sendWebhook } from './webhook.ts';

/** Every way to send, by the value of WL_FEEDBACK_TYPE. */
export const channels: Readonly<Record<string, Channel>> = {
  EMAIL: sendMail,
  WEBHOOK: sendWebhook,
  DINGTALK: sendDingTalk,
  WECOM: sendWeCom,
  SMS: sendSms,
  IN_APP: sendInApp,
};

export type { Attachment, Delivery, DeliverySettings, Outgoing } from './types.ts';
