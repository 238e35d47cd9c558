import type { Lang } from '#web/i18n/index.ts';
import { bookOrder } from './book-order.ts';
import { type Chapter, readChapters } from './read-manual.ts';

/** The manual in one language; `images` are addresses by file name. */
export type Manual = { chapters: readonly Chapter[]; images: ReadonlyMap<string, string> };

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Fetches the manual: one chunk per language, which nobody needs before they ask for help. */
export async function loadManual(lang: Lang): Promise<Manual> {
  const { files, images } = await (lang === 'zh' ? import('./book-zh.ts') : import('./book-en.ts'));
  const byName = new Map(Object.entries(files).map(([path, text]) => [nameOf(path).replace('.md', ''), text]));
  return {
    chapters: bookOrder.flatMap((name) => readChapters(`${name}.md`, byName.get(name) ?? '')),
    images: new Map(Object.entries(images).map(([path, url]) => [nameOf(path), url])),
  };
}

/** The chapter about a page: its own, else that of the page it hangs under, else the first. */
export function chapterOf({ chapters }: Manual, route: string): Chapter | undefined {
  const about = (path: string): Chapter | undefined => chapters.find((one) => one.route === path);
  return about(route) ?? about(route.slice(0, Math.max(route.lastIndexOf('/'), 0))) ?? chapters[0];
}
