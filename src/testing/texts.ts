import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Lang, Text } from '#shared/i18n/text.ts';
import type { AllTexts, OneLanguage, TextTree } from '#web/i18n/all-texts.ts';
import { flatten, type MessageTree } from '#web/i18n/messages.ts';

const web = join(import.meta.dirname, '../web');

const isText = (value: Text | TextTree): value is Text => typeof value['zh'] === 'string';

/** One language of a tree of texts, as the build makes it. */
export const inLanguage = (tree: TextTree, lang: Lang): MessageTree =>
  Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [key, isText(value) ? value[lang] : inLanguage(value, lang)]),
  );

/** The files of texts, by the first word of their keys. */
export const textFiles: ReadonlyMap<string, { path: string; tree: TextTree }> = new Map(
  await Promise.all(
    globSync('**/*.texts.ts', { cwd: web, exclude: ['app/*', 'shell/antd.texts.ts'] })
      .toSorted()
      .map(async (path): Promise<[string, { path: string; tree: TextTree }]> => {
        const file = (await import(join(web, path))) as Readonly<Record<string, TextTree>>;
        const [[name, tree] = ['', {}]] = Object.entries(file);
        return [name, { path: `src/web/${path}`, tree }];
      }),
  ),
);

const allTexts = Object.fromEntries([...textFiles].map(([name, { tree }]) => [name, tree]));

/** All texts of the browser in one language, by their keys. */
export const flatTexts = (lang: Lang): Map<string, string> => flatten(inLanguage(allTexts, lang));

const every = (lang: Lang) => inLanguage(allTexts, lang) as unknown as OneLanguage<AllTexts>;

/** Every Chinese text, by namespace. */
export const zh = every('zh');

/** Every English text, by namespace. */
export const en = every('en');
