import { Alert, Form, Input } from 'antd';
import { useState, type ReactElement } from 'react';
import { goTo } from '#web/app/navigate.ts';
import { sessionState } from '#web/app/session.ts';
import { text, useT, type PlainKey } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { changePassword } from './change-password.ts';
import './password.css';
import { passwordProblems, type PasswordInput } from './rules.ts';

const fields: readonly { name: keyof PasswordInput; label: PlainKey; autoComplete: string }[] = [
  { name: 'current', label: 'password.current', autoComplete: 'current-password' },
  { name: 'next', label: 'password.next', autoComplete: 'new-password' },
  { name: 'confirmation', label: 'password.confirmation', autoComplete: 'new-password' },
];

const empty: PasswordInput = { current: '', next: '', confirmation: '' };

/** Changes the own password; afterwards the person signs in again. */
export function PasswordDialog({ must, onClose }: { must: boolean; onClose: () => void }): ReactElement {
  const t = useT();
  const [input, setInput] = useState(empty);
  const [touched, setTouched] = useState<ReadonlySet<keyof PasswordInput>>(new Set());
  const problems = passwordProblems(input);

  async function submit(): Promise<void> {
    setTouched(new Set(fields.map(({ name }) => name)));
    if (Object.keys(problems).length > 0) throw new Error('the input is not complete');
    try {
      await changePassword(sessionState().user?.userCode ?? '', input.current, input.next);
    } catch (error) {
      toast.failure(error, text('password.failed'));
      throw error;
    }
    onClose();
    toast.success(text('password.succeeded'));
    goTo('/login', { replace: true });
  }

  return (
    <AppDialog
      open
      width={460}
      title={must ? t('password.mustTitle') : t('password.title')}
      dirty={Object.values(input).some((value) => value !== '')}
      onOk={submit}
      onCancel={must ? () => goTo('/login') : onClose}
      {...(must ? { cancelText: t('shell.logout') } : {})}
    >
      {must && <Alert type="warning" showIcon title={t('password.mustContent')} style={{ marginBottom: 16 }} />}
      <Form layout="vertical" className="pt-password">
        {fields.map(({ name, label, autoComplete }) => {
          const problem = touched.has(name) ? problems[name] : undefined;
          return (
            <Form.Item
              key={name}
              required
              label={t(label)}
              htmlFor={`password-${name}`}
              validateStatus={problem === undefined ? '' : 'error'}
              {...(problem === undefined ? {} : { help: t(problem) })}
              {...(name === 'next' && problem !== 'password.rule' ? { extra: t('password.rule') } : {})}
            >
              <Input.Password
                id={`password-${name}`}
                autoComplete={autoComplete}
                autoFocus={name === 'current'}
                value={input[name]}
                maxLength={200}
                onChange={(event) => {
                  setInput({ ...input, [name]: event.target.value });
                  setTouched(new Set([...touched, name]));
                }}
                onPressEnter={() => void submit().catch(() => undefined)}
              />
            </Form.Item>
          );
        })}
      </Form>
    </AppDialog>
  );
}
