import { CloseOutlined, DownOutlined, MessageOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { NOBODY } from '#shared/reference/nobody.ts';
import type { WordOrder, WordSort } from '#shared/words/types.ts';
import { type Translate, useT } from '#web/i18n/index.ts';
import { usePhone } from '#web/kit/table/use-phone.ts';
import { AmountRange } from './AmountRange.tsx';
import { DateRangeText } from './DateRangeText.tsx';
import { OneSelect } from './OneSelect.tsx';
import { PastedNumbers } from './PastedNumbers.tsx';
import {
  activeFields,
  keysOf,
  LEAST_CHARACTERS,
  type SearchValues,
  shortFields,
  textIn,
  withoutField,
  type FormField,
} from './search-values.ts';
import { WordsLine } from './WordsLine.tsx';

type Props = {
  fields: readonly FormField[];
  /** Filters that only links carry: without a control, but shown as a tag while they are active. */
  linkFields?: readonly FormField[];
  /** Filters that stand elsewhere on the page, such as tabs; sentences may speak of them. */
  otherFields?: readonly FormField[];
  /** What the list is filtered by now. */
  values: SearchValues;
  onSearch: (values: SearchValues, sort?: WordOrder) => void;
  onReset: () => void;
  /** What the list can be sorted by, for sentences. */
  sorts?: readonly WordSort[] | undefined;
  busy?: boolean;
};

const noFields: readonly FormField[] = [];
const FIELD_WIDTH = 238;
const GAP = 8;

/** Columns of the form: as many as its width allows, and as the labels and controls of these fields need. */
function useColumns(box: React.RefObject<HTMLElement | null>, fields: readonly FormField[]): number {
  const [columns, setColumns] = useState(4);
  const names = fields.map(({ label }) => label).join('\n');
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = (): void => {
      if (element.clientWidth > 0)
        setColumns(Math.max(1, Math.floor((element.clientWidth + GAP) / (FIELD_WIDTH + GAP))));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, names]);
  // A column grows with its widest field; where they are too wide together, there is one column less.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- what overflows depends on all that is drawn; it ends at one column
  useLayoutEffect(() => {
    const grid = box.current?.querySelector('.pt-search-grid');
    if (grid != null && columns > 1 && grid.scrollWidth > grid.clientWidth) setColumns(columns - 1);
  });
  return columns;
}

