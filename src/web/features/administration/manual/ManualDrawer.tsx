import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { useLang, useT } from '#web/i18n/index.ts';
import { DetailDrawer } from '#web/kit/detail/DetailDrawer.tsx';
import { ManualText } from './ManualText.tsx';
import type { Chapter } from './read-manual.ts';
import type { Lang } from '#shared/i18n/text.ts';
import { bookOrder } from './book-order.ts';
import { readChapters } from './read-manual.ts';
import './manual.css';

/** The manual in one language; `images` are addresses by file name. */
type Manual = { chapters: readonly Chapter[]; images: ReadonlyMap<string, string> };

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Fetches the manual: one chunk per language, which nobody needs before they ask for help. */
async function loadManual(lang: Lang): Promise<Manual> {
  const { files, images } = await (lang === 'zh' ? import('./book-zh.ts') : import('./book-en.ts'));
  const byName = new Map(Object.entries(files).map(([path, text]) => [nameOf(path).replace('.md', ''), text]));
  return {
    chapters: bookOrder.flatMap((name) => readChapters(`${name}.md`, byName.get(name) ?? '')),
    images: new Map(Object.entries(images).map(([path, url]) => [nameOf(path), url])),
  };
}

/** The chapter about a page: its own, else that of the page it hangs under, else the first. */
function chapterOf({ chapters }: Manual, route: string): Chapter | undefined {
  const about = (path: string): Chapter | undefined => chapters.find((one) => one.route === path);
  return about(route) ?? about(route.slice(0, Math.max(route.lastIndexOf('/'), 0))) ?? chapters[0];
}

type Props = { open: boolean; onClose: () => void; route: string };

/** The table of contents: a group per file. */
function contentsOf(chapters: readonly Chapter[]) {
  const books = Map.groupBy(chapters, ({ book }) => book);
  return [...books].map(([label, those]) => ({
    label,
    title: label,
    options: those.map(({ id, title }) => ({ value: id, label: title })),
  }));
}

/** The manual, opened at the chapter of the page on screen. */
export function ManualDrawer({ open, onClose, route }: Props): ReactElement {
  const t = useT();
  const lang = useLang();
  const [turned, turn] = useState<{ route: string; id: string }>();
  const { data: manual } = useQuery({
    queryKey: ['manual', lang],
    queryFn: () => loadManual(lang),
    staleTime: Infinity,
  });
  // Anyone who turned the page of the book and then goes to another page of the product reads about that one.
  const wanted = turned?.route === route ? manual?.chapters.find(({ id }) => id === turned.id) : undefined;
  const chapter = wanted ?? (manual && chapterOf(manual, route));
  const show = (id: string): void => turn({ route, id });
  const follow = (href: string): (() => void) | undefined => {
    const [file = '', anchor] = href.split('#');
    const target =
      anchor === undefined
        ? file
        : `${file === '' ? (chapter?.id.split('#')[0] ?? '') : file}#${decodeURIComponent(anchor)}`;
    return manual?.chapters.some(({ id }) => id === target) === true ? () => show(target) : undefined;
  };
  return (
    <DetailDrawer open={open} onClose={onClose} title={t('manual.title')} size="min(680px, 100vw)">
      {manual !== undefined && chapter !== undefined && (
        <>
          <Select
            className="pt-manual-contents"
            aria-label={t('manual.contents')}
            value={chapter.id}
            options={contentsOf(manual.chapters)}
            onChange={show}
            showSearch={{ optionFilterProp: 'label' }}
          />
          <h2 className="pt-manual-title">{chapter.title}</h2>
          <ManualText blocks={chapter.blocks} images={manual.images} follow={follow} />
        </>
      )}
    </DetailDrawer>
  );
}
