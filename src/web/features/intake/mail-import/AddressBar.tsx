import { SettingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { CallData } from '#contract/index.ts';
import { useT } from '#web/i18n/index.ts';
import { CopyButton } from '#web/kit/value/CopyButton.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';

type Props = { settings: CallData<'mailImportGet'> | undefined; onSettings: () => void };

/** The address of the tenant above the mails, or what is missing for one. */
export function AddressBar({ settings, onSettings }: Props) {
  const t = useT();
  if (settings === undefined) return <div className="pt-mail-address" />;
  const { domain, address, active, userName, mayChange } = settings;
  if (domain === null) return <p className="pt-mail-address pt-muted">{t('mailImport.off')}</p>;
  return (
    <div className="pt-mail-address">
      {address === null ? (
        <span className="pt-muted">{t('mailImport.none')}</span>
      ) : (
        <>
          <span className="pt-muted">{t('mailImport.address')}</span>
          <strong className="pt-mono">{address}</strong>
          <CopyButton text={address} />
          {active === 0 && <StatusTag tone="warn">{t('mailImport.stopped')}</StatusTag>}
          {userName !== null && <span className="pt-muted">{t('mailImport.by', { name: userName })}</span>}
        </>
      )}
      {(mayChange === 1 || address !== null) && (
        <Button
          size="small"
          type={address === null ? 'primary' : 'default'}
          icon={<SettingOutlined />}
          onClick={onSettings}
        >
          {t(address === null ? 'mailImport.make' : 'mailImport.settings')}
        </Button>
      )}
    </div>
  );
}
