import { ApiOutlined, DashboardOutlined, KeyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { source } from '#entities/source.ts';
import { usePageSearch } from '#web/base/page-hooks.ts';
import { useCall } from '#web/base/use-call.ts';
import type { Row } from '#web/entity/entity-calls.ts';
import { EntityListPage } from '#web/entity/EntityListPage.tsx';
import { useLang, useT } from '#web/i18n/index.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { CallsDrawer } from './CallsDrawer.tsx';
import { ConnectDialog } from './ConnectDialog.tsx';
import { KeysDrawer, type OpenSource } from './KeysDrawer.tsx';
import './sources.css';

const firstColumns = ['sourceCode', 'nameCn', 'nameEn', 'profile', 'carrierCodes'];

/** Where data come from: counterparts, their addresses, limits and keys. */
export function SourcesPage() {
  const t = useT();
  const lang = useLang();
  const { data: profiles } = useCall('sourceProfiles', undefined, { staleTime: 600_000 });
  const { search, setSearch } = usePageSearch('/sources');
  const wanted = search['connect'];
  const [isConnecting, setConnecting] = useState(false);
  const [opened, setOpened] = useState<OpenSource>();
  const [counted, setCounted] = useState<{ sourceId: string; name: string }>();
  const nameOf = (row: Row): string => String((lang === 'zh' ? row['nameCn'] : row['nameEn']) ?? row['sourceCode']);
  const openKeys = (row: Row): void => {
    const profile = profiles?.find(({ name }) => name === row['profile']);
    if (profile === undefined) {
      toast.info(t('sources.withoutKeys'));
      return;
    }
    const isPlatforms = row['forTenantId'] == null;
    setOpened({
      sourceId: String(row['sourceId']),
      code: String(row['sourceCode']),
      name: nameOf(row),
      profile,
      isPlatforms,
    });
  };
  const connect = (
    <Button type="primary" size="small" icon={<ApiOutlined />} onClick={() => setConnecting(true)}>
      {t('sources.connect')}
    </Button>
  );
  return (
    <>
      <EntityListPage
        entity={source}
        route="/sources"
        canCopy={false}
        firstColumns={firstColumns}
        toolbar={connect}
        empty={{ text: t('sources.empty'), action: connect }}
        actions={[
          { key: 'key', label: t('sources.keysAndTest'), icon: <KeyOutlined />, run: openKeys },
          {
            key: 'calls',
            label: t('sources.calls.title'),
            icon: <DashboardOutlined />,
            run: (row) => setCounted({ sourceId: String(row['sourceId']), name: nameOf(row) }),
          },
        ]}
      />
      <ConnectDialog
        open={isConnecting || wanted !== undefined}
        carrierCode={wanted}
        onClose={() => {
          setConnecting(false);
          if (wanted !== undefined) setSearch({ ...search, connect: undefined });
        }}
      />
      <CallsDrawer source={counted} onClose={() => setCounted(undefined)} />
      <KeysDrawer source={opened} onClose={() => setOpened(undefined)} />
    </>
  );
}
