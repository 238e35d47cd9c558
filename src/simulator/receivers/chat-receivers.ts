import { createHmac, timingSafeEqual } from 'node:crypto';
import { asRecord, isRecord } from '#shared/values/objects.ts';

/** Chat programs that the world has. */
export type ChatKind = 'dingtalk' | 'wecom' | 'slack' | 'teams' | 'feishu';

/** Where each of them takes messages, below the receivers. */
export const chatPaths = [
  { kind: 'dingtalk', path: '/dingtalk/robot/send' },
  { kind: 'wecom', path: '/wecom/webhook/send' },
  { kind: 'slack', path: '/slack/services/*' },
  { kind: 'teams', path: '/teams/workflows/*' },
  { kind: 'feishu', path: '/feishu/open-apis/bot/v2/hook/*' },
] as const satisfies readonly { kind: ChatKind; path: string }[];

type Signature = 'valid' | 'invalid' | 'missing' | 'late' | null;
type Posted = {
  /** The end of the path. */
  token: string;
  query: Readonly<Record<string, string | undefined>>;
  body: string;
  /** Time of the machine. */
  nowMs: number;
};
type Fields = Readonly<Record<string, unknown>>;
type Answer = { status: number; type: string; text: string };

/** What a chat program makes of a message. */
type Taken = {
  to: string;
  signature: Signature;
  answer: Answer;
  message: { subject: string | null; text: string };
};

const json = (fields: object, status = 200): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  text: JSON.stringify(fields),
});
const plain = (text: string, status = 200): Answer => ({ status, type: 'text/plain; charset=utf-8', text });

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(asRecord) : []);
const isText = (value: unknown, limit: number): boolean =>
  typeof value === 'string' && value !== '' && value.length <= limit;
const bytesOf = (text: string): number => Buffer.byteLength(text);

