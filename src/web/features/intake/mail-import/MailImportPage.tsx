import { DownloadOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { receivedMailsList } from '#lists/received-mails.ts';
import { useLiveRefetch } from '#web/base/live.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { useShown } from '#web/kit/list/use-shown.ts';
import type { RowAction } from '#web/kit/table/column-model.ts';
import { viewAction } from '#web/kit/table/view-action.tsx';
import { ListView } from '#web/list/ListView.tsx';
import { type RowOf, useList } from '#web/list/use-list.tsx';
import { AddressBar } from './AddressBar.tsx';
import { MailDrawer } from './MailDrawer.tsx';
import { MappingDialog } from './MappingDialog.tsx';
import { SettingsDialog } from './SettingsDialog.tsx';
import { useMailActs } from './use-mail-acts.ts';
import './mail-import.css';

type Row = RowOf<typeof receivedMailsList>;

/** Orders and references that come as sheets by e-mail: the address, every mail with what became of it, and the mapping of columns. */
export function MailImportPage() {
  const t = useT();
  const list = useList(receivedMailsList);
  const settings = useCall('mailImportGet', undefined, { keep: true });
  const [settingUp, setSettingUp] = useState(false);
  const viewed = useShown<string>();
  const mapped = useShown<{ sheetId: string; name: string }>();
  const { save } = useMailActs();
  useLiveRefetch('mailImport', 'receivedMail.list');
  useLiveRefetch('mailImport', 'receivedMailGet');
  const view = (row: Row): void => viewed.show(row.mailId);
  const actions: RowAction<Row>[] = [
    viewAction(t('mailImport.view'), view),
    {
      key: 'download',
      label: t('mailImport.download'),
      icon: <DownloadOutlined />,
      run: (row) => void save(row.mailId),
    },
  ];
  return (
    <div className="pt-list">
      <ListView
        use={list}
        actions={actions}
        onOpen={view}
        middle={<AddressBar settings={settings.data} onSettings={() => setSettingUp(true)} />}
      />
      <MailDrawer
        key={`shown ${viewed.item}`}
        mailId={viewed.item}
        open={viewed.open}
        onClose={viewed.hide}
        onMap={mapped.show}
      />
      <MappingDialog key={mapped.item?.sheetId} sheet={mapped.item} open={mapped.open} onClose={mapped.hide} />
      {settings.data !== undefined && (
        <SettingsDialog settings={settings.data} open={settingUp} onClose={() => setSettingUp(false)} />
      )}
    </div>
  );
}
