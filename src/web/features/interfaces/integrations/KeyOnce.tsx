import { Button } from 'antd';
import { useT } from '#web/i18n/index.ts';
import { copyText } from '#web/kit/copy-text.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import type { MadeKey } from './NewKeyDialog.tsx';

/** Shows a new key this once, with a button to copy it. */
export function KeyOnce({ made, onClose }: { made: MadeKey | undefined; onClose: () => void }) {
  const t = useT();
  const copy = async (): Promise<void> => {
    if (made === undefined) return;
    if (await copyText(made.key)) toast.success(t('common.copied'));
    else toast.warn(t('common.copyFailed'));
  };
  return (
    <AppDialog
      title={t('apiKeys.onceTitle', { name: made?.name ?? '' })}
      open={made !== undefined}
      width={560}
      closeOnEscape={false}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={() => void copy()}>{t('apiKeys.copy')}</Button>
          <Button type="primary" onClick={onClose}>
            {t('common.close')}
          </Button>
        </>
      }
    >
      <div className="pt-key-once">
        <code>{made?.key}</code>
        <p>{t('apiKeys.onceText')}</p>
        {made?.isForAssistants === true && <p>{t('apiKeys.howTo')}</p>}
      </div>
    </AppDialog>
  );
}
