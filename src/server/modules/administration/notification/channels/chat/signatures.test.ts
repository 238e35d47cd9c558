import { expect, test } from 'vitest';
import { dingTalkUrl, feishuSignature } from './formats.ts';

// Made with the sample programs of the documentation, in Python, and written out:
//   DingTalk: hmac.new(secret, f"{timestamp}\n{secret}", sha256); Feishu: hmac.new(f"{timestamp}\n{secret}", b"", sha256)
test('DingTalk: the secret is the key; time and signature stand in the address beside the token', () => {
  const url = new URL(
    dingTalkUrl('https://oapi.example/robot/send?access_token=t', 'this is secret', 1_577_262_236_757),
  );
  expect(Object.fromEntries(url.searchParams)).toEqual({
    access_token: 't',
    timestamp: '1577262236757',
    sign: 'hmPWwU+7lVdm3ZZz0r9tSfx0L4Q26jWOZr9+Gs6EZQM=',
  });
  expect(url.search).toContain('sign=hmPWwU%2B7lVdm3ZZz0r9tSfx0L4Q26jWOZr9%2BGs6EZQM%3D');
});

test('Feishu: time and secret are the key, the text is empty, the time is in seconds', () => {
  expect(feishuSignature('demo', 1_599_360_473_999)).toEqual({
    timestamp: '1599360473',
    sign: 'l1N0gAcBjdwBvGm1xMjOF0XSyaLRpR7tuO5dHfhAYc8=',
  });
});
