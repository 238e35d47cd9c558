import { Button } from 'antd';
import { useT } from '#web/i18n/index.ts';
import { copyText } from '#web/kit/copy-text.ts';
import { Fact, Facts } from '#web/kit/detail/Section.tsx';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { toast } from '#web/kit/toast/toast.ts';

/** An account whose password was just made, and where it is used. */
export type IssuedAccount = { roleName: string; password: string; address: string | null; database: string };

const standardPort = '5432';

/** Shows the password of an account this once, with what Metabase, Grafana and psql ask for. */
export function AccountOnce({ issued, onClose }: { issued: IssuedAccount | undefined; onClose: () => void }) {
  const t = useT();
  const { roleName = '', password = '', address, database = '' } = issued ?? {};
  const [host = '', port = standardPort] = (address ?? '').split(':');
  const connection = `postgresql://${roleName}:${password}@${host}:${port}/${encodeURIComponent(database)}`;
  const copy = async (): Promise<void> => {
    if (await copyText(connection)) toast.success(t('common.copied'));
    else toast.warn(t('common.copyFailed'));
  };
  return (
    <AppDialog
      title={t('analytics.onceTitle')}
      open={issued !== undefined}
      width={680}
      closeOnEscape={false}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={() => void copy()}>{t('analytics.copyConnection')}</Button>
          <Button type="primary" onClick={onClose}>
            {t('common.close')}
          </Button>
        </>
      }
    >
      <div className="pt-analytics-once">
        <p>{t('analytics.onceText')}</p>
        <code>{connection}</code>
        <Facts>
          <Fact label={t('analytics.connection.host')} copy={host}>
            {host}
          </Fact>
          <Fact label={t('analytics.connection.port')}>{port}</Fact>
          <Fact label={t('analytics.connection.database')} copy={database}>
            {database}
          </Fact>
          <Fact label={t('analytics.connection.user')} copy={roleName}>
            {roleName}
          </Fact>
          <Fact label={t('analytics.connection.password')} copy={password}>
            {password}
          </Fact>
          <Fact label={t('analytics.connection.schema')}>analytics</Fact>
        </Facts>
        <p>{t('analytics.tools.metabase')}</p>
        <p>{t('analytics.tools.grafana')}</p>
      </div>
    </AppDialog>
  );
}
