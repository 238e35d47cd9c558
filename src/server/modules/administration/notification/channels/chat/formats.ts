import { createHmac } from 'node:crypto';
import { both } from '#shared/i18n/text.ts';
import type { Instant } from '#shared/time/instant.ts';
import { checkCodes, checkSlack, checkTeams, type AnswerCheck } from './answers.ts';
import { translate, type Dialect } from './markup.ts';
import type { ChatMessage } from './message.ts';

/** How messages are written for one chat program. */
type Format = {
  dialect: Dialect;
  /** The body of a message with its text in the dialect. */
  body: (message: ChatMessage, text: string) => object;
  /** What the program limits: how much it takes, how much a body has, and how much more a text in it is. */
  limit: { max: number; ofBody: (body: object) => number; ofText: (text: string) => number };
  /** Puts the signature with the secret of the robot into the address or the body. */
  sign?: (signed: { url: string; body: object }, secret: string, now: Instant) => { url: string; body: object };
  check: AnswerCheck;
};

const asIs = (text: string): string => text;
const bytesOf = (text: string): number => Buffer.byteLength(text);
const jsonBytesOf = (text: string): number => bytesOf(JSON.stringify(text)) - 2;
const bodyBytesOf = (body: object): number => bytesOf(JSON.stringify(body));

/** Markdown as most programs read it. */
const markdown: Dialect = {
  newline: '\n',
  text: asIs,
  bold: (text) => `**${text}**`,
  link: (text, url) => `[${text}](${url})`,
  heading: (line) => `### ${line}`,
  quote: (line) => `> ${line}`,
};

const colon = both('：', ': ');

/** Heading, text, fields and link in one text, for programs whose messages have no parts. */
const oneText = (
  { heading, fields, link, lang }: ChatMessage,
  text: string,
  { newline, text: written, ...dialect }: Dialect,
): string =>
  [
    ...(heading === null ? [] : [dialect.heading(written(heading))]),
    ...(text === '' ? [] : [text]),
    ...fields.map(({ label, value }) => dialect.quote(`${label}${colon[lang]}${written(value)}`)),
    ...(link === null ? [] : [dialect.link(link.label, link.url)]),
  ].join(newline);

const hmac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64');

/**
 * The address with time (ms) and signature, as a DingTalk robot with a signing secret takes it.
 * Source: open.dingtalk.com, "Custom robot security settings": the secret is the key, `timestamp\nsecret` the text.
 */
export function dingTalkUrl(address: string, secret: string, now: Instant): string {
  const url = new URL(address);
  url.searchParams.set('timestamp', String(now));
  url.searchParams.set('sign', hmac(secret, `${now}\n${secret}`));
  return url.href;
}

/**
 * Time (s) and signature in the body of a Feishu or Lark robot. Source: open.feishu.cn, "Use bots in groups", signature
 * verification: other than at DingTalk, `timestamp\nsecret` is the key and the text is empty.
 */
export function feishuSignature(secret: string, now: Instant): { timestamp: string; sign: string } {
  const timestamp = String(Math.floor(now / 1000));
  return { timestamp, sign: hmac(`${timestamp}\n${secret}`, '') };
}

/** DingTalk breaks a line only at a line break between spaces. */
const dingTalkDialect: Dialect = { ...markdown, newline: '  \n  ' };

const dingTalk: Format = {
  dialect: dingTalkDialect,
  body: (message, text) => ({
    msgtype: 'markdown',
    // The title stands in the list of chats only, so the text repeats it.
    markdown: { title: message.heading ?? 'Portolan', text: oneText(message, text, dingTalkDialect) },
  }),
  limit: { max: 20_000, ofBody: bodyBytesOf, ofText: jsonBytesOf },
  sign: ({ url, body }, secret, now) => ({ url: dingTalkUrl(url, secret, now), body }),
  check: checkCodes('DINGTALK'),
};

/** WeCom mentions the user in `<@user>`; colours of its own may stay. */
const weComDialect: Dialect = { ...markdown, text: (text) => text.replaceAll('<@', '< @') };

const weCom: Format = {
  dialect: weComDialect,
  body: (message, text) => ({
    msgtype: 'markdown',
    markdown: { content: oneText(message, text, weComDialect) },
  }),
  // 4,096 bytes of the content; the body around it is counted too, as it is small.
  limit: { max: 4_096, ofBody: bodyBytesOf, ofText: jsonBytesOf },
  check: checkCodes('WECOM'),
};

