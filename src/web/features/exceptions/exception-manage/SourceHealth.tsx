import { ApiOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { late } from '#web/kit/late.tsx';

const SourcesDrawer = late(async () => (await import('./SourcesDrawer.tsx')).SourcesDrawer);

const REFRESH_MS = 60_000;

/** Small button with the number of failing sources; opens what is wrong with them and which messages were refused. */
export function SourceHealth() {
  const t = useT();
  const [open, setOpen] = useState(false);
  const query = useCall('sources', undefined, { staleTime: REFRESH_MS, refetchInterval: REFRESH_MS });
  const failing = (query.data ?? []).filter((source) => source.enabled && source.failing).length;
  return (
    <>
      <Button size="small" icon={<ApiOutlined />} danger={failing > 0} onClick={() => setOpen(true)}>
        {failing > 0
          ? t('exceptionManage.sources.buttonFailing', { count: failing })
          : t('exceptionManage.sources.button')}
      </Button>
      <SourcesDrawer open={open} onClose={() => setOpen(false)} query={query} requestedAt={query.dataUpdatedAt} />
    </>
  );
}
