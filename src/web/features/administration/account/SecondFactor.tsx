import { Button, Input, QRCode } from 'antd';
import { type ReactElement, type ReactNode, useState } from 'react';
import type { CallData } from '#contract/index.ts';
import { callFull } from '#web/base/client.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { CopyButton } from '#web/kit/value/CopyButton.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { useOnce } from '#web/kit/use-once.ts';

type State = CallData<'secondFactor'>;
type Step =
  | { kind: 'state' }
  | { kind: 'confirm'; begun: CallData<'secondFactorBegin'> }
  | { kind: 'codes'; codes: readonly string[] };

type FieldProps = { value: string; onChange: (value: string) => void };

function PasswordField({ value, onChange }: FieldProps): ReactElement {
  const t = useT();
  return (
    <label>
      {t('account.password')}
      <Input.Password
        autoComplete="current-password"
        value={value}
        maxLength={200}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

function CodeField({ value, onChange }: FieldProps): ReactElement {
  const t = useT();
  return (
    <label>
      {t('account.code')}
      <Input
        autoComplete="one-time-code"
        value={value}
        maxLength={40}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

type AppSecretProps = { begun: CallData<'secondFactorBegin'>; children: ReactNode };

/** The secret for the app, to scan or to type, above the confirmation. */
function AppSecret({ begun, children }: AppSecretProps): ReactElement {
  const t = useT();
  return (
    <div className="pt-account-factor">
      <p>{t('account.scan')}</p>
      {/* The secret in the picture is also shown as text below. */}
      <div aria-hidden="true">
        <QRCode value={begun.uri} type="svg" color="#000" bgColor="#fff" />
      </div>
      <p>
        {t('account.secret')} <span className="pt-account-secret">{begun.secret}</span>{' '}
        <CopyButton text={begun.secret} />
      </p>
      {children}
    </div>
  );
}

/** Two-step verification: off, being set up with an app, or on. */
export function SecondFactor(): ReactElement {
  const t = useT();
  const query = useCall('secondFactor', undefined, { staleTime: 0 });
  const [step, setStep] = useState<Step>({ kind: 'state' });
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  // A second click would begin with another secret than the one on screen.
  const { run: act } = useOnce(async (run: () => Promise<Step>): Promise<void> => {
    try {
      setStep(await run());
      setPassword('');
      setCode('');
      void query.refetch();
    } catch (error) {
      toast.failure(error, t('account.failed'));
    }
  });
  const begin = () =>
    act(async () => ({
      kind: 'confirm',
      begun: (await callFull('secondFactorBegin', { currentPassword: password })).data,
    }));
  const confirm = () =>
    act(async () => ({ kind: 'codes', codes: (await callFull('secondFactorConfirm', { code })).data.recoveryCodes }));
  const end = () =>
    act(async () => {
      toast.success((await callFull('secondFactorEnd', { currentPassword: password, code })).msg);
      return { kind: 'state' };
    });
  const codeField = <CodeField value={code} onChange={setCode} />;
  if (step.kind === 'codes') return <Codes codes={step.codes} onDone={() => setStep({ kind: 'state' })} />;
  if (step.kind === 'confirm')
    return (
      <AppSecret begun={step.begun}>
        {codeField}
        <Button type="primary" disabled={code === ''} onClick={confirm}>
          {t('account.confirm')}
        </Button>
      </AppSecret>
    );
  const shown = (state: State): ReactElement => {
    if (!state.hasPassword) return <p className="pt-muted">{t('account.noPassword')}</p>;
    return (
      <div className="pt-account-factor">
        {state.since === null ? (
          <p>{t('account.off')}</p>
        ) : (
          <p>
            {t('account.on')} <TimeText instant={state.since} />
            {` · ${t('account.left', { count: state.recoveryCodesLeft })}`}
          </p>
        )}
        <PasswordField value={password} onChange={setPassword} />
        {state.enabled && codeField}
        <Button
          type={state.enabled ? 'default' : 'primary'}
          danger={state.enabled}
          disabled={password === '' || (state.enabled && code === '')}
          onClick={state.enabled ? end : begin}
        >
          {state.enabled ? t('account.switchOff') : t('account.switchOn')}
        </Button>
      </div>
    );
  };
  return <Loaded query={query}>{shown}</Loaded>;
}

function Codes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }): ReactElement {
  const t = useT();
  return (
    <div className="pt-account-factor">
      <p>{t('account.codes')}</p>
      <ul className="pt-account-codes">
        {codes.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <CopyButton text={codes.join('\n')} />
      <Button type="primary" onClick={onDone}>
        {t('account.codesKept')}
      </Button>
    </div>
  );
}
