/** Made by `scripts/web-texts.ts` of all `*.texts.ts`. */
declare module 'virtual:texts' {
  import type { Locale as AntdLocale } from 'antd/es/locale/index.js';
  import type { Lang } from '#shared/i18n/text.ts';
  import type { MessageTree } from '#web/i18n/messages.ts';

  /** The texts of a part by name; `antd` are the words of antd's own widgets, which come with those of the shell. */
  export type TextFile = MessageTree & { readonly antd?: AntdLocale };

  /** Fetches one language of the texts of a file, by the name of the file in camel case. */
  export const files: Readonly<Partial<Record<string, Readonly<Record<Lang, () => Promise<TextFile>>>>>>;
}