/** Search form of a list: two lines, the rest behind "more"; Enter searches; active filters show as removable tags. */
export function SearchForm({
  fields,
  linkFields = noFields,
  otherFields = noFields,
  values,
  onSearch,
  onReset,
  sorts,
  busy,
}: Props) {
  const t = useT();
  const box = useRef<HTMLFormElement>(null);
  const columns = useColumns(box, fields);
  const [open, setOpen] = useState(false);
  const [inWords, setInWords] = useState(false);
  // Names of places and people that a sentence named.
  const [found, setFound] = useState<Readonly<Record<string, string>>>({});
  const [draft, setDraft] = useState(values);
  // Numbers that were too short when a search was requested, until they are changed.
  const [short, setShort] = useState<readonly FormField[]>(noFields);
  // Not in an effect: those run again when a hidden tab is shown, and what was typed would be lost.
  const [followed, setFollowed] = useState(values);
  if (followed !== values) {
    setFollowed(values);
    setDraft(values);
  }

  // What was typed last, also before the next drawing: a date is taken over in the very event that submits.
  const latest = useRef(draft);
  useLayoutEffect(() => {
    latest.current = draft;
  }, [draft]);
  const edit = (update: (before: SearchValues) => SearchValues): void => {
    latest.current = update(latest.current);
    setDraft(latest.current);
    setShort(noFields);
  };

  const room = Math.max(1, columns * 2 - 1);
  // On a phone the form is a sheet, which scrolls.
  const isSheet = usePhone();
  const foldable = !isSheet && fields.length > room;
  const shown = open || isSheet ? fields : fields.slice(0, room);
  const active = activeFields([...(open ? [] : fields), ...linkFields], values);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // A date still being typed is taken over when its field is left.
    document.activeElement?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    const tooShort = shortFields(fields, latest.current);
    setShort(tooShort);
    if (tooShort.length === 0) onSearch(latest.current);
  };

  const form = (
    <form
      ref={box}
      className="pt-search"
      onSubmit={submit}
      role="search"
      style={{ '--pt-columns': columns } as React.CSSProperties}
    >
      <div className="pt-search-grid" data-columns={columns}>
        {shown.map((field) => (
          <Field
            key={field.name}
            field={field}
            draft={draft}
            isWrong={short.some(({ name }) => name === field.name)}
            onChange={edit}
          />
        ))}
        <div className="pt-search-buttons">
          <Button type="primary" htmlType="submit" size="small" loading={busy ?? false}>
            {t('search.search')}
          </Button>
          <Button size="small" onClick={onReset}>
            {t('search.reset')}
          </Button>
          <Button
            type="text"
            size="small"
            className="pt-search-words-switch"
            icon={<MessageOutlined />}
            title={t('search.inWords')}
            aria-label={t('search.inWords')}
            aria-expanded={inWords}
            onClick={() => setInWords(!inWords)}
          />
          {foldable && (
            <Button
              type="link"
              size="small"
              onClick={() => setOpen(!open)}
              aria-expanded={open}
              icon={open ? <UpOutlined /> : <DownOutlined />}
              iconPlacement="end"
            >
              {open ? t('search.less') : t('search.more', { count: fields.length - room })}
            </Button>
          )}
        </div>
      </div>
      <TooShort fields={short} />
      <ActiveTags active={active} values={values} found={found} onSearch={onSearch} />
    </form>
  );
  return (
    <>
      {form}
      {inWords && (
        <WordsLine
          fields={fields}
          more={[...otherFields, ...linkFields]}
          sorts={sorts}
          onRead={({ values: next, names, sort }) => {
            setFound((before) => ({ ...before, ...names }));
            onSearch(next, sort);
          }}
        />
      )}
    </>
  );
}

/** Says which numbers are too short to be searched for. */
function TooShort({ fields }: { fields: readonly FormField[] }) {
  const t = useT();
  if (fields.length === 0) return null;
  return (
    <p className="pt-search-problem" role="alert">
      {fields.map(({ name, label }) => (
        <span key={name}>
          <b>{label}</b> {t('search.tooShort', { min: LEAST_CHARACTERS })}
        </span>
      ))}
    </p>
  );
}

type ActiveProps = Pick<Props, 'values' | 'onSearch'> & {
  active: readonly FormField[];
  found: Readonly<Record<string, string>>;
};

/** What the list is filtered by, each filter with a cross that takes it away. */
function ActiveTags({ active, values, found, onSearch }: ActiveProps) {
  const t = useT();
  if (active.length === 0) return null;
  return (
    <div className="pt-search-tags" aria-label={t('search.active')} role="group">
      {active.map((field) => (
        <span key={field.name} className="pt-search-tag">
          <span>
            {field.label}: {describe(field, values, t, found)}
          </span>
          <button
            type="button"
            aria-label={t('search.remove', { label: field.label })}
            onClick={() => onSearch(withoutField(field, values))}
          >
            <CloseOutlined aria-hidden />
          </button>
        </span>
      ))}
    </div>
  );
}

/** What one value of a filter is called; the value itself where nobody knows. */
const nameIn = ({ nameOf, options }: FormField, value: string): string =>
  nameOf?.(value) ?? options?.find((one) => one.value === value)?.label ?? value;

/** The two bounds of an amount as they stand in values. */
function boundsIn(field: FormField, values: SearchValues): { min: string; max: string } {
  const [min, max] = keysOf(field).map((key) => values[key]);
  return { min: typeof min === 'string' ? min : '', max: typeof max === 'string' ? max : '' };
}

