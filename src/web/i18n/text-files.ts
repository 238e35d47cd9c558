import type { Locale as AntdLocale } from 'antd/es/locale/index.js';
import type { Lang } from './languages.ts';
import type { MessageTree } from './messages.ts';

type File = Readonly<Record<string, unknown>>;
/** What a file of texts gives; `antd` are the words of antd's own parts. */
export type TextFile = { texts: MessageTree; antd?: AntdLocale };

/** What sign-in needs; what shell and kit need besides; or the texts of a feature, by their name in zh/index.ts. */
export type Part = 'first' | 'base' | (string & {});

/** One chunk per feature and language; what is in first.ts and base.ts is not fetched by itself. */
const featureFiles = import.meta.glob<File>([
  './{zh,en}/*.ts',
  '!./*/{first,base,index,antd}.ts',
  '!./*/*.test.ts',
  '!./*/{common,login}.ts',
  '!./*/{draft,errors,inbox,map,nav,search,shell,table,value,world}.ts',
]);

const basicFiles: Record<Lang, Record<'first' | 'base', () => Promise<TextFile>>> = {
  zh: {
    first: async () => ({ texts: (await import('./zh/first.ts')).first }),
    base: async () => asTextFile((await import('./zh/base.ts')).base),
  },
  en: {
    first: async () => ({ texts: (await import('./en/first.ts')).first }),
    base: async () => asTextFile((await import('./en/base.ts')).base),
  },
};

/** Both module systems hand a default export over differently. */
function asTextFile({ texts, antd }: { texts: MessageTree; antd: unknown }): TextFile {
  const locale = antd !== null && typeof antd === 'object' && 'default' in antd ? antd.default : antd;
  return { texts, antd: locale as AntdLocale };
}

const pathOf = (lang: Lang, name: string): string =>
  `./${lang}/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;

/** The part a text is in, by the first word of its key. */
export function partOf(key: string): Part {
  const name = key.slice(0, key.indexOf('.'));
  return pathOf('zh', name) in featureFiles ? name : 'base';
}

/** The features that have texts of their own. */
export const featureParts = (names: readonly string[]): string[] =>
  names.filter((name) => pathOf('zh', name) in featureFiles);

/** Fetches a part in one language; a feature without a file is a mistake of ours. */
export async function fetchPart(lang: Lang, part: Part): Promise<TextFile> {
  const basic: Readonly<Partial<Record<string, () => Promise<TextFile>>>> = basicFiles[lang];
  const fetchBasic = basic[part];
  if (fetchBasic !== undefined) return fetchBasic();
  const file = await featureFiles[pathOf(lang, part)]?.();
  if (file === undefined) throw new Error(`there are no texts ${part}`);
  return { texts: { [part]: file[part] as MessageTree } };
}
