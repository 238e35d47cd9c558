import { Button } from 'antd';
import { useT } from '#web/i18n/index.ts';
import { copyText } from '#web/kit/copy-text.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import './user.css';

/** A password that was just made, and whose it is. */
export type MadePassword = { userCode: string; password: string };

/** Shows a new password this once, with a button to copy it. */
export function PasswordOnce({ made, onClose }: { made: MadePassword | undefined; onClose: () => void }) {
  const t = useT();
  const copy = async (): Promise<void> => {
    if (made === undefined) return;
    if (await copyText(made.password)) toast.success(t('common.copied'));
    else toast.warn(t('common.copyFailed'));
  };
  return (
    <AppDialog
      title={t('entity.user.passwordTitle')}
      open={made !== undefined}
      width={480}
      closeOnEscape={false}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={() => void copy()}>{t('entity.user.copyPassword')}</Button>
          <Button type="primary" onClick={onClose}>
            {t('common.close')}
          </Button>
        </>
      }
    >
      <div className="pt-once">
        <span>{t('entity.user.passwordOf', { user: made?.userCode ?? '' })}</span>
        <code>{made?.password}</code>
        <span>{t('entity.user.passwordOnce')}</span>
      </div>
    </AppDialog>
  );
}
