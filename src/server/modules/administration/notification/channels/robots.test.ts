import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { cutToBytes, dingTalkBody, dingTalkUrl, weComBody } from './robots.ts';

test('DingTalk wants time and signature in the address, beside its token', () => {
  const url = new URL(dingTalkUrl('https://oapi.example/robot/send?access_token=t', 'SECx', 1_700_000_000_000));
  expect(url.searchParams.get('access_token')).toBe('t');
  expect(url.searchParams.get('timestamp')).toBe('1700000000000');
  expect(url.searchParams.get('sign')).toBe(
    createHmac('sha256', 'SECx').update('1700000000000\nSECx').digest('base64'),
  );
  expect(dingTalkUrl('https://oapi.example/robot/send?access_token=t', null, 1)).toBe(
    'https://oapi.example/robot/send?access_token=t',
  );
});

test('bodies are those that robots take', () => {
  expect(JSON.parse(dingTalkBody({ subject: '标题', content: '内容' }))).toEqual({
    msgtype: 'markdown',
    markdown: { title: '标题', text: '### 标题\n\n内容' },
  });
  expect(JSON.parse(dingTalkBody({ subject: null, content: '内容' }))).toEqual({
    msgtype: 'text',
    text: { content: '内容' },
  });
  expect(JSON.parse(weComBody({ subject: '标题', content: '内容' }))).toEqual({
    msgtype: 'markdown',
    markdown: { content: '### 标题\n内容' },
  });
});

test('WeCom takes 4,096 bytes, never half a character', () => {
  const { markdown } = JSON.parse(weComBody({ subject: null, content: '货'.repeat(3000) })) as {
    markdown: { content: string };
  };
  expect(Buffer.byteLength(markdown.content)).toBeLessThanOrEqual(4096);
  expect(markdown.content).toMatch(/^货+…$/);
  expect(cutToBytes('short', 100)).toBe('short');
  expect(cutToBytes('🚢🚢🚢', 9)).toBe('🚢…');
});
