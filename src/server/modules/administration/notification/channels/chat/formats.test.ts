import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { takeChatMessage, type ChatKind as ReceiverKind } from '#simulator/receivers/index.ts';
import type { Outgoing } from '../types.ts';
import { type ChatKind, chatBody, chatPost } from './formats.ts';
import { chatMessage } from './message.ts';

type Written = Pick<Outgoing, 'subject' | 'content' | 'facts' | 'lang'>;

const now = Date.UTC(2026, 4, 1, 8);
const link = 'https://portolan.example/exception-manage/handle?id=7&tab=1';
const facts = {
  severity: 'high',
  blNo: 'MERI123456789',
  ctnNo: 'MERU1234567',
  carrierCode: 'MERI',
  vesselName: 'MERIDIAN & STAR <@all>',
  voyage: '412W',
  exceptionType: 'ARRIVAL_DELAY',
  link,
};
const message: Written = {
  lang: 'zh',
  subject: '到港延误 MERI123456789',
  content: '**到港延误** MERI123456789\n> 到港晚 3 天 & <at id=all></at>\n[查看](https://x.example/?a=1&b=2)',
  facts,
};
const bodyOf = (kind: ChatKind, of: Partial<Written> = {}): object =>
  chatBody(kind, chatMessage({ ...message, ...of }));

describe('one message in the format of each program', () => {
  test('DingTalk: markdown with a title, and line breaks that it shows', () => {
    expect(bodyOf('DINGTALK', { facts: { blNo: 'MERI123456789', voyage: '412W', link } })).toEqual({
      msgtype: 'markdown',
      markdown: {
        title: '到港延误 MERI123456789',
        text: [
          '### 到港延误 MERI123456789',
          '**到港延误** MERI123456789',
          '> 到港晚 3 天 & <at id=all></at>',
          '[查看](https://x.example/?a=1&b=2)',
          '> 航次：412W',
          `[在航图中查看](${link})`,
        ].join('  \n  '),
      },
    });
  });

  test('WeCom: markdown in which nobody is mentioned', () => {
    expect(bodyOf('WECOM', { subject: null, content: '你好 <@zhangsan> **x**', facts: {} })).toEqual({
      msgtype: 'markdown',
      markdown: { content: '你好 < @zhangsan> **x**' },
    });
  });

  test('Slack: blocks with a text beside them, and its three control characters as entities', () => {
    expect(bodyOf('SLACK', { lang: 'en' })).toEqual({
      text: '到港延误 MERI123456789',
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: '到港延误 MERI123456789' } },
        {
          type: 'section',
          text: {
            type: 'mrkdwn',
            text: [
              '*到港延误* MERI123456789',
              '> 到港晚 3 天 &amp; &lt;at id=all&gt;&lt;/at&gt;',
              '<https://x.example/?a=1&amp;b=2|查看>',
            ].join('\n'),
          },
        },
        {
          type: 'section',
          fields: [
            { type: 'mrkdwn', text: '*Severity*\nHigh' },
            { type: 'mrkdwn', text: '*Container*\nMERU1234567' },
            { type: 'mrkdwn', text: '*Vessel*\nMERIDIAN &amp; STAR &lt;@all&gt;' },
            { type: 'mrkdwn', text: '*Voyage*\n412W' },
          ],
        },
        {
          type: 'section',
          text: { type: 'mrkdwn', text: `<${link.replace('&', '&amp;')}|Open in Portolan>` },
        },
      ],
    });
  });

  test('Teams: an adaptive card with facts and a button', () => {
    expect(bodyOf('TEAMS', { facts: { voyage: '412W', link } })).toEqual({
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
              { type: 'TextBlock', text: '到港延误 MERI123456789', size: 'Medium', weight: 'Bolder', wrap: true },
              {
                type: 'TextBlock',
                text: '**到港延误** MERI123456789\n\n到港晚 3 天 & <at id=all></at>\n\n[查看](https://x.example/?a=1&b=2)',
                wrap: true,
              },
              { type: 'FactSet', facts: [{ title: '航次', value: '412W' }] },
            ],
            actions: [{ type: 'Action.OpenUrl', title: '在航图中查看', url: link }],
          },
        },
      ],
    });
  });

  test('Feishu: a card that mentions nobody, signed in its body', () => {
    const { url, body } = chatPost('FEISHU', chatMessage({ ...message, facts: { voyage: '4<12', link } }), {
      address: 'https://open.feishu.example/open-apis/bot/v2/hook/t',
      secret: 'demo',
      now: 1_599_360_473_000,
    });
    expect(url).toBe('https://open.feishu.example/open-apis/bot/v2/hook/t');
    expect(body).toEqual({
      timestamp: '1599360473',
      sign: 'l1N0gAcBjdwBvGm1xMjOF0XSyaLRpR7tuO5dHfhAYc8=',
      msg_type: 'interactive',
      card: {
        config: { wide_screen_mode: true },
        header: { template: 'blue', title: { tag: 'plain_text', content: '到港延误 MERI123456789' } },
        elements: [
          {
            tag: 'markdown',
            content:
              '**到港延误** MERI123456789\n到港晚 3 天 & &#60;at id=all&#62;&#60;/at&#62;\n[查看](https://x.example/?a=1&b=2)',
          },
          { tag: 'div', fields: [{ is_short: true, text: { tag: 'lark_md', content: '**航次**\n4&#60;12' } }] },
          {
            tag: 'action',
            actions: [
              {
                tag: 'button',
                type: 'primary',
                text: { tag: 'plain_text', content: '在航图中查看' },
                url: link,
              },
            ],
          },
        ],
      },
    });
  });
});

