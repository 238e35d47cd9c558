import { beforeEach, describe, expect, test, vi } from 'vitest';
import { base as enBase } from './en/base.ts';
import type * as I18n from './index.ts';
import { featureParts, fetchPart, partOf } from './text-files.ts';
import { base } from './zh/base.ts';
import { first } from './zh/first.ts';
import { zh } from './zh/index.ts';

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
    const basic = [...Object.keys(first), ...Object.keys(base.texts)];
    const features = featureParts(Object.keys(zh));
    expect([...basic, ...features].toSorted()).toEqual(Object.keys(zh).toSorted());
    expect(Object.keys(enBase.texts)).toEqual(Object.keys(base.texts));
    for (const name of features) {
      expect(partOf(`${name}.x`)).toBe(name);
      expect((await fetchPart('zh', name)).texts[name]).toBeDefined();
      expect((await fetchPart('en', name)).texts[name]).toBeDefined();
    }
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
    });
  });
});
