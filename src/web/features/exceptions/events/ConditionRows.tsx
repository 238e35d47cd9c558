import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, InputNumber, Radio, Select } from 'antd';
import { eventStages } from '#domain/exceptions/event/stage.ts';
import { type Condition, operatorsOf, takesNothing, takesNumber } from '#domain/exceptions/event/rule.ts';
import { modes } from '#domain/tracking/journey/mode.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { RemoteSelect } from '#web/kit/search/RemoteSelect.tsx';
import { type Named, useCarriers, useStatuses } from '#web/kit/search/use-names.ts';
import { countsHours, newCondition, type RuleField, type RuleForm, withField, withOperator } from './rule-form.ts';

type RowProps = {
  condition: Condition;
  field: RuleField | undefined;
  number: number;
  onChange: (next: Condition) => void;
};

function useChoices(field: RuleField | undefined): Named[] | undefined {
  const t = useT();
  const carriers = useCarriers();
  const statuses = useStatuses();
  switch (field?.fieldType) {
    case 'carrier':
      return carriers.options;
    case 'milestone':
      return statuses.options;
    case 'stage':
      return eventStages.map((value) => ({ value, label: t(`events.stage.${value}`) }));
    case 'mode':
      return modes.map((value) => ({ value, label: t(`events.mode.${value}`) }));
    default:
      return undefined;
  }
}

/** What a field is compared with, entered by the type of the field. */
function ValueControl({ condition, field, number, onChange }: RowProps) {
  const t = useT();
  const choices = useChoices(field);
  const label = t('events.rule.value', { number });
  const { operator, values } = condition;
  if (field === undefined || takesNothing(operator)) return <span />;
  if (takesNumber(operator)) {
    const [value] = values;
    return (
      <InputNumber
        aria-label={label}
        value={typeof value === 'number' ? value : null}
        onChange={(next) => onChange({ ...condition, values: next === null ? [] : [next] })}
      />
    );
  }
  const texts = values.map(String);
  if (field.fieldType === 'port')
    return (
      <RemoteSelect
        from="ports"
        framed
        label={label}
        placeholder=""
        value={texts.map((code) => ({ value: code, label: code }))}
        onChange={(chosen) => onChange({ ...condition, values: chosen.map(({ value }) => value) })}
      />
    );
  return (
    <Select<string[]>
      mode={choices === undefined ? 'tags' : 'multiple'}
      aria-label={label}
      value={texts}
      {...(choices === undefined
        ? { open: false, suffixIcon: null, tokenSeparators: [',', '，', ';'] }
        : { options: choices, showSearch: { optionFilterProp: 'label' } })}
      onChange={(next) => onChange({ ...condition, values: next })}
    />
  );
}

function UnitControl({ condition, field, number, onChange }: RowProps) {
  const t = useT();
  if (field === undefined || !takesNumber(condition.operator)) return <span />;
  if (!countsHours(field, condition.operator))
    return (
      <span className="pt-events-unit pt-muted">
        {field.unit === null ? '' : t(`events.rule.unitName.${field.unit}`)}
      </span>
    );
  return (
    <Select<'hours' | 'days'>
      aria-label={t('events.rule.unit', { number })}
      value={condition.unit ?? 'hours'}
      options={(['hours', 'days'] as const).map((value) => ({ value, label: t(`events.rule.unitName.${value}`) }))}
      onChange={(unit) => onChange({ ...condition, unit })}
    />
  );
}

type Props = {
  form: RuleForm;
  fields: readonly RuleField[];
  disabled: boolean;
  onChange: (form: RuleForm) => void;
};

/** The conditions of a rule: field, comparison, value and unit, one line each. */
export function ConditionRows({ form, fields, disabled, onChange }: Props) {
  const t = useT();
  const lang = useLang();
  const byCode = new Map(fields.map((field) => [field.fieldCode, field]));
  const setAt = (index: number, next: Condition): void =>
    onChange({ ...form, conditions: form.conditions.map((one, place) => (place === index ? next : one)) });
  return (
    <div className="pt-events-rule" inert={disabled}>
      <Radio.Group
        aria-label={t('events.rule.match')}
        value={form.match}
        options={[
          { value: 'all', label: t('events.rule.matchAll') },
          { value: 'any', label: t('events.rule.matchAny') },
        ]}
        onChange={({ target }) => onChange({ ...form, match: target.value })}
      />
      {form.conditions.map((condition, index) => {
        const number = index + 1;
        const field = byCode.get(condition.field);
        const row = { condition, field, number, onChange: (next: Condition) => setAt(index, next) };
        return (
          <div key={index} className="pt-events-condition">
            <Select<string | null>
              aria-label={t('events.rule.field', { number })}
              placeholder={t('common.select')}
              value={condition.field || null}
              options={fields
                .filter((one) => one.enabled === 1 || one.fieldCode === condition.field)
                .map((one) => ({ value: one.fieldCode, label: lang === 'zh' ? one.fieldName : one.fieldNameEn }))}
              showSearch={{ optionFilterProp: 'label' }}
              onChange={(code) => {
                const chosen = byCode.get(code ?? '');
                if (chosen !== undefined) setAt(index, withField(condition, chosen));
              }}
            />
            <Select
              aria-label={t('events.rule.operator', { number })}
              disabled={field === undefined}
              value={condition.operator}
              options={operatorsOf(field?.fieldType ?? 'text').map((value) => ({
                value,
                label: t(`events.rule.operators.${value}`),
              }))}
              onChange={(operator) => setAt(index, withOperator(condition, operator, field))}
            />
            <ValueControl {...row} />
            <UnitControl {...row} />
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label={t('events.rule.remove', { number })}
              disabled={form.conditions.length === 1}
              onClick={() => onChange({ ...form, conditions: form.conditions.filter((_, place) => place !== index) })}
            />
          </div>
        );
      })}
      <div>
        <Button
          size="small"
          icon={<PlusOutlined />}
          disabled={form.conditions.length >= 20}
          onClick={() => onChange({ ...form, conditions: [...form.conditions, newCondition()] })}
        >
          {t('events.rule.add')}
        </Button>
      </div>
    </div>
  );
}