function parsed(body: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Robots in this world have a secret that follows from their token. */
const secretOf = (token: string): string => `SEC${token}`;
const hourMs = 3_600_000;

function signatureOf(given: string, wanted: string, ageMs: number): Signature {
  if (given === '') return 'missing';
  const [left, right] = [Buffer.from(given), Buffer.from(wanted)];
  if (left.length !== right.length || !timingSafeEqual(left, right)) return 'invalid';
  return Math.abs(ageMs) <= hourMs ? 'valid' : 'late';
}

const hmac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64');

function takeDingTalk({ query, body, nowMs }: Posted): Taken {
  const { access_token: token = '', timestamp = '', sign = '' } = query;
  const secret = secretOf(token);
  const signature = signatureOf(sign, hmac(secret, `${timestamp}\n${secret}`), nowMs - Number(timestamp));
  const fields = parsed(body);
  const markdown = asRecord(fields?.['markdown']);
  const isWhole = fields?.['msgtype'] === 'markdown' && isText(markdown['title'], 500) && isText(markdown['text'], 1e6);
  const [errcode, errmsg] =
    token === ''
      ? [300_005, 'token is not exist']
      : signature !== 'valid'
        ? [310_000, 'sign not match']
        : !isWhole
          ? [40_035, 'missing parameter']
          : bytesOf(body) > 20_000
            ? [460_101, 'message too long, exceed 20000 bytes']
            : [0, 'ok'];
  return {
    to: token,
    signature,
    answer: json({ errcode, errmsg }),
    message: { subject: textOf(markdown['title']) || null, text: textOf(markdown['text']) || body },
  };
}

function takeWeCom({ query, body }: Posted): Taken {
  const { key = '' } = query;
  const fields = parsed(body);
  const content = textOf(asRecord(fields?.['markdown'])['content']);
  const isWhole = fields?.['msgtype'] === 'markdown' && content !== '';
  const [errcode, errmsg] =
    key === ''
      ? [93_000, 'invalid webhook url']
      : !isWhole
        ? [40_008, 'invalid message type']
        : bytesOf(content) > 4_096
          ? [40_058, 'markdown.content exceed max length 4096']
          : [0, 'ok'];
  return {
    to: key,
    signature: null,
    answer: json({ errcode, errmsg }),
    message: { subject: null, text: content || body },
  };
}

/** Characters that are control characters in mrkdwn stand in links and entities only. */
const isMrkdwn = (text: string): boolean =>
  !/[<>]|&(?!amp;|lt;|gt;)/.test(text.replace(/<https?:[^<>|]+\|[^<>|]+>/g, '').replace(/^> /gm, ''));

const isMrkdwnText = (value: unknown, limit: number): boolean => {
  const { type, text } = asRecord(value);
  return type === 'mrkdwn' && isText(text, limit) && isMrkdwn(textOf(text));
};

function isSlackBlock(block: Fields): boolean {
  const { type, text, fields } = block;
  if (type === 'header') return asRecord(text)['type'] === 'plain_text' && isText(asRecord(text)['text'], 150);
  if (type !== 'section') return false;
  if (text === undefined && fields === undefined) return false;
  const isTextFine = text === undefined || isMrkdwnText(text, 3_000);
  const areFieldsFine =
    fields === undefined ||
    (listOf(fields).length >= 1 &&
      listOf(fields).length <= 10 &&
      listOf(fields).every((one) => isMrkdwnText(one, 2e3)));
  return isTextFine && areFieldsFine;
}

const slackTextsOf = ({ text, fields }: Fields): string[] =>
  [text, ...listOf(fields)].flatMap((part) => textOf(asRecord(part)['text']) || []);

function takeSlack({ token, body }: Posted): Taken {
  const fields = parsed(body);
  const blocks = listOf(fields?.['blocks']);
  const parts = token.split('/');
  const isWhole =
    isText(fields?.['text'], 40_000) && blocks.length >= 1 && blocks.length <= 50 && blocks.every(isSlackBlock);
  const answer =
    parts.length !== 3 || parts.includes('')
      ? plain('invalid_token', 403)
      : parts[2] === 'removed'
        ? plain('no_service', 404)
        : parts[2] === 'archived'
          ? plain('channel_is_archived', 410)
          : isWhole
            ? plain('ok')
            : plain(fields === undefined ? 'invalid_payload' : 'invalid_blocks', 400);
  return {
    to: parts[1] ?? '',
    signature: null,
    answer,
    message: {
      subject: textOf(fields?.['text']) || null,
      text:
        blocks
          .filter(({ type }) => type === 'section')
          .flatMap(slackTextsOf)
          .join('\n') || body,
    },
  };
}

const cardElements: Readonly<Record<string, (element: Fields) => boolean>> = {
  TextBlock: ({ text }) => isText(text, 1e6),
  FactSet: ({ facts }) =>
    listOf(facts).length > 0 && listOf(facts).every(({ title, value }) => isText(title, 1e3) && isText(value, 1e3)),
};

const isCardAction = ({ type, title, url }: Fields): boolean =>
  type === 'Action.OpenUrl' && isText(title, 200) && URL.canParse(textOf(url));

const maxTeamsBytes = 28 * 1_024;

function takeTeams({ token, query, body }: Posted): Taken {
  const fields = parsed(body);
  const [attachment] = listOf(fields?.['attachments']);
  const card = asRecord(attachment?.['content']);
  const elements = listOf(card['body']);
  const isWhole =
    fields?.['type'] === 'message' &&
    attachment?.['contentType'] === 'application/vnd.microsoft.card.adaptive' &&
    card['type'] === 'AdaptiveCard' &&
    /^1\.[0-5]$/.test(textOf(card['version'])) &&
    elements.length > 0 &&
    elements.every((element) => cardElements[textOf(element['type'])]?.(element) ?? false) &&
    listOf(card['actions']).every(isCardAction);
  const answer =
    textOf(query['sig']) === ''
      ? json({ error: { code: 'DirectApiAuthorizationRequired' } }, 401)
      : bytesOf(body) > maxTeamsBytes
        ? json({ error: { code: 'RequestEntityTooLarge' } }, 413)
        : isWhole
          ? plain('', 202)
          : json({ error: { code: 'TriggerInputSchemaMismatch' } }, 400);
  const texts = elements.map(({ text, facts }) =>
    [textOf(text), ...listOf(facts).map(({ title, value }) => `${textOf(title)}: ${textOf(value)}`)].join('\n').trim(),
  );
  return {
    to: token.split('/')[0] ?? '',
    signature: null,
    answer,
    message: { subject: null, text: texts.filter(Boolean).join('\n\n') || body },
  };
}

const isFeishuText = (value: unknown, tag: string): boolean => {
  const { tag: own, content } = asRecord(value);
  return own === tag && isText(content, 1e6);
};

/** Angle brackets stand in tags of Feishu only, such as the one that mentions everybody. */
const feishuElements: Readonly<Record<string, (element: Fields) => boolean>> = {
  markdown: ({ content }) => isText(content, 1e6) && !/[<>]/.test(textOf(content)),
  div: ({ fields }) => listOf(fields).length > 0 && listOf(fields).every(({ text }) => isFeishuText(text, 'lark_md')),
  action: ({ actions }) =>
    listOf(actions).every(
      ({ tag, text, url }) => tag === 'button' && isFeishuText(text, 'plain_text') && URL.canParse(textOf(url)),
    ),
};

function takeFeishu({ token, body, nowMs }: Posted): Taken {
  const fields = parsed(body);
  const [timestamp, sign] = [textOf(fields?.['timestamp']), textOf(fields?.['sign'])];
  const signature = signatureOf(sign, hmac(`${timestamp}\n${secretOf(token)}`, ''), nowMs - Number(timestamp) * 1_000);
  const card = asRecord(fields?.['card']);
  const elements = listOf(card['elements']);
  const title = asRecord(asRecord(card['header'])['title']);
  const isWhole =
    fields?.['msg_type'] === 'interactive' &&
    (card['header'] === undefined || isFeishuText(title, 'plain_text')) &&
    elements.every((element) => feishuElements[textOf(element['tag'])]?.(element) ?? false);
  const [code, msg] =
    fields === undefined || bytesOf(body) > 20 * 1_024 || (signature === 'valid' && !isWhole)
      ? [9_499, 'Bad Request']
      : token === ''
        ? [19_001, 'param invalid: incoming webhook access token invalid']
        : signature !== 'valid'
          ? [19_021, 'sign match fail or timestamp is not within one hour from current time']
          : [0, 'success'];
  return {
    to: token,
    signature,
    answer: json({ code, msg, data: {} }),
    message: {
      subject: textOf(title['content']) || null,
      text:
        elements
          .map(({ content }) => textOf(content))
          .filter(Boolean)
          .join('\n') || body,
    },
  };
}

const takers: Readonly<Record<ChatKind, (posted: Posted) => Taken>> = {
  dingtalk: takeDingTalk,
  wecom: takeWeCom,
  slack: takeSlack,
  teams: takeTeams,
  feishu: takeFeishu,
};

/** Takes a message as the chat program does: checks address, signature, form and length, and gives its own answer. */
export const takeChatMessage = (kind: ChatKind, posted: Posted): Taken => takers[kind](posted);
