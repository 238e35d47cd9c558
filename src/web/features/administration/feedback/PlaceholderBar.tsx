import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { fillPlaceholders, notificationPlaceholders } from '#shared/text/placeholders.ts';
import type { FormTools } from '#web/entity/EntityDialog.tsx';
import { useT } from '#web/i18n/index.ts';
import './feedback.css';

/** The fields that take placeholders. */
const fields = ['feedbackSubject', 'feedbackContent'] as const;
type FieldName = (typeof fields)[number];
type Control = HTMLInputElement | HTMLTextAreaElement;

const nameOf = (element: Element | null): FieldName | undefined =>
  fields.find((name) => element?.id.endsWith(`-${name}`) === true);

const textOf = (form: FormTools, name: FieldName): string => {
  const value = form.draft[name];
  return typeof value === 'string' ? value : '';
};

/** Which of the two fields was entered last; the content until one was. */
function useLastField(within: { current: HTMLElement | null }): { current: FieldName } {
  const last = useRef<FieldName>('feedbackContent');
  useEffect(() => {
    const note = (event: FocusEvent): void => {
      const name = event.target instanceof Element ? nameOf(event.target) : undefined;
      if (name !== undefined) last.current = name;
    };
    const dialog = within.current?.closest<HTMLElement>('[role="dialog"]');
    dialog?.addEventListener('focusin', note);
    return () => dialog?.removeEventListener('focusin', note);
  }, [within]);
  return last;
}

/** Puts placeholders at the cursor by a click, and shows the message as it would arrive. */
export function PlaceholderBar({ form }: { form: FormTools }) {
  const t = useT();
  const root = useRef<HTMLElement>(null);
  const last = useLastField(root);
  const insert = (placeholder: string): void => {
    const name = last.current;
    const control = root.current?.closest('[role="dialog"]')?.querySelector<Control>(`[id$="-${name}"]`);
    const before = textOf(form, name);
    const from = control?.selectionStart ?? before.length;
    const mark = `{{${placeholder}}}`;
    form.set(name, `${before.slice(0, from)}${mark}${before.slice(control?.selectionEnd ?? from)}`);
    requestAnimationFrame(() => {
      control?.focus();
      control?.setSelectionRange(from + mark.length, from + mark.length);
    });
  };
  const samples = Object.fromEntries(
    notificationPlaceholders.map((name) => [name, t(`outbox.placeholder.sample.${name}`)]),
  );
  const [subject, content] = fields.map((name) => fillPlaceholders(textOf(form, name), samples));
  return (
    <section ref={root} className="pt-placeholders" aria-label={t('outbox.placeholder.title')}>
      <div className="pt-muted">{t('outbox.placeholder.title')}</div>
      <div className="pt-placeholder-list">
        {notificationPlaceholders.map((name) => (
          <Button
            key={name}
            size="small"
            title={`{{${name}}}`}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => insert(name)}
          >
            {t(`outbox.placeholder.name.${name}`)}
          </Button>
        ))}
      </div>
      {(subject || content) && (
        <div className="pt-placeholder-preview" aria-live="polite">
          <div className="pt-muted">{t('outbox.placeholder.preview')}</div>
          {subject && <b>{subject}</b>}
          {content && <div>{content}</div>}
        </div>
      )}
    </section>
  );
}
