import type { ReactElement } from 'react';
import { goTo } from '#web/base/navigate.ts';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { PasswordFields, usePasswordEntry } from './PasswordFields.tsx';

/** Changes the own password; afterwards the person signs in again. */
export function PasswordDialog({ must, onClose }: { must: boolean; onClose: () => void }): ReactElement {
  const t = useT();
  const entry = usePasswordEntry(onClose);
  return (
    <AppDialog
      open
      width={460}
      title={must ? t('password.mustTitle') : t('password.title')}
      dirty={entry.dirty}
      onOk={entry.submit}
      onCancel={must ? () => goTo('/login') : onClose}
      {...(must ? { cancelText: t('shell.logout') } : {})}
    >
      {must && <p className="pt-password-must">{t('password.mustContent')}</p>}
      <PasswordFields entry={entry} prefix="password" />
    </AppDialog>
  );
}