/** What a filter is set to, as people read it. */
function describe(
  field: FormField,
  values: SearchValues,
  t: Translate,
  found: Readonly<Record<string, string>>,
): string {
  if (field.kind === 'days') {
    const [from = '', to = ''] = keysOf(field).map((key) => textIn(values, key));
    return `${from} – ${to}`;
  }
  if (field.kind === 'amount') {
    const { min, max } = boundsIn(field, values);
    const unit = field.unitName === undefined ? '' : ` ${field.unitName}`;
    if (min !== '' && max !== '') return min === max ? `${min}${unit}` : `${min} – ${max}${unit}`;
    return `${min === '' ? t('search.atMost', { n: max }) : t('search.atLeast', { n: min })}${unit}`;
  }
  const value = values[field.name] ?? '';
  if (field.empty === true && value === NOBODY) return t('search.noValue');
  if (field.kind === 'flag') return value === '1' ? t('common.yes') : t('common.no');
  const list = Array.isArray(value) ? value : [value];
  const names = list.slice(0, 3).map((item) => found[item] ?? nameIn(field, item));
  return list.length > 3 ? `${names.join(', ')} … (${list.length})` : names.join(', ');
}

type FieldProps = {
  field: FormField;
  draft: SearchValues;
  /** What was entered cannot be searched for. */
  isWrong: boolean;
  onChange: (update: (values: SearchValues) => SearchValues) => void;
};

function Field({ field, draft, isWrong, onChange }: FieldProps) {
  const set = (part: SearchValues): void => onChange((values) => ({ ...values, ...part }));
  return (
    <div className="pt-field">
      <span className="pt-field-label" title={field.label}>
        {field.label}
      </span>
      <Control field={field} draft={draft} isWrong={isWrong} set={set} />
    </div>
  );
}

type ControlOf = Omit<FieldProps, 'onChange'> & { set: (part: SearchValues) => void };

function Control({ field, draft, isWrong, set }: ControlOf) {
  const t = useT();
  const { name, label } = field;
  const value = draft[name];
  const list = Array.isArray(value) ? value : value ? [value] : [];
  if (field.control)
    return field.control({
      value: list,
      label,
      onChange: (next) => set({ [name]: field.kind === 'text' ? (next[0] ?? '') : next }),
    });
  if (field.kind === 'days') {
    const [fromKey = '', toKey = ''] = keysOf(field);
    return (
      <DateRangeText
        label={label}
        value={{ from: textIn(draft, fromKey) ?? '', to: textIn(draft, toKey) ?? '' }}
        onChange={({ from, to }) => set({ [fromKey]: from, [toKey]: to })}
      />
    );
  }
  if (field.kind === 'amount') {
    const [minKey = '', maxKey = ''] = keysOf(field);
    return (
      <AmountRange
        label={label}
        unit={field.unitName}
        value={boundsIn(field, draft)}
        onChange={({ min, max }) => set({ [minKey]: min, [maxKey]: max })}
      />
    );
  }
  if (field.kind === 'numbers')
    return (
      <PastedNumbers label={label} value={list} isWrong={isWrong} onChange={(numbers) => set({ [name]: numbers })} />
    );
  if (field.kind === 'flag') {
    return (
      <OneSelect
        label={label}
        value={list[0]}
        options={[
          { value: '1', label: t('common.yes') },
          { value: '0', label: t('common.no') },
        ]}
        onChange={(next) => set({ [name]: next ?? '' })}
      />
    );
  }
  return (
    <Input
      variant="borderless"
      size="small"
      aria-label={label}
      allowClear
      value={field.empty === true && list[0] === NOBODY ? t('search.noValue') : (list[0] ?? '')}
      readOnly={field.empty === true && list[0] === NOBODY}
      onChange={(event) => set({ [name]: event.target.value })}
      onBlur={(event) => {
        if (!event.target.readOnly) set({ [name]: event.target.value.trim() });
      }}
    />
  );
}
