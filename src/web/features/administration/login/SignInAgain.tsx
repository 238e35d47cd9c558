import { Input } from 'antd';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { goTo } from '#web/base/navigate.ts';
import { isSessionBack, resumeSession } from '#web/base/resume-session.ts';
import { useSession } from '#web/base/session.ts';
import { signedInAgain } from '#web/base/sign-in-again.ts';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
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

/** What is entered to sign in again, and the attempt with it; `code` is null until one is needed. */
function useAttempt(userCode: string) {
  const t = useT();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string | null>(null);
  const [failure, setFailure] = useState<string>();
  const running = useRef<Promise<void>>(undefined);
  const signIn = async (): Promise<void> => {
    const {
      user: again,
      problem,
      wantsCode,
    } = password === ''
      ? { user: undefined, problem: t('login.passwordRequired'), wantsCode: false }
      : await answerOf(userCode, password, code ?? '');
    if (again === undefined) {
      setFailure(problem);
      if (wantsCode === true) setCode(code ?? '');
      throw new Error('not signed in');
    }
    resumeSession(again);
    signedInAgain();
  };
  // A key held down asks once: every attempt with a wrong password counts towards the pause of the account.
  const submit = (): Promise<void> =>
    (running.current ??= signIn().finally(() => {
      running.current = undefined;
    }));
  const enterPassword = (typed: string): void => {
    setPassword(typed);
    setFailure(undefined);
  };
  return { password, enterPassword, code, setCode, failure, submit };
}

/** Signing in again as the same person; the page below stays as it is. */
export function SignInAgain(): ReactElement {
  const t = useT();
  const user = useSession((session) => session.user);
  const oidc = useSession((session) => session.options?.oidc === true);
  const { password, enterPassword, code, setCode, failure, submit } = useAttempt(user?.userCode ?? '');
  useReturn();
  return (
    <AppDialog
      open
      onTop
      width={420}
      title={t('shell.again.title')}
      closable={false}
      okText={t('login.submit')}
      onOk={submit}
      onCancel={leave}
    >
      <div className="pt-again">
        <p>{t('shell.again.text')}</p>
        <p>
          {t('login.userCode')} <b>{user?.userCode}</b>
        </p>
        <label htmlFor="again-password">{t('login.password')}</label>
        <Input.Password
          id="again-password"
          autoFocus
          autoComplete="current-password"
          value={password}
          maxLength={200}
          status={failure === undefined ? '' : 'error'}
          aria-describedby="again-failure"
          onChange={(event) => enterPassword(event.target.value)}
          onPressEnter={() => void submit().catch(() => undefined)}
        />
        {code !== null && (
          <>
            <label htmlFor="again-code">{t('login.code')}</label>
            <Input
              id="again-code"
              autoFocus
              autoComplete="one-time-code"
              value={code}
              maxLength={40}
              onChange={(event) => setCode(event.target.value)}
              onPressEnter={() => void submit().catch(() => undefined)}
            />
          </>
        )}
        <p id="again-failure" className="pt-again-failure" role="alert">
          {failure}
        </p>
        {oidc && (
          <a href={oidcHref('/index')} target="_blank" rel="noreferrer">
            {t('shell.again.oidc')}
          </a>
        )}
        <button type="button" className="pt-again-leave" onClick={leave}>
          {t('shell.again.leave')}
        </button>
      </div>
    </AppDialog>
  );
}
