import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { Field } from '#shared/entity/declare.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { ConflictNote } from '#web/kit/draft/ConflictNote.tsx';
import { DraftFrame } from '#web/kit/draft/DraftFrame.tsx';
import { EmptyState, ErrorState, LoadingState } from '#web/kit/state/States.tsx';
import type { Row } from './entity-calls.ts';
import { FieldControl } from './FieldControl.tsx';
import { changedFields, draftOf, tidy } from './form-state.ts';
import type { Part } from './parts-state.ts';
import type { EntityNames } from './use-entity-names.ts';
import type { Parts } from './use-parts.ts';
import { valueText } from './value-text.ts';
import './parts.css';

/** A name in the middle of a sentence. */
const inSentence = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** A column: a field of the declaration, or what the screen draws itself. */
export type PartColumn =
  | string
  | { key: string; title: string; width: number; draw: (part: Part, index: number) => ReactNode };

type Props = {
  title: ReactNode;
  parts: Parts;
  names: EntityNames;
  columns: readonly PartColumn[];
  readOnly: boolean;
  /** The chosen part, and what happens when another one is chosen. */
  chosen?: string | undefined;
  onChoose?: (part: Part) => void;
  /** Why there can be no parts yet. */
  unready?: string | undefined;
  /** Saves by itself; without it the dialog saves with its own button. */
  ownSave?: boolean;
  /** What stands under the control of a cell. */
  under?: (name: string, part: Part) => ReactNode;
};

const widthOf = (field: Field | undefined): number => (typeof field?.list === 'number' ? field.list : 120);

type CellProps = Pick<Props, 'parts' | 'names' | 'readOnly' | 'under'> & {
  formId: string;
  part: Part;
  name: string;
  field: Field;
};

/** What somebody else made of a value that was changed here too. */
function Theirs({ parts, names, part, name, field }: Pick<CellProps, 'parts' | 'names' | 'part' | 'name' | 'field'>) {
  const t = useT();
  const row = parts.contested.get(part.key);
  if (row === undefined) return null;
  if (!changedFields(parts.entity, part.draft, draftOf(parts.entity, row)).includes(name)) return null;
  const shown = field.kind === 'reference' ? row[field.show] : undefined;
  const value = valueText(field, row[name], names, shown) || t('entity.empty');
  return <p className="pt-parts-theirs">{t('entity.theirsIs', { value })}</p>;
}

/** One value: entered, or only shown where it follows from others or is fixed. */
function Cell({ formId, parts, names, part, name, field, readOnly, under }: CellProps) {
  const lang = useLang();
  const id = `${formId}-${part.key}-${name}`;
  const problem = parts.problems.get(part.key)?.get(name);
  const value = part.draft[name] ?? null;
  if (readOnly || field.readOnly === true) {
    const also: Row = names.alsoOf(part.draft);
    const shown = field.kind === 'reference' ? (part.row?.[field.show] ?? also[field.show]) : undefined;
    return <>{valueText(field, part.row?.[name] ?? also[name] ?? value, names, shown) || '—'}</>;
  }
  return (
    <>
      <FieldControl
        id={id}
        label={field.label[lang]}
        field={field}
        value={value}
        operation={part.row === undefined ? 'ADD' : 'UPDATE'}
        names={names}
        entered={{ ...part.row, ...part.draft }}
        hidden={false}
        kept={false}
        disabled={part.row !== undefined && field.createOnly === true}
        invalid={problem !== undefined}
        describedBy={problem === undefined ? undefined : `${id}-message`}
        onChange={(next) => parts.set(part.key, name, next)}
        onBlur={() => {
          const neat = tidy(field, value);
          if (neat !== value) parts.set(part.key, name, neat);
        }}
      />
      {problem !== undefined && (
        <p id={`${id}-message`} className="pt-entity-problem" role="alert">
          {problem}
        </p>
      )}
      <Theirs parts={parts} names={names} part={part} name={name} field={field} />
      {under?.(name, part)}
    </>
  );
}

function PartsHead({ title, parts, readOnly, unready, ownSave }: Props) {
  const t = useT();
  return (
    <div className="pt-parts-head">
      <h2>{title}</h2>
      {!readOnly && (
        <>
          <Button
            size="small"
            icon={<PlusOutlined />}
            disabled={unready !== undefined || parts.asks || parts.saving}
            onClick={parts.add}
          >
            {t('entity.new')}
          </Button>
          {ownSave === true && (
            <>
              <Button
                size="small"
                type="primary"
                disabled={!parts.dirty || parts.asks || parts.conflict}
                loading={parts.saving}
                onClick={() => void parts.save().catch(() => undefined)}
              >
                {t('common.save')}
              </Button>
              <Button size="small" disabled={!parts.dirty || parts.saving} onClick={parts.discard}>
                {t('common.discard')}
              </Button>
            </>
          )}
        </>
      )}
    </div>
  );
}

