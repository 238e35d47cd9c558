import { Suspense, useEffect, type ReactElement } from 'react';
import { useSession } from '#web/base/session.ts';
import { whenIdle } from '#web/base/when-idle.ts';
import { loadTexts, text } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { fetched } from '#web/kit/fetched.tsx';
import {
  closePasswordDialog,
  openPasswordDialog,
  usePasswordState,
  askAboutPassword,
} from '#web/base/password-state.ts';

/** Not part of the first page; it comes when the browser is idle, so that it is there without a line too. */
const fetchDialog = async () => {
  const [module] = await Promise.all([import('./PasswordDialog.tsx'), loadTexts(['password'])]);
  return module.PasswordDialog;
};
const PasswordDialog = fetched(fetchDialog, 'window');
/** Why it did not come is shown when it is opened. */
const fetchAhead = (): void => void fetchDialog().catch(() => undefined);

async function askToChange(): Promise<void> {
  await loadTexts(['password']);
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
  useEffect(() => whenIdle(fetchAhead), []);
  useEffect(() => {
    if (!askAboutWeak) return;
    askAboutPassword();
    if (!must) void askToChange();
  }, [askAboutWeak, must]);
  if (!open && !must) return null;
  return (
    <Suspense fallback={null}>
      <PasswordDialog must={must} onClose={closePasswordDialog} />
    </Suspense>
  );
}
