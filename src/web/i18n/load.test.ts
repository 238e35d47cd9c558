import { langs } from '#shared/i18n/text.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { en, zh } from '#testing/texts.ts';
import type * as I18n from './index.ts';
import { featureParts, fetchPart, partOf } from './text-files.ts';
import { soon } from '#testing/soon.ts';

let i18n: typeof I18n;

beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal('document', { documentElement: { lang: '' } });
  i18n = await import('./index.ts');
  await i18n.initTexts('zh');
});

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

describe('parts', () => {
  test('every namespace is in exactly one part, in both languages', async () => {
    const features = featureParts(Object.keys(zh));
    const names = ['first', 'base', ...features];
    for (const lang of langs) {
      const parts = await Promise.all(names.map((name) => fetchPart(lang, name)));
      const found = parts.flatMap((part) => Object.keys(part));
      expect(found.toSorted()).toEqual(['antd', ...Object.keys(zh)].toSorted());
    }
    for (const name of features) expect(partOf(`${name}.x`)).toBe(name);
    expect(partOf('shell.x')).toBe('base');
  });

  test('have one language only', async () => {
    expect((await fetchPart('zh', 'audit'))['audit']).toEqual(zh.audit);
    expect((await fetchPart('en', 'audit'))['audit']).toEqual(en.audit);
    // Sentences and names that come from declarations are split as well.
    expect((await fetchPart('en', 'why'))['why']).toEqual(en.why);
    expect((await fetchPart('en', 'base'))['value']).toEqual(en.value);
  });
});

describe('texts of a page', () => {
  test('are there once loaded, and follow the language', async () => {
    await i18n.loadTexts(['traceDetail']);
    expect(i18n.text('traceDetail.map')).toBe(zh.traceDetail.map);
    await i18n.setLang('en');
    expect(i18n.text('traceDetail.map')).toMatch(/[A-Z]/);
    expect(i18n.text('traceDetail.map')).not.toBe(zh.traceDetail.map);
  });

  test('that nobody loaded are fetched when first missed, and a key is never shown', async () => {
    expect(i18n.text('entity.new')).toBe('');
    await vi.waitFor(async () => {
      await settled();
      expect(i18n.text('entity.new')).toBe(zh.entity.new);
    }, soon);
  });
});