/** Puts the focus into the first control of a row that was just added. */
function useFocusOfNew(parts: readonly Part[]) {
  const table = useRef<HTMLTableElement>(null);
  const count = useRef(parts.length);
  const last = parts.at(-1);
  useEffect(() => {
    if (parts.length > count.current && last?.row === undefined)
      table.current?.querySelector<HTMLElement>('tbody tr:last-child :is(input, textarea):not(:disabled)')?.focus();
    count.current = parts.length;
  }, [parts.length, last]);
  return table;
}

/** What a column means, behind a sign at its head. */
function ColumnHelp({ text }: { text: string }) {
  return (
    <Popover content={<div className="pt-parts-help-text">{text}</div>} trigger={['hover', 'focus', 'click']}>
      <button type="button" className="pt-parts-help" aria-label={text}>
        ?
      </button>
    </Popover>
  );
}

/** The heads of the columns. */
function Heads({ columns, parts, readOnly }: Pick<Props, 'columns' | 'parts' | 'readOnly'>) {
  const t = useT();
  const lang = useLang();
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          if (typeof column !== 'string')
            return (
              <th key={column.key} scope="col" style={{ minWidth: column.width }}>
                {column.title}
              </th>
            );
          const field = parts.entity.fields[column];
          return (
            <th key={column} scope="col" style={{ minWidth: widthOf(field) }}>
              <span data-required={(!readOnly && field?.required) || undefined}>{field?.label[lang]}</span>
              {field?.help !== undefined && !readOnly && <ColumnHelp text={field.help[lang]} />}
            </th>
          );
        })}
        {!readOnly && (
          <th scope="col" className="pt-parts-remove">
            {t('common.delete')}
          </th>
        )}
      </tr>
    </thead>
  );
}

/** One part: its cells and the button that takes it away. */
function PartRow(props: Props & { formId: string; part: Part; index: number }) {
  const { formId, part, index, parts, columns, readOnly, chosen, onChoose } = props;
  const t = useT();
  const choose = (): void => {
    if (part.key !== chosen) onChoose?.(part);
  };
  const goneMeanwhile = parts.contested.has(part.key) && parts.contested.get(part.key) === undefined;
  const message = goneMeanwhile && <p className="pt-parts-theirs">{t('entity.theirsGone')}</p>;
  return (
    <tr data-chosen={part.key === chosen || undefined} onFocus={choose} onClick={choose}>
      {columns.map((column, at) => {
        const under = at === 0 && message;
        if (typeof column !== 'string')
          return (
            <td key={column.key}>
              {column.draw(part, index)}
              {under}
            </td>
          );
        const field = parts.entity.fields[column];
        return (
          <td key={column} data-flag={(field?.kind === 'flag' && field.words === undefined) || undefined}>
            {field !== undefined && <Cell {...props} formId={formId} part={part} name={column} field={field} />}
            {under}
          </td>
        );
      })}
      {!readOnly && (
        <td data-flag className="pt-parts-remove">
          <Button
            type="text"
            size="small"
            danger
            icon={<DeleteOutlined />}
            aria-label={t('entity.removePart', { number: index + 1 })}
            onClick={(event) => {
              event.stopPropagation();
              parts.remove(part);
            }}
          />
        </td>
      )}
    </tr>
  );
}

function Rows(props: Props) {
  const { parts, columns, readOnly, ownSave } = props;
  const lang = useLang();
  const formId = useId();
  const shown = parts.parts.filter((part) => !part.gone);
  const table = useFocusOfNew(shown);
  return (
    <div
      className="pt-parts-scroll"
      tabIndex={0}
      role="region"
      aria-label={parts.entity.label[lang]}
      // The rows are new ones once they are saved: what would be entered until then had no row.
      inert={ownSave === true && parts.saving}
    >
      <table ref={table} className="pt-parts">
        <Heads columns={columns} parts={parts} readOnly={readOnly} />
        <tbody>
          {shown.map((part, index) => (
            <PartRow key={part.key} {...props} formId={formId} part={part} index={index} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The parts of a row as an editable table: rows are added, changed and taken away, and saved together. */
export function PartsTable(props: Props) {
  const { parts, unready } = props;
  const t = useT();
  const lang = useLang();
  const body = (): ReactNode => {
    if (unready !== undefined) return <p className="pt-muted pt-parts-note">{unready}</p>;
    if (parts.error !== null) return <ErrorState message={parts.error.message} onRetry={parts.reload} />;
    if (parts.loading) return <LoadingState />;
    if (parts.parts.some((part) => !part.gone)) return <Rows {...props} />;
    return <EmptyState title={t('entity.noParts', { name: inSentence(parts.entity.label[lang]) })} />;
  };
  return (
    <section className="pt-parts-panel" id={parts.elementId}>
      <PartsHead {...props} />
      {parts.conflict && <ConflictNote onLoadTheirs={parts.loadTheirs} onKeepMine={parts.keepMine} />}
      <DraftFrame draft={parts.question} extra>
        {body()}
      </DraftFrame>
    </section>
  );
}
