/** Made by `scripts/web-texts.ts` of all `*.texts.ts`. */
declare module 'virtual:texts' {
  import type { Lang } from '#shared/i18n/text.ts';
  import type { MessageTree } from '#web/i18n/messages.ts';

  /** Fetches one language of the texts of a file, by the name of the file in camel case. */
  export const files: Readonly<Partial<Record<string, Readonly<Record<Lang, () => Promise<MessageTree>>>>>>;
}
