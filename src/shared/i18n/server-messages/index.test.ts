import { describe, expect, test } from 'vitest';
import { isServerMessageCode, refusalText, serverMessages, serverText } from './index.ts';

const marks = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '').sort();

describe('catalogue of the server', () => {
  test('every text is there in both languages with the same parameters', () => {
    const han = /[\u3400-\u9fff]/;
    const wrong = Object.entries(serverMessages).filter(([, { zh, en }]) => {
      // A text that is nothing but a mark carries words from elsewhere.
      const isChinese = han.test(zh) || /^\{\{\w+\}\}$/.test(zh);
      const isEnglish = en.trim() !== '' && !han.test(en);
      return !isChinese || !isEnglish || marks(zh).join() !== marks(en).join();
    });
    expect(wrong.map(([code]) => code)).toEqual([]);
  });

  test('fills parameters and leaves no marks behind', () => {
    expect(serverText('auth.slowedDown', { seconds: 8 }, 'zh')).toBe('登录失败次数过多，请 8 秒后重试');
    expect(serverText('auth.slowedDown', { seconds: 8 }, 'en')).toContain('wait 8 s');
    expect(serverText('auth.slowedDown', {}, 'en')).not.toContain('{{');
  });

  test('counts one thing and several in English', () => {
    expect(serverText('exception.updated', { count: 1 }, 'en')).toBe('Updated 1 exception');
    expect(serverText('exception.updated', { count: 2 }, 'en')).toBe('Updated 2 exceptions');
    expect(serverText('precedence.started', { count: 1 }, 'en')).toBe('1 shipment is being recomputed');
  });

  test('a parameter is never read as a pattern', () => {
    expect(serverText('error.unknownFilter', { name: '$&{{x}}' }, 'en')).toBe('Unknown filter: $&{{x}}');
  });

  test('an unknown refusal reason is still named', () => {
    expect(refusalText('timeout', {}, 'en')).toBe('The source did not answer in time');
    expect(refusalText('sunspots', {}, 'en')).toBe('Could not be processed: sunspots');
    expect(isServerMessageCode('toString')).toBe(false);
  });
});
