import { Checkbox, Input, Select, Switch } from 'antd';
import { type Field, SECRET_MASK, type TextChoices } from '#shared/entity/declare.ts';
import type { Text } from '#shared/i18n/text.ts';
import { useT } from '#web/i18n/index.ts';
import { type Row, say } from './entity-calls.ts';
import type { DraftValue, Operation } from './form-state.ts';
import { ownZone } from '#web/base/zone.ts';
import { isFound } from '#web/kit/search/use-names.ts';
import { DayTextInput } from '#web/kit/input/DayTextInput.tsx';
import { ReferencePicker, remoteTarget } from './ReferencePicker.tsx';
import { RecipientPicker } from './RecipientPicker.tsx';
import { TextPicker } from './TextPicker.tsx';
import type { EntityNames } from './use-entity-names.ts';

type FlagField = Extract<Field, { kind: 'flag' }>;

type Props = {
  id: string;
  field: Field;
  value: DraftValue;
  operation: Operation;
  names: EntityNames;
  /** All values of the row by now: what may be chosen can depend on the others. */
  entered: Row;
  /** The text is not to be seen while it is entered. */
  hidden: boolean;
  /** Whether a hidden value is kept already. */
  kept: boolean;
  disabled: boolean;
  invalid: boolean;
  describedBy: string | undefined;
  /** Its name where no label stands beside it, as in a table. */
  label?: string;
  onChange: (value: DraftValue) => void;
  onBlur: () => void;
};

function Choice({ id, field, value, names, entered, disabled, invalid, describedBy, label, onChange, onBlur }: Props) {
  const t = useT();
  const many = (field.kind === 'choice' || field.kind === 'reference') && field.many === true;
  const options = names.offeredIn(field, value, entered);
  return (
    <Select<string | string[] | null>
      id={id}
      {...(many ? { mode: 'multiple' as const } : {})}
      aria-label={label}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      status={invalid ? 'error' : ''}
      disabled={disabled}
      allowClear={field.required !== true}
      placeholder={t('common.select')}
      value={many ? (Array.isArray(value) ? value : []) : typeof value === 'string' ? value : null}
      options={options}
      showSearch={{
        filterOption: isFound,
      }}
      notFoundContent={t('common.noData')}
      onChange={(next) => onChange(next ?? (many ? [] : null))}
      onBlur={onBlur}
    />
  );
}

/** A flag whose two values have names of their own. */
function WordedFlag(props: Props & { words: readonly [Text, Text] }) {
  const { id, value, words, disabled, describedBy, label, onChange, onBlur } = props;
  return (
    <Select<0 | 1>
      id={id}
      aria-label={label}
      aria-describedby={describedBy}
      disabled={disabled}
      value={value === 1 ? 1 : 0}
      options={words.map((word, index) => ({ value: index === 0 ? 0 : 1, label: say(word) }))}
      onChange={onChange}
      onBlur={onBlur}
    />
  );
}

/** A flag: a choice of its two words, a checkbox in tables and where the field asks for one, else a switch. */
function Flag(props: Props & { field: FlagField }) {
  const { id, field, value, disabled, describedBy, label, onChange } = props;
  if (field.words !== undefined) return <WordedFlag {...props} words={field.words} />;
  return label !== undefined || field.shown === 'checkbox' ? (
    <Checkbox
      id={id}
      aria-label={label}
      aria-describedby={describedBy}
      disabled={disabled}
      checked={value === 1}
      onChange={(event) => onChange(event.target.checked ? 1 : 0)}
    />
  ) : (
    <Switch
      id={id}
      disabled={disabled}
      checked={value === 1}
      onChange={(on) => onChange(on ? 1 : 0)}
      aria-describedby={describedBy}
    />
  );
}

/** A text that is chosen among those that are known. */
function Picked({ picks, value, field, entered, ...props }: Props & { picks: TextChoices }) {
  const tenantId =
    typeof entered['tenantId'] === 'string' && entered['tenantId'] !== '' ? entered['tenantId'] : undefined;
  const { id, disabled, invalid, describedBy, label, onChange, onBlur } = props;
  const common = {
    id,
    value: typeof value === 'string' ? value : '',
    disabled,
    invalid,
    describedBy,
    label,
    onChange,
    onBlur,
  };
  return picks === 'recipients' ? (
    <RecipientPicker {...common} tenantId={tenantId} />
  ) : (
    <TextPicker {...common} picks={picks} required={field.required === true} />
  );
}

/** The control that enters one field, by its kind. */
export function FieldControl(props: Props) {
  const { id, field, value, operation, hidden, kept, disabled, invalid, describedBy, label, onChange, onBlur } = props;
  const t = useT();
  const target = remoteTarget(field);
  if (field.kind === 'reference' && target !== undefined) {
    return (
      <ReferencePicker
        id={id}
        field={field}
        target={target}
        value={typeof value === 'string' && value !== '' ? [value] : []}
        disabled={disabled}
        invalid={invalid}
        describedBy={describedBy}
        {...(label === undefined ? {} : { label })}
        onChange={([next]) => onChange(next ?? null)}
        onBlur={onBlur}
      />
    );
  }
  if (field.kind === 'choice' || field.kind === 'reference') return <Choice {...props} />;
  if (field.kind === 'flag') return <Flag {...props} field={field} />;
  const common = {
    id,
    value: typeof value === 'string' ? value : '',
    disabled,
    status: invalid ? ('error' as const) : ('' as const),
    'aria-label': label,
    'aria-invalid': invalid,
    'aria-required': field.required === true,
    'aria-describedby': describedBy,
    onBlur,
  };
  if (hidden) {
    // The mask stands for the kept value: nothing typed means unchanged.
    const left = kept && field.kind === 'text' ? SECRET_MASK : '';
    return (
      <Input.Password
        {...common}
        value={value === SECRET_MASK ? '' : common.value}
        autoComplete="new-password"
        placeholder={operation === 'UPDATE' && kept ? t('entity.secretKeep') : t('common.enter')}
        onChange={(event) => onChange(event.target.value === '' ? left : event.target.value)}
      />
    );
  }
  if (field.kind === 'text' && field.picks !== undefined) return <Picked {...props} picks={field.picks} />;
  if (field.kind === 'text' && field.lines !== undefined) {
    return (
      <Input.TextArea
        {...common}
        rows={field.lines}
        showCount={{ formatter: ({ value: typed }) => `${[...typed].length} / ${field.max}` }}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  if (field.kind === 'day')
    return (
      <DayTextInput {...common} pick={t('entity.pickDay', { name: label ?? say(field.label) })} onChange={onChange} />
    );
  const numeric = field.kind === 'integer' || field.kind === 'number';
  const moment = field.kind === 'instant';
  const example = field.example ?? (moment ? '2026-01-31 08:00' : undefined);
  return (
    <Input
      {...common}
      autoComplete="off"
      inputMode={numeric ? 'decimal' : 'text'}
      placeholder={example === undefined ? undefined : t('entity.example', { example })}
      {...(moment ? { suffix: <span className="pt-muted">{ownZone()}</span> } : {})}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
