import { Button, Input, Modal } from 'antd';
import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { goTo } from '#web/app/navigate.ts';
import { isSessionBack, resumeSession } from '#web/app/resume-session.ts';
import { useSession } from '#web/app/session.ts';
import { signedInAgain, useSignInAgain } from '#web/app/sign-in-again.ts';
import { useT } from '#web/i18n/index.ts';
import { useOpenOnceDrawn } from '#web/kit/dialog/use-open-once-drawn.ts';
import { useOnce } from '#web/kit/use-once.ts';
import { answerOf, oidcHref } from './login-flow.ts';
import './sign-in-again.css';

/** Somebody who signed in elsewhere in this browser, such as by single sign-on, goes on when they come back to this window. */
function useReturn(): void {
  useEffect(() => {
    const look = (): void =>
      void (document.visibilityState === 'visible' && isSessionBack().then((back) => back && signedInAgain()));
    globalThis.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      globalThis.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
}

const leave = (): void => {
  signedInAgain();
  goTo('/login');
};

/** Signing in again as the same person; the page below stays as it is. */
function SignInAgain(): ReactElement {
  const t = useT();
  const user = useSession((session) => session.user);
  const oidc = useSession((session) => session.options?.oidc === true);
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<string>();
  const drawn = useOpenOnceDrawn(true);
  const field = useRef<HTMLFormElement>(null);
  useReturn();
  const { busy, run } = useOnce(async () => {
    if (password === '') return setFailure(t('login.passwordRequired'));
    const { user: again, problem } = await answerOf(user?.userCode ?? '', password);
    if (again === undefined) return setFailure(problem);
    resumeSession(again);
    signedInAgain();
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    run();
  };
  return (
    <Modal
      open={drawn}
      width={420}
      zIndex={1600}
      centered
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      title={t('shell.again.title')}
      afterOpenChange={(shown) => shown && field.current?.querySelector<HTMLElement>('input[type=password]')?.focus()}
      footer={[
        <Button key="leave" disabled={busy} onClick={leave}>
          {t('shell.again.leave')}
        </Button>,
        <Button key="submit" type="primary" loading={busy} onClick={() => run()}>
          {t('login.submit')}
        </Button>,
      ]}
    >
      <form ref={field} className="pt-again" onSubmit={submit}>
        <p>{t('shell.again.text')}</p>
        <label htmlFor="again-user">{t('login.userCode')}</label>
        <Input id="again-user" value={user?.userCode ?? ''} readOnly autoComplete="username" />
        <label htmlFor="again-password">{t('login.password')}</label>
        <Input.Password
          id="again-password"
          autoComplete="current-password"
          value={password}
          maxLength={200}
          status={failure === undefined ? '' : 'error'}
          aria-describedby="again-failure"
          onChange={(event) => {
            setPassword(event.target.value);
            setFailure(undefined);
          }}
        />
        <p id="again-failure" className="pt-again-failure" role="alert">
          {failure}
        </p>
        {oidc && (
          <a href={oidcHref('/index')} target="_blank" rel="noreferrer">
            {t('shell.again.oidc')}
          </a>
        )}
        <button type="submit" hidden />
      </form>
    </Modal>
  );
}

/** Shows the dialog when a session ended while something was entered. */
export function SignInAgainHost(): ReactElement | null {
  return useSignInAgain((state) => state.wanted) ? <SignInAgain /> : null;
}
