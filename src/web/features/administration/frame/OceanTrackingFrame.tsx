import { Segmented } from 'antd';
import type { ReactElement } from 'react';
import { embedPrefix } from '#web/base/embed.ts';
import { usePageSearch } from '#web/base/page-hooks.ts';
import { useT } from '#web/i18n/index.ts';
import { DataPageFrame } from './DataPageFrame.tsx';
import { ExternalFrame } from './ExternalFrame.tsx';
import { FreightowerMap } from './FreightowerMap.tsx';

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
