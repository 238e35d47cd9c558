import { sendChat } from './chat/index.ts';
import { sendMail } from './email.ts';
import { sendInApp } from './in-app.ts';
import { sendSms } from './sms.ts';
import type { Channel } from './types.ts';
import { sendWebhook } from './webhook.ts';

/** Every way to send, by the value of WL_FEEDBACK_TYPE. */
export const channels: Readonly<Record<string, Channel>> = {
  EMAIL: sendMail,
  WEBHOOK: sendWebhook,
  DINGTALK: sendChat('DINGTALK'),
  WECOM: sendChat('WECOM'),
  SLACK: sendChat('SLACK'),
  TEAMS: sendChat('TEAMS'),
  FEISHU: sendChat('FEISHU'),
  SMS: sendSms,
  IN_APP: sendInApp,
};

export type { Delivery, DeliverySettings, Outgoing } from './types.ts';
