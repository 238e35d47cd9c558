import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { type ReactElement, useState } from 'react';
import { useLang, useT } from '#web/i18n/index.ts';
import { DetailDrawer } from '#web/kit/detail/DetailDrawer.tsx';
import { chapterOf, loadManual } from './load-manual.ts';
import { ManualText } from './ManualText.tsx';
import type { Chapter } from './read-manual.ts';
import './manual.css';

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
