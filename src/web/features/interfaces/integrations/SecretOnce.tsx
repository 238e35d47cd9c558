import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useT } from '#web/i18n/index.ts';
import { copyText } from '#web/kit/copy-text.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { toast } from '#web/kit/toast/toast.ts';

type Props = {
  title: string;
  /** Undefined: nothing was made. */
  secret: string | undefined;
  copyLabel: string;
  /** What it is for, and that it is not shown again. */
  children: ReactNode;
  onClose: () => void;
};

/** Shows a key or a secret this once, with a button to copy it. */
export function SecretOnce({ title, secret, copyLabel, children, onClose }: Props) {
  const t = useT();
  const copy = async (): Promise<void> => {
    if (secret === undefined) return;
    if (await copyText(secret)) toast.success(t('common.copied'));
    else toast.warn(t('common.copyFailed'));
  };
  return (
    <AppDialog
      title={title}
      open={secret !== undefined}
      width={560}
      closeOnEscape={false}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={() => void copy()}>{copyLabel}</Button>
          <Button type="primary" onClick={onClose}>
            {t('common.close')}
          </Button>
        </>
      }
    >
      <div className="pt-key-once">
        <code>{secret}</code>
        {children}
      </div>
    </AppDialog>
  );
}