/** Slack: `&`, `<` and `>` are control characters of mrkdwn. Source: docs.slack.dev, "Formatting message text". */
const slackDialect: Dialect = {
  newline: '\n',
  text: (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  bold: (text) => `*${text}*`,
  link: (text, url) => `<${url.replaceAll('&', '&amp;')}|${text}>`,
  heading: (line) => `*${line}*`,
  quote: (line) => `> ${line}`,
};

const mrkdwn = (text: string) => ({ type: 'mrkdwn', text });

function slackBody({ heading, text: raw, fields, link }: ChatMessage, text: string) {
  const { text: written, bold, link: linked } = slackDialect;
  const shown = heading ?? translate(raw, slackDialect, { max: 300, sizeOf: (part) => part.length });
  return {
    // Shown in notifications of the system, and by screen readers.
    text: heading === null ? shown : written(heading),
    blocks: [
      ...(heading === null ? [] : [{ type: 'header', text: { type: 'plain_text', text: heading } }]),
      ...(text === '' ? [] : [{ type: 'section', text: mrkdwn(text) }]),
      ...(fields.length === 0
        ? []
        : [
            {
              type: 'section',
              fields: fields.map(({ label, value }) => mrkdwn(`${bold(label)}\n${written(value)}`)),
            },
          ]),
      // A link and no button: buttons of a webhook's app need an address that takes their clicks.
      ...(link === null ? [] : [{ type: 'section', text: mrkdwn(linked(link.label, link.url)) }]),
    ],
  };
}

const slack: Format = {
  dialect: slackDialect,
  body: slackBody,
  // Of each text of a section; nothing else in it can be long.
  limit: { max: 3_000, ofBody: () => 0, ofText: (text) => text.length },
  check: checkSlack,
};

/** Teams reads a part of markdown in cards: no headings, no quotes, and a line begins after an empty one. */
const teamsDialect: Dialect = {
  ...markdown,
  newline: '\n\n',
  heading: (line) => `**${line}**`,
  quote: asIs,
};

const teams: Format = {
  dialect: teamsDialect,
  body: ({ heading, fields, link }, text) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          msteams: { width: 'Full' },
          body: [
            ...(heading === null
              ? []
              : [{ type: 'TextBlock', text: heading, size: 'Medium', weight: 'Bolder', wrap: true }]),
            ...(text === '' ? [] : [{ type: 'TextBlock', text, wrap: true }]),
            ...(fields.length === 0
              ? []
              : [{ type: 'FactSet', facts: fields.map(({ label, value }) => ({ title: label, value })) }]),
          ],
          actions: link === null ? [] : [{ type: 'Action.OpenUrl', title: link.label, url: link.url }],
        },
      },
    ],
  }),
  // 28 KB of everything; Teams wraps the card in a message of its own, for which room is left.
  limit: { max: 24_000, ofBody: bodyBytesOf, ofText: jsonBytesOf },
  check: checkTeams,
};

/** Feishu: `<at id=all>` mentions everybody, so angle brackets are written as entities. Quotes and headings are unknown. */
const feishuDialect: Dialect = {
  ...markdown,
  text: (text) => text.replaceAll('<', '&#60;').replaceAll('>', '&#62;'),
  heading: (line) => `**${line}**`,
  quote: asIs,
};

const plainText = (content: string) => ({ tag: 'plain_text', content });

const feishu: Format = {
  dialect: feishuDialect,
  body: ({ heading, fields, link }, text) => ({
    msg_type: 'interactive',
    card: {
      config: { wide_screen_mode: true },
      ...(heading === null ? {} : { header: { template: 'blue', title: plainText(heading) } }),
      elements: [
        ...(text === '' ? [] : [{ tag: 'markdown', content: text }]),
        ...(fields.length === 0
          ? []
          : [
              {
                tag: 'div',
                fields: fields.map(({ label, value }) => ({
                  is_short: true,
                  text: { tag: 'lark_md', content: `**${label}**\n${feishuDialect.text(value)}` },
                })),
              },
            ]),
        ...(link === null
          ? []
          : [
              {
                tag: 'action',
                actions: [{ tag: 'button', type: 'primary', text: plainText(link.label), url: link.url }],
              },
            ]),
      ],
    },
  }),
  // 20 KB of the body, with the signature.
  limit: { max: 20_000, ofBody: bodyBytesOf, ofText: jsonBytesOf },
  sign: ({ url, body }, secret, now) => ({ url, body: { ...feishuSignature(secret, now), ...body } }),
  check: checkCodes('FEISHU'),
};

/** The formats by the value of WL_FEEDBACK_TYPE. */
export const chatFormats = {
  DINGTALK: dingTalk,
  WECOM: weCom,
  SLACK: slack,
  TEAMS: teams,
  FEISHU: feishu,
} as const satisfies Readonly<Record<string, Format>>;

/** A kind of notification that goes to a chat program. */
export type ChatKind = keyof typeof chatFormats;

/** The body of a message for a chat program, its text cut to what the program takes. */
export function chatBody(kind: ChatKind, message: ChatMessage): object {
  const { body, dialect, limit }: Format = chatFormats[kind];
  // An empty text may leave a part out: one character stands for the part that holds it.
  const frame = limit.ofBody(body(message, '.')) - limit.ofText('.');
  const room = { max: limit.max - Math.max(0, frame), sizeOf: limit.ofText };
  return body(message, message.text.trim() === '' ? '' : translate(message.text, dialect, room));
}

/** Address and body as they are posted; a robot with a secret gets them signed. `now`: the machine's time in ms. */
export function chatPost(
  kind: ChatKind,
  message: ChatMessage,
  { address, secret, now }: { address: string; secret: string | null; now: Instant },
): { url: string; body: object } {
  const { sign }: Format = chatFormats[kind];
  const post = { url: address, body: chatBody(kind, message) };
  return sign === undefined || secret === null || secret === '' ? post : sign(post, secret, now);
}
