import type { ReactNode } from 'react';
import { CopyButton } from '#web/kit/value/CopyButton.tsx';
import './detail.css';

/** A part of a detail view under a heading. */
export function Section({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="pt-section">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** A list of facts, as many beside each other as there is room for. */
export function Facts({ className, children }: { className?: string; children: ReactNode }) {
  return <dl className={className === undefined ? 'pt-facts' : `pt-facts ${className}`}>{children}</dl>;
}

type FactProps = {
  label: string;
  children: ReactNode;
  /** Text that a button beside the value copies. */
  copy?: string | null;
  /** Which source reported the value and when, as its tooltip. */
  source?: string | undefined;
  /** What may be as long as a paragraph has a line of its own. */
  wide?: boolean;
};

/** One line of a list of facts; a value that is not known is a dash. */
export function Fact({ label, children, copy, source: sourceText, wide = false }: FactProps) {
  return (
    <div data-wide={wide || undefined}>
      <dt>{label}</dt>
      <dd title={sourceText}>
        {children === null || children === undefined || children === '' ? '—' : children}
        {copy && <CopyButton text={copy} />}
      </dd>
    </div>
  );
}
