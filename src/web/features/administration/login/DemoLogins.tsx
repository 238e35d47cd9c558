import type { ReactElement } from 'react';
import type { SignInOptions } from '#web/base/session.ts';
import { useLang, useT } from '#web/i18n/index.ts';

/** A demo account as the server offers it, in the simulated world only. */
export type DemoLogin = SignInOptions['demoLogins'][number];

/** The accounts of the simulated world, filled in with one click. */
export function DemoLogins({
  logins,
  onPick,
}: {
  logins: readonly DemoLogin[];
  onPick: (login: DemoLogin) => void;
}): ReactElement {
  const t = useT();
  const lang = useLang();
  return (
    <section className="pt-login-demo" aria-label={t('login.demo')}>
      <p>
        <strong>{t('login.demo')}</strong> {t('login.demoHint')}
      </p>
      <div className="pt-login-demo-list">
        {logins.map((login) => (
          <button key={login.userCode} type="button" onClick={() => onPick(login)}>
            <span>
              {login.userCode} <code>{login.password}</code>
            </span>
            <small>{login.role[lang]}</small>
          </button>
        ))}
      </div>
    </section>
  );
}
