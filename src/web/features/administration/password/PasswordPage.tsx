import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { usePageDirty } from '#web/base/page-hooks.ts';
import { useT } from '#web/i18n/index.ts';
import { PasswordFields, usePasswordEntry } from './PasswordFields.tsx';

const nothing = (): void => undefined;

/** Changes the own password on a page of its own. */
export function PasswordPage(): ReactElement {
  const t = useT();
  const entry = usePasswordEntry(nothing);
  const [busy, setBusy] = useState(false);
  usePageDirty(entry.dirty);
  const save = async (): Promise<void> => {
    setBusy(true);
    // Why it failed is shown by the form; what was entered stays.
    await entry.submit().catch(nothing);
    setBusy(false);
  };
  return (
    <section className="pt-password-page" aria-labelledby="password-page-title">
      <p id="password-page-title" className="pt-password-title">
        {t('password.title')}
      </p>
      <p className="pt-muted">{t('password.pageHint')}</p>
      <PasswordFields entry={entry} prefix="password-page" />
      <Button type="primary" loading={busy} onClick={() => void save()}>
        {t('common.save')}
      </Button>
    </section>
  );
}
