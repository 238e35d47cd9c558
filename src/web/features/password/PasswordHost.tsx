import { useEffect, type ReactElement } from 'react';
import { useSession } from '#web/base/session.ts';
import { text } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import {
  closePasswordDialog,
  openPasswordDialog,
  usePasswordState,
  weakPasswordAsked,
} from '#web/base/password-state.ts';
import { PasswordDialog } from './PasswordDialog.tsx';

async function askToChange(): Promise<void> {
  const yes = await confirm({
    title: text('password.weakTitle'),
    content: text('password.weakContent'),
    okText: text('password.weakOk'),
    cancelText: text('password.weakCancel'),
  });
  if (yes) openPasswordDialog();
}

/** Asks about a weak password after landing, insists on changing an initial one, and shows the dialog. */
export function PasswordHost(): ReactElement | null {
  const { open, askAboutWeak } = usePasswordState();
  const must = useSession((session) => session.user?.mustChangePassword === true);
  useEffect(() => {
    if (!askAboutWeak) return;
    weakPasswordAsked();
    if (!must) void askToChange();
  }, [askAboutWeak, must]);
  if (!open && !must) return null;
  return <PasswordDialog must={must} onClose={closePasswordDialog} />;
}
