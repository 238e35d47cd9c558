import { parseOutsideJson } from '#shared/text/json-limits.ts';
import { asRecord } from '#shared/values/objects.ts';
import type { OutboundAnswer } from '../../outbound-post.ts';
import type { Delivery } from '../types.ts';

/** What an answer says beyond its status; undefined: the status says it all. */
export type AnswerCheck = (answer: OutboundAnswer) => Delivery | undefined;

type Meaning = Pick<Delivery, 'final' | 'retryAfterMs'> & { reason: string };

const minute = 60_000;
const gone: Meaning = { reason: 'robot_gone', final: true };
const guarded: Meaning = { reason: 'robot_guarded' };
const malformed: Meaning = { reason: 'message_refused' };
const tooLong: Meaning = { reason: 'message_too_long' };
const later = (retryAfterMs: number): Meaning => ({ reason: 'too_many', retryAfterMs });

/** Codes of robots that answer in JSON, from their documentation; all others are "refused". */
const codes = {
  // More than 20 messages a minute silence a robot for ten minutes.
  DINGTALK: {
    [-1]: later(minute),
    130_101: later(10 * minute),
    410_100: later(10 * minute),
    310_000: guarded,
    300_001: gone,
    300_005: gone,
    40_035: malformed,
    460_101: tooLong,
  },
  WECOM: { [-1]: later(minute), 45_009: later(minute), 93_000: gone, 40_058: malformed },
  FEISHU: {
    11_232: later(minute),
    19_021: guarded,
    19_022: guarded,
    19_024: guarded,
    19_001: gone,
    9_499: malformed,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<number, Meaning>>>>;

const isGood = ({ status }: OutboundAnswer): boolean => status >= 200 && status <= 299;

/** Robots answer `errcode`, or `code` at Feishu, most of them with the status 200. */
export const checkCodes = (kind: keyof typeof codes): AnswerCheck => {
  const meanings: Readonly<Record<number, Meaning>> = codes[kind];
  return (answer) => {
    const fields = asRecord(parseOutsideJson(answer.text)?.value);
    const code = Number(fields['errcode'] ?? fields['code'] ?? fields['StatusCode'] ?? Number.NaN);
    if (!Number.isInteger(code)) return isGood(answer) ? { ok: false, reason: 'bad_answer' } : undefined;
    if (code === 0) return undefined;
    const detail = String(fields['errmsg'] ?? fields['msg'] ?? '');
    return { ok: false, code, detail, ...(meanings[code] ?? { reason: 'robot_refused' }) };
  };
};

/** Words of Slack. Source: docs.slack.dev, "Sending messages using incoming webhooks", handling errors. */
const words: Readonly<Record<string, Meaning>> = {
  no_service: gone,
  no_service_id: gone,
  no_team: gone,
  no_active_hooks: gone,
  team_disabled: gone,
  invalid_token: gone,
  channel_not_found: gone,
  user_not_found: gone,
  action_prohibited: guarded,
  posting_to_general_channel_denied: guarded,
  invalid_payload: malformed,
  invalid_blocks: malformed,
  invalid_blocks_format: malformed,
  no_text: malformed,
};

/** Slack answers `ok`, or a word that says what is wrong. */
export const checkSlack: AnswerCheck = (answer) => {
  const word = answer.text.trim();
  if (isGood(answer)) return word === 'ok' ? undefined : { ok: false, reason: 'bad_answer' };
  const meaning = words[word];
  return meaning === undefined ? undefined : { ok: false, ...meaning };
};

/**
 * Teams: 202 is that the flow has taken the message; flows of the former kind answer 200 and tell a failure in the text.
 * A deleted flow is answered 404, a wrong signature in the address 401 or 403.
 */
export const checkTeams: AnswerCheck = ({ status, text }) => {
  const [, inside] = /HTTP error (\d{3})/.exec(text) ?? [];
  const code = status >= 200 && status <= 299 && inside !== undefined ? Number(inside) : status;
  const failed = { ok: false, code };
  if (code === 404) return { ...failed, ...gone };
  if (code === 413) return { ...failed, ...tooLong };
  if (code === 429) return { ...failed, reason: 'too_many' };
  if (code === 401 || code === 403) return { ...failed, ...guarded };
  if (code === 400) return { ...failed, ...malformed };
  return code === status ? undefined : { ...failed, reason: 'robot_refused' };
};
