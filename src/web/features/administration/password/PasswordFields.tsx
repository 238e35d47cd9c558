import { Input } from 'antd';
import { useRef, useState, type ReactElement } from 'react';
import { goTo } from '#web/base/navigate.ts';
import type { PasswordPolicy } from '#shared/text/password-strength.ts';
import { sessionState, useSession } from '#web/base/session.ts';
import { text, useT, type PlainKey } from '#web/i18n/index.ts';
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

/** What is being entered, and how it is sent. */
export type PasswordEntry = {
  input: PasswordInput;
  touched: ReadonlySet<keyof PasswordInput>;
  dirty: boolean;
  change: (name: keyof PasswordInput, value: string) => void;
  /** Changes the password and leaves for the sign-in page; rejects, with the reason shown, when it did not. */
  submit: () => Promise<void>;
};

/** What this installation demands of the person's new password. */
const usePolicy = (): PasswordPolicy => useSession((session) => session.options?.passwordPolicy) ?? 'standard';

/** The three fields of a changed password; `onDone` runs before the person is sent to sign in again. */
export function usePasswordEntry(onDone: () => void): PasswordEntry {
  const policy = usePolicy();
  const [input, setInput] = useState(empty);
  const [touched, setTouched] = useState<ReadonlySet<keyof PasswordInput>>(new Set());
  const running = useRef<Promise<void>>(undefined);

  async function change(): Promise<void> {
    setTouched(new Set(fields.map(({ name }) => name)));
    if (Object.keys(passwordProblems(input, policy)).length > 0) throw new Error('the input is not complete');
    try {
      await changePassword(sessionState().user?.userCode ?? '', input.current, input.next);
    } catch (error) {
      toast.failure(error, text('password.failed'));
      throw error;
    }
    setInput(empty);
    onDone();
    toast.success(text('password.succeeded'));
    goTo('/login', { replace: true });
  }

  // Enter and the button may both be pressed while the first change is under way.
  async function submit(): Promise<void> {
    running.current ??= change().finally(() => {
      running.current = undefined;
    });
    return running.current;
  }

  return {
    input,
    touched,
    dirty: Object.values(input).some((value) => value !== ''),
    change: (name, value) => {
      setInput({ ...input, [name]: value });
      setTouched(new Set([...touched, name]));
    },
    submit,
  };
}

/** The fields with what is wrong about each; `prefix` tells the fields of a page and of a dialog apart. */
export function PasswordFields({ entry, prefix }: { entry: PasswordEntry; prefix: string }): ReactElement {
  const t = useT();
  const { input, touched } = entry;
  const policy = usePolicy();
  const problems = passwordProblems(input, policy);
  return (
    <div className="pt-password">
      {fields.map(({ name, label, autoComplete }) => {
        const problem = touched.has(name) ? problems[name] : undefined;
        const id = `${prefix}-${name}`;
        const hint =
          problem ?? (name === 'next' ? (policy === 'strict' ? 'password.strictRule' : 'password.rule') : undefined);
        return (
          <div key={name} className="pt-password-field">
            <label htmlFor={id}>{t(label)}</label>
            <Input.Password
              id={id}
              autoComplete={autoComplete}
              autoFocus={name === 'current'}
              value={input[name]}
              maxLength={200}
              status={problem === undefined ? '' : 'error'}
              aria-required
              aria-invalid={problem !== undefined}
              aria-describedby={hint === undefined ? undefined : `${id}-hint`}
              onChange={(event) => entry.change(name, event.target.value)}
              onPressEnter={() => void entry.submit().catch(() => undefined)}
            />
            <p id={`${id}-hint`} {...(problem === undefined ? {} : { role: 'alert' })}>
              {hint === undefined ? '' : t(hint)}
            </p>
          </div>
        );
      })}
    </div>
  );
}