test('what the text names already is not repeated, and a link within it is enough', () => {
  const { fields, link: shown } = chatMessage({ ...message, content: `412W MERU1234567 MERI ${link}` });
  expect(fields.map(({ label }) => label)).toEqual(['严重程度', '船名']);
  expect(shown).toBeNull();
});

const addresses = {
  DINGTALK: ['dingtalk', 'https://x.example/robot/send?access_token=robot', 'SECrobot'],
  WECOM: ['wecom', 'https://x.example/send?key=robot', null],
  SLACK: ['slack', 'https://x.example/T/B/C', null],
  TEAMS: ['teams', 'https://x.example/flow?sig=s', null],
  FEISHU: ['feishu', 'https://x.example/robot', 'SECrobot'],
} as const satisfies Readonly<Record<ChatKind, readonly [ReceiverKind, string, string | null]>>;
const accepted = { DINGTALK: '"errcode":0', WECOM: '"errcode":0', SLACK: 'ok', TEAMS: '', FEISHU: '"code":0' };

/** What the strict receiver of the world makes of a message. */
function take(kind: ChatKind, of: Written) {
  const [receiver, address, secret] = addresses[kind];
  const { url, body } = chatPost(kind, chatMessage(of), { address, secret, now });
  const { pathname, searchParams } = new URL(url);
  const posted = {
    token: pathname.slice(1),
    query: Object.fromEntries(searchParams),
    body: JSON.stringify(body),
    nowMs: now,
  };
  return { ...takeChatMessage(receiver, posted), body: posted.body };
}

const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('**', '[', '](https://x.example/?a=1&b=2)', '<@all>', '&', '"', '\\', '\n', '> ', '# ', '🚢', '货物'),
  fc.constantFrom('<at id=all></at>', '<!channel>', '货'.repeat(2_000), '"'.repeat(3_000), '🚢'.repeat(900)),
);
const anyText = fc.array(piece, { minLength: 1, maxLength: 30 }).map((parts) => `x${parts.join('')}`);
const anyMessage: fc.Arbitrary<Written> = fc.record({
  lang: fc.constantFrom('zh', 'en'),
  subject: fc.option(anyText),
  content: anyText,
  facts: fc.record({ blNo: anyText, vesselName: anyText, severity: fc.constantFrom('high', 'odd'), link: anyText }),
});

test.each(Object.keys(addresses) as ChatKind[])(
  '%s takes whatever is written: cut to its length, never within a character, with nobody mentioned',
  (kind) => {
    fc.assert(
      fc.property(anyMessage, (of) => {
        const { answer, signature, body } = take(kind, of);
        expect(answer.text).toContain(accepted[kind]);
        expect(answer.status).toBe(kind === 'TEAMS' ? 202 : 200);
        expect([null, 'valid']).toContain(signature);
        // A half of a pair would stand as an escape in JSON; those in the text itself are its own.
        if (of.content.isWellFormed() && Object.values(of.facts).every((value) => String(value).isWellFormed()))
          if (of.subject?.isWellFormed() !== false) expect(body).not.toMatch(/\\ud[89a-f]/);
      }),
      { numRuns: 150 },
    );
  },
);

test('a long text fills the room there is and says by an ellipsis that more is missing', () => {
  const long = take('WECOM', { lang: 'zh', subject: '标题', content: '货'.repeat(3_000), facts: {} });
  const { content } = (JSON.parse(long.body) as { markdown: { content: string } }).markdown;
  expect(content).toMatch(/^### 标题\n货+…$/);
  expect(Buffer.byteLength(content)).toBeGreaterThan(4_000);
  const lines = Array.from({ length: 200 }, (_, n) => `**${n}** [${n}](https://x.example/${n})`).join('\n');
  const slack = chatBody('SLACK', chatMessage({ lang: 'zh', subject: null, content: lines, facts: {} }));
  expect(JSON.stringify(slack)).toMatch(/\d…"/);
});

test('the receivers of the world refuse what the programs refuse', () => {
  const [, address, secret] = addresses.DINGTALK;
  const { url, body } = chatPost('DINGTALK', chatMessage(message), { address, secret, now });
  const query = Object.fromEntries(new URL(url).searchParams);
  const text = JSON.stringify(body);
  const dingTalk = (more: object) =>
    takeChatMessage('dingtalk', { token: '', query, body: text, nowMs: now, ...more }).answer.text;
  expect(dingTalk({})).toContain('"errcode":0');
  expect(dingTalk({ nowMs: now + 3_700_000 })).toContain('310000');
  expect(dingTalk({ query: { ...query, sign: 'x' } })).toContain('310000');
  expect(dingTalk({ body: '{}' })).toContain('40035');
  expect(dingTalk({ body: JSON.stringify({ ...body, more: 'x'.repeat(20_000) }) })).toContain('460101');
  const slack = (given: object | string, token = 'T/B/C') =>
    takeChatMessage('slack', { token, query: {}, body: JSON.stringify(given), nowMs: now }).answer.text;
  expect(slack('text')).toBe('invalid_payload');
  expect(slack({ text: 'x', blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'a & b' } }] })).toBe(
    'invalid_blocks',
  );
  expect(slack(bodyOf('SLACK'), 'T/B/removed')).toBe('no_service');
  const teams = (given: object, query_ = { sig: 's' } as Record<string, string>) =>
    takeChatMessage('teams', { token: 'x', query: query_, body: JSON.stringify(given), nowMs: now }).answer.status;
  expect(teams(bodyOf('TEAMS'), {})).toBe(401);
  expect(teams({ text: 'x' })).toBe(400);
  expect(teams({ text: 'x'.repeat(29_000) })).toBe(413);
  const feishu = (given: object) =>
    takeChatMessage('feishu', { token: 'robot', query: {}, body: JSON.stringify(given), nowMs: now }).answer.text;
  expect(feishu(bodyOf('FEISHU'))).toContain('19021');
});
