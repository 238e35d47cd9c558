import { useRef, useState, type FormEvent, type KeyboardEvent, type ReactElement } from 'react';
import type { SignInOptions } from '#web/base/session.ts';
import { useT, useLang } from '#web/i18n/index.ts';
import { oidcHref, signIn } from './login-flow.ts';

/** A demo account as the server offers it, in the simulated world only. */
type DemoLogin = SignInOptions['demoLogins'][number];

/** The accounts of the simulated world, filled in with one click. */
function DemoLogins({
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

type FieldProps = {
  id: string;
  label: string;
  type: string;
  autoComplete: string;
  value: string;
  problem: string | undefined;
  autoFocus?: boolean;
  hint?: string | undefined;
  onValue: (value: string) => void;
  onKey?: (event: KeyboardEvent<HTMLInputElement>) => void;
  children?: ReactElement;
};

function Field(props: FieldProps): ReactElement {
  const { id, label, problem, hint } = props;
  return (
    <div className="pt-login-field" data-invalid={problem !== undefined}>
      <label htmlFor={id}>{label}</label>
      <div className="pt-login-input">
        <input
          id={id}
          name={id}
          type={props.type}
          autoComplete={props.autoComplete}
          autoFocus={props.autoFocus}
          value={props.value}
          maxLength={id === 'userCode' ? 100 : 200}
          spellCheck={false}
          autoCapitalize="none"
          aria-invalid={problem !== undefined}
          aria-describedby={problem !== undefined || hint !== undefined ? `${id}-hint` : undefined}
          onChange={(event) => props.onValue(event.target.value)}
          onKeyUp={props.onKey}
        />
        {props.children}
      </div>
      <p id={`${id}-hint`} className="pt-login-problem" role={problem === undefined ? undefined : 'alert'}>
        {problem ?? hint}
      </p>
    </div>
  );
}

/** Shows or hides the password. */
function Eye({ visible, onToggle }: { visible: boolean; onToggle: () => void }): ReactElement {
  const t = useT();
  return (
    <button
      type="button"
      className="pt-login-eye"
      aria-label={visible ? t('login.hidePassword') : t('login.showPassword')}
      aria-pressed={visible}
      onClick={onToggle}
    >
      <svg
        viewBox="0 0 20 20"
        width="18"
        height="18"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        aria-hidden="true"
      >
        <path d="M2 10s3-5.5 8-5.5S18 10 18 10s-3 5.5-8 5.5S2 10 2 10z" />
        <circle cx="10" cy="10" r="2.4" />
        {!visible && <path d="M4 16L16 4" />}
      </svg>
    </button>
  );
}

type PasswordProps = { value: string; problem: string | undefined; onValue: (value: string) => void };

/** The password, which can be shown; a hint appears while Caps Lock is on. */
function PasswordField(props: PasswordProps): ReactElement {
  const t = useT();
  const [visible, setVisible] = useState(false);
  const [caps, setCaps] = useState(false);
  return (
    <Field
      id="password"
      label={t('login.password')}
      type={visible ? 'text' : 'password'}
      autoComplete="current-password"
      hint={caps ? t('login.capsLock') : undefined}
      onKey={(event) => setCaps(event.getModifierState('CapsLock'))}
      {...props}
    >
      <Eye visible={visible} onToggle={() => setVisible(!visible)} />
    </Field>
  );
}

/** The way to the identity provider. */
function SingleSignOn({ returnTo, or }: { returnTo: string; or: boolean }): ReactElement {
  const t = useT();
  return (
    <>
      {or && <p className="pt-login-or">{t('login.or')}</p>}
      <a className="pt-login-oidc" href={oidcHref(returnTo)}>
        {t('login.oidc')}
      </a>
    </>
  );
}

/** Signs in, one attempt at a time: why the last one failed, and the code of the second step, null until the server asks for one. */
function useSignIn(returnTo: string, message: string | undefined) {
  const [code, setCode] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState(message);
  const running = useRef(false);
  async function attempt(userCode: string, password: string): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setFailure(undefined);
    const failed = await signIn({ userCode, password, code: code ?? '' }, returnTo);
    running.current = false;
    setBusy(false);
    setFailure(failed?.problem);
    setCode(failed?.wantsCode === true ? '' : null);
  }
  return { code, setCode, busy, failure, setFailure, attempt };
}

/** User name and password, single sign-on when it is on, demo accounts when they are offered. */
export function LoginForm({
  returnTo,
  options,
  message,
}: {
  returnTo: string;
  options: SignInOptions | null;
  message: string | undefined;
}): ReactElement {
  const t = useT();
  const [userCode, setUserCode] = useState('');
  const [password, setPassword] = useState('');
  const [checked, setChecked] = useState({ userCode: false, password: false });
  const { code, setCode, busy, failure, setFailure, attempt } = useSignIn(returnTo, message);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setChecked({ userCode: true, password: true });
    if (userCode.trim() !== '' && password !== '') void attempt(userCode.trim(), password);
  }

  return (
    <form className="pt-login-form" noValidate onSubmit={submit}>
      {failure !== undefined && (
        <p className="pt-login-failure" role="alert">
          {failure}
        </p>
      )}
      {options?.passwordSignIn !== false && (
        <>
          <Field
            id="userCode"
            label={t('login.userCode')}
            type="text"
            autoComplete="username"
            autoFocus
            value={userCode}
            problem={checked.userCode && userCode.trim() === '' ? t('login.userCodeRequired') : undefined}
            onValue={(value) => {
              setUserCode(value);
              setChecked({ ...checked, userCode: true });
            }}
          />
          <PasswordField
            value={password}
            problem={checked.password && password === '' ? t('login.passwordRequired') : undefined}
            onValue={(value) => {
              setPassword(value);
              setChecked({ ...checked, password: true });
            }}
          />
          {code !== null && (
            <Field
              id="code"
              label={t('login.code')}
              type="text"
              autoComplete="one-time-code"
              autoFocus
              value={code}
              problem={undefined}
              hint={t('login.codeHint')}
              onValue={setCode}
            />
          )}
          <button type="submit" className="pt-login-submit" disabled={busy} aria-busy={busy}>
            {busy ? t('login.submitting') : t('login.submit')}
          </button>
        </>
      )}
      {options?.oidc === true && <SingleSignOn returnTo={returnTo} or={options.passwordSignIn !== false} />}
      {options !== null && options.demoLogins.length > 0 && (
        <DemoLogins
          logins={options.demoLogins}
          onPick={(login) => {
            setUserCode(login.userCode);
            setPassword(login.password);
            setFailure(undefined);
            setChecked({ userCode: false, password: false });
          }}
        />
      )}
    </form>
  );
}
