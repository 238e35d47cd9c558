import type { ReactNode } from 'react';
import '../value.css';

type Props = { label: string; required?: boolean; children: ReactNode };

/** One labelled field of a dialog. */
export function FormRow({ label, required, children }: Props) {
  return (
    <div className="pt-form-row">
      <span className="pt-form-label" {...(required === true && { 'data-required': 'true' })}>
        {label}
      </span>
      {children}
    </div>
  );
}

/** What is wrong with a field; nothing while it is right. */
export function FormError({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p role="alert" className="pt-form-error">
      {text}
    </p>
  );
}
