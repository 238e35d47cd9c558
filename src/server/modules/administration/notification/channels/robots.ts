import { createHmac } from 'node:crypto';
import { realClock } from '#server/platform/clock/clock.ts';
import { postJson } from './http.ts';
import type { Channel, Delivery, Outgoing } from './types.ts';

const busyCodes = new Set([130_101, 45_009, -1]);

/** Robots answer 200 and say in the text what went wrong. */
function checkRobot(text: string): Delivery | undefined {
  let answer: { errcode?: unknown; errmsg?: unknown };
  try {
    answer = JSON.parse(text) as typeof answer;
  } catch {
    return { ok: false, reason: 'bad_answer' };
  }
  const code = Number(answer?.errcode);
  if (code === 0) return undefined;
  if (!Number.isInteger(code)) return { ok: false, reason: 'bad_answer' };
  return {
    ok: false,
    code,
    reason: busyCodes.has(code) ? 'too_many' : 'robot_refused',
    detail: String(answer.errmsg ?? ''),
  };
}

/** The address with time and signature, as robots with a signing secret want it. */
export function dingTalkUrl(address: string, secret: string | null, nowMs: number): string {
  if (secret === null) return address;
  const url = new URL(address);
  url.searchParams.set('timestamp', String(nowMs));
  url.searchParams.set('sign', createHmac('sha256', secret).update(`${nowMs}\n${secret}`).digest('base64'));
  return url.href;
}

const repeated = (message: Outgoing) => ({ 'webhook-id': message.webhookId });

/** The body for a DingTalk robot: markdown with a title, or a plain text without a subject. */
export const dingTalkBody = ({ subject, content }: Pick<Outgoing, 'subject' | 'content'>): string =>
  JSON.stringify(
    subject === null
      ? { msgtype: 'text', text: { content } }
      : { msgtype: 'markdown', markdown: { title: subject, text: `### ${subject}\n\n${content}` } },
  );

/** Sends by a DingTalk robot. */
export const sendDingTalk: Channel = (message, deps, signal) => {
  if (!URL.canParse(message.address)) return Promise.resolve({ ok: false, reason: 'bad_address', final: true });
  const url = dingTalkUrl(message.address, message.auth, realClock.now());
  return postJson({ url, headers: repeated(message), body: dingTalkBody(message) }, deps, signal, checkRobot);
};

const mostWeComBytes = 4096;

/** Cuts a text to so many bytes of UTF-8, never within a character. */
export function cutToBytes(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text;
  let bytes = 0;
  let cut = '';
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > most - 3) break;
    cut += character;
  }
  return `${cut}…`;
}

/** The body for a WeCom robot; it takes at most 4,096 bytes of markdown. */
export const weComBody = ({ subject, content }: Pick<Outgoing, 'subject' | 'content'>): string =>
  JSON.stringify({
    msgtype: 'markdown',
    markdown: { content: cutToBytes(subject === null ? content : `### ${subject}\n${content}`, mostWeComBytes) },
  });

/** Sends by a WeCom robot. */
export const sendWeCom: Channel = (message, deps, signal) =>
  postJson({ url: message.address, headers: repeated(message), body: weComBody(message) }, deps, signal, checkRobot);
