import { type FormEvent, type ReactElement, useRef, useState } from 'react';
import { beginSession } from '#web/app/auth-flow.ts';
import { callFull, CallError } from '#web/base/client.ts';
import { goTo } from '#web/base/navigate.ts';
import { ownZone } from '#web/base/zone.ts';
import { text, useLang, useT } from '#web/i18n/index.ts';
import { toast } from '#web/kit/toast/toast.ts';

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')];

type Entered = {
  code: string;
  userCode: string;
  userName: string;
  password: string;
  platformName: string;
  zone: string;
  tenantCode: string;
  tenantName: string;
};
type Name = keyof Entered;

const required: readonly Name[] = ['code', 'userCode', 'password'];

type FieldProps = {
  name: Name;
  entered: Entered;
  missing: boolean;
  set: (name: Name, value: string) => void;
  type?: string;
  autoFocus?: boolean;
};

function Field({ name, entered, missing, set, type = 'text', autoFocus = false }: FieldProps): ReactElement {
  const t = useT();
  const isMissing = missing && required.includes(name) && entered[name].trim() === '';
  return (
    <div className="pt-login-field" data-invalid={isMissing}>
      <label htmlFor={`first-${name}`}>{t(`firstRun.${name}`)}</label>
      <div className="pt-login-input">
        <input
          id={`first-${name}`}
          type={type}
          list={name === 'zone' ? 'first-zones' : undefined}
          autoComplete={type === 'password' ? 'new-password' : 'off'}
          autoFocus={autoFocus}
          maxLength={name === 'password' ? 200 : 100}
          spellCheck={false}
          value={entered[name]}
          aria-invalid={isMissing}
          aria-describedby={`first-${name}-hint`}
          onChange={(event) => set(name, event.target.value)}
        />
      </div>
      <p id={`first-${name}-hint`} className="pt-login-problem" role={isMissing ? 'alert' : undefined}>
        {isMissing ? t('firstRun.required') : t(`firstRun.hint.${name}`)}
      </p>
    </div>
  );
}

/** Sends what was entered; the text to show when it did not work. */
async function setUp(entered: Entered, language: 'zh' | 'en'): Promise<string | undefined> {
  const tenant = entered.tenantCode.trim();
  try {
    const { data, msg } = await callFull(
      'firstRun',
      { ...entered, language, tenantCode: tenant || null, tenantName: entered.tenantName.trim() || null },
      { quiet: true },
    );
    beginSession(data);
    goTo('/first-steps', { replace: true });
    toast.success(msg);
    return undefined;
  } catch (error) {
    return error instanceof CallError && error.httpStatus !== 0 && error.httpStatus < 500
      ? error.msg
      : text('firstRun.failed');
  }
}

/** Sets an empty product up: its first administrator, its name, and the first tenant. */
export function FirstRunForm(): ReactElement {
  const t = useT();
  const lang = useLang();
  const [entered, setEntered] = useState<Entered>({
    code: '',
    userCode: 'admin',
    userName: '',
    password: '',
    platformName: '',
    zone: ownZone(),
    tenantCode: '',
    tenantName: '',
  });
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const running = useRef(false);
  const set = (name: Name, value: string): void => setEntered((before) => ({ ...before, [name]: value }));
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setMissing(true);
    if (running.current || required.some((name) => entered[name].trim() === '')) return;
    running.current = true;
    setBusy(true);
    setFailure(await setUp(entered, lang));
    running.current = false;
    setBusy(false);
  }
  const field = { entered, missing, set };
  return (
    <form className="pt-login-form pt-login-first" noValidate onSubmit={(event) => void submit(event)}>
      <p>{t('firstRun.about')}</p>
      {failure !== undefined && (
        <p className="pt-login-failure" role="alert">
          {failure}
        </p>
      )}
      <Field name="code" {...field} autoFocus />
      <Field name="userCode" {...field} />
      <Field name="userName" {...field} />
      <Field name="password" {...field} type="password" />
      <Field name="platformName" {...field} />
      <Field name="zone" {...field} />
      <datalist id="first-zones">
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <Field name="tenantCode" {...field} />
      <Field name="tenantName" {...field} />
      <button type="submit" className="pt-login-submit" disabled={busy}>
        {busy ? t('firstRun.submitting') : t('firstRun.submit')}
      </button>
    </form>
  );
}
