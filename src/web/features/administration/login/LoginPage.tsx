import { Suspense, useEffect, type ReactElement } from 'react';
import { loginMessages } from '#contract/administration/login-messages.ts';
import { ensureOptions } from '#web/app/auth-flow.ts';
import { parseHref } from '#web/base/href.ts';
import { useSession } from '#web/base/session.ts';
import { loadTexts, type Translate, useLang, useT } from '#web/i18n/index.ts';
import { LanguageSwitch } from '#web/kit/preferences/LanguageSwitch.tsx';
import { fetched } from '#web/kit/fetched.tsx';
import { ThemeSwitch } from '#web/kit/preferences/ThemeSwitch.tsx';
import { LoginForm } from './LoginForm.tsx';
import { returnPathOf } from './login-flow.ts';
import './login.css';

/** The picture beside the form; its code is fetched after that of the form. */
const SeaChart = fetched(() => import('./SeaChart.tsx').then((module) => module.SeaChart));

/** Shown once in the life of a product: not part of what every visitor fetches. */
const FirstRunForm = fetched(async () => {
  const [module] = await Promise.all([import('./FirstRunForm.tsx'), loadTexts(['firstRun'])]);
  return module.FirstRunForm;
});

/** The text of a code in the address; whatever else stands there is not shown. */
function messageOf(code: string | undefined, t: Translate): string | undefined {
  const known = loginMessages.find((message) => message === code);
  return known === undefined ? undefined : t(`login.message.${known}`);
}

/** Sign-in: plain HTML and CSS, so that it is there at once. */
export function LoginPage({ href }: { href: string }): ReactElement {
  const t = useT();
  const lang = useLang();
  const options = useSession((session) => session.options);
  useEffect(() => {
    ensureOptions().catch((error: unknown) => console.warn('ways to sign in are not known', error));
  }, []);
  return (
    <div className="pt-login">
      <aside className="pt-login-sea" aria-label={t('login.about')}>
        <Suspense fallback={null}>
          <SeaChart lang={lang} />
        </Suspense>
        <div className="pt-login-cartouche">
          <p className="pt-login-motto">{t('login.motto')}</p>
          <p className="pt-login-claim">{t('login.claim')}</p>
        </div>
      </aside>
      <main className="pt-login-side">
        <div className="pt-login-tools">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
        <div className="pt-login-card">
          <p className="pt-login-brand" aria-hidden="true">
            <span>航图</span> <em>Portolan</em>
          </p>
          <h1>{t(options?.firstRun === true ? 'login.firstHeading' : 'login.heading')}</h1>
          {options?.firstRun === true ? (
            <Suspense fallback={null}>
              <FirstRunForm />
            </Suspense>
          ) : (
            <LoginForm
              returnTo={returnPathOf(href)}
              options={options}
              message={messageOf(parseHref(href).search.msg, t)}
            />
          )}
        </div>
        <footer className="pt-login-foot">
          © 2021–{new Date().getFullYear()} {t('common.productName')}
        </footer>
      </main>
    </div>
  );
}
