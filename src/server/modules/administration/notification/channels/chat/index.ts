import { realClock } from '#server/platform/clock/clock.ts';
import { postJson } from '../http.ts';
import type { Channel } from '../types.ts';
import { chatFormats, type ChatKind, chatPost } from './formats.ts';
import { chatMessage } from './message.ts';

/** Sends to a chat program: to a webhook of a channel, or a robot of a group. */
export const sendChat =
  (kind: ChatKind): Channel =>
  (message, deps, signal) => {
    const { address, auth, webhookId } = message;
    if (!URL.canParse(address)) return Promise.resolve({ ok: false, reason: 'bad_address', final: true });
    const { url, body } = chatPost(kind, chatMessage(message), { address, secret: auth, now: realClock.now() });
    const post = { url, headers: { 'webhook-id': webhookId }, body: JSON.stringify(body) };
    return postJson(post, deps, signal, chatFormats[kind].check);
  };
