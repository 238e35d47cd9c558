import { Button } from 'antd';
import { useT } from '#web/i18n/index.ts';
import { copyText } from '#web/kit/copy-text.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { toast } from '#web/kit/toast/toast.ts';

/** A calendar that was just made, with its address. */
export type MadeCalendar = { name: string; address: string };

/** The address for the calendar program of this computer. */
const webcalOf = (address: string): string => address.replace(/^https?:/, 'webcal:');

/** Shows the address of a new calendar this once, and where programs take it. */
export function CalendarAddress({ made, onClose }: { made: MadeCalendar | undefined; onClose: () => void }) {
  const t = useT();
  const copy = async (): Promise<void> => {
    if (made === undefined) return;
    if (await copyText(made.address)) toast.success(t('common.copied'));
    else toast.warn(t('common.copyFailed'));
  };
  return (
    <AppDialog
      title={t('calendars.onceTitle', { name: made?.name ?? '' })}
      open={made !== undefined}
      width={600}
      closeOnEscape={false}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      <p className="pt-account-secret">
        <code>{made?.address}</code>
      </p>
      <p className="pt-account-acts">
        <Button onClick={() => void copy()}>{t('calendars.copy')}</Button>
        <Button href={made === undefined ? '' : webcalOf(made.address)}>{t('calendars.openHere')}</Button>
      </p>
      <p>{t('calendars.onceHint')}</p>
      <p className="pt-muted">{t('calendars.onceWhere')}</p>
    </AppDialog>
  );
}
