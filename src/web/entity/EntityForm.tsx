import type { ReactNode } from 'react';
import { type Entity, type Field, SECRET_MASK } from '#shared/entity/declare.ts';
import { useLang } from '#web/i18n/index.ts';
import { type Draft, type DraftValue, isHidden, type Operation, shownFields, tidy, withFixed } from './form-state.ts';
import type { Row } from './entity-calls.ts';
import { FieldControl } from './FieldControl.tsx';
import type { EntityNames } from './use-entity-names.ts';
import './entity.css';

type Props = {
  /** Tells the forms of one page apart; the controls' ids begin with it. */
  formId: string;
  entity: Entity;
  operation: Operation;
  draft: Draft;
  /** The row as it was read, to know whether a secret is kept. */
  row: Row | undefined;
  names: EntityNames;
  /** What to say beside a field. */
  problems: ReadonlyMap<string, string>;
  /** Fields the screen itself sets. */
  fixed?: Row;
  onChange: (name: string, value: DraftValue) => void;
  /** The field was left: from now on its problem is shown. */
  onLeave: (name: string) => void;
  /** What stands behind a field, such as a button that fills it. */
  behind?: (name: string) => ReactNode;
};

/** The id of a field's control. */
export const controlId = (formId: string, name: string): string => `${formId}-${name}`;

const isWide = (field: Field): boolean => field.kind === 'text' && (field.lines !== undefined || field.max > 300);

/** The fields of an entity to be entered, two in a line where there is room. */
export function EntityForm(props: Props) {
  const { formId, entity, operation, draft, row, names, problems, fixed = {}, onChange, onLeave, behind } = props;
  const lang = useLang();
  const filled = withFixed(draft, fixed);
  const known = { ...row, ...names.alsoOf(filled), ...filled };
  return (
    <div className="pt-entity-form">
      {shownFields(entity, operation, fixed).map(({ name, field, disabled }) => {
        const id = controlId(formId, name);
        const problem = problems.get(name);
        const message = problem ?? field.help?.[lang];
        return (
          <div key={name} className="pt-entity-field" data-wide={isWide(field) || undefined}>
            <label htmlFor={id} data-required={field.required === true || undefined}>
              {field.label[lang]}
            </label>
            <div className="pt-entity-control">
              <FieldControl
                id={id}
                field={field}
                value={draft[name] ?? null}
                operation={operation}
                names={names}
                entered={known}
                disabled={disabled}
                hidden={isHidden(field, known)}
                kept={row?.[name] === true || row?.[name] === SECRET_MASK}
                invalid={problem !== undefined}
                describedBy={message === undefined ? undefined : `${id}-message`}
                onChange={(value) => onChange(name, value)}
                onBlur={() => {
                  const value = draft[name] ?? null;
                  const neat = tidy(field, value);
                  if (neat !== value) onChange(name, neat);
                  onLeave(name);
                }}
              />
              {behind?.(name)}
            </div>
            {message !== undefined && (
              <p
                id={`${id}-message`}
                className={problem === undefined ? 'pt-entity-help' : 'pt-entity-problem'}
                {...(problem === undefined ? {} : { role: 'alert' })}
              >
                {message}
              </p>
            )}
          </div>
        );
      })}
    </div>
  );
}
