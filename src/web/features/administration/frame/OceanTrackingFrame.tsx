import { Segmented } from 'antd';
import { useState, type ReactElement } from 'react';
import { embedPrefix } from '#web/base/embed.ts';
import { usePageSearch } from '#web/base/page-hooks.ts';
import { useT, useLang } from '#web/i18n/index.ts';
import { DataPageFrame } from './DataPageFrame.tsx';
import { FreightowerMap } from './FreightowerMap.tsx';
import { findNavEntry } from '#web/app/navigation.ts';
import { FrameBox } from './FrameBox.tsx';

/** A page of a third party: it gets no token and its messages count for nothing. */
function ExternalFrame({ url }: { url: string }): ReactElement {
  const lang = useLang();
  const [attempt, setAttempt] = useState(0);
  return (
    <FrameBox
      key={attempt}
      src={url}
      title={findNavEntry('/ft-ocean-tracking')?.title[lang] ?? url}
      onRetry={() => setAttempt(attempt + 1)}
    />
  );
}

const route = '/ft-ocean-tracking';

/** Ocean tracking: the page that is configured for it or our own, and the map of Freightower. */
export function OceanTrackingFrame({ pageUrl }: { pageUrl: string | null }): ReactElement {
  const t = useT();
  const { search, setSearch } = usePageSearch(route);
  const isMap = search['view'] === 'map';
  return (
    <div className="pt-ocean">
      <Segmented
        className="pt-ocean-views"
        value={isMap ? 'map' : 'list'}
        options={[
          { value: 'list', label: t('frame.list') },
          { value: 'map', label: t('frame.map') },
        ]}
        onChange={(view) => setSearch({ ...search, view: view === 'map' ? 'map' : undefined })}
      />
      <div className="pt-ocean-body">
        {isMap ? (
          <FreightowerMap
            key={search['no'] ?? ''}
            reference={search['no'] ?? ''}
            onReference={(no) => setSearch({ view: 'map', no })}
          />
        ) : pageUrl === null ? (
          <DataPageFrame baseUrl={embedPrefix} href={route} />
        ) : (
          <ExternalFrame url={pageUrl} />
        )}
      </div>
    </div>
  );
}
