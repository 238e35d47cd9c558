import { Button, Checkbox, Table } from 'antd';
import type { OverrideEntry } from '#contract/tracking/override.ts';
import type { TraceDetail } from '#contract/tracking/trace.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { useCarriers } from '#web/kit/search/use-names.ts';
import { EmptyState } from '#web/kit/state/States.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { type ExpertField, shownValue, zoneOf } from './expert-fields.ts';
import { useFieldName, useValueText } from './use-value-text.ts';

type Props = {
  fields: readonly ExpertField[];
  trace: TraceDetail;
  entries: ReadonlyMap<string, OverrideEntry>;
  onEdit: (field: ExpertField) => void;
  onToggle: (entry: OverrideEntry, use: boolean) => void;
};

/** Fields with what is shown, what sources say, and the expert's value with its switch. */
export function FieldsTable({ fields, trace, entries, onEdit, onToggle }: Props) {
  const t = useT();
  const nameOf = useFieldName();
  const valueText = useValueText();
  const carriers = useCarriers();
  const lang = useLang();
  // Names beside codes, where there are names.
  const named = (field: ExpertField, value: string | number | null): string => {
    const text = valueText(value, zoneOf(trace, field));
    if (typeof value !== 'string' || value === '') return text;
    const place = field.kind === 'port' ? trace.places[value] : undefined;
    const placeName = lang === 'zh' ? (place?.nameCn ?? place?.name) : place?.name;
    const name = field.kind === 'carrier' ? carriers.nameOf(value) : placeName;
    return name == null || name === value ? text : `${name} ${value}`;
  };
  const shown = (field: ExpertField, value: string | number | null): string =>
    value === null ? '—' : named(field, value);
  return (
    <Table<ExpertField>
      size="small"
      rowKey="path"
      dataSource={[...fields]}
      pagination={{ pageSize: 12, hideOnSinglePage: true, showSizeChanger: false }}
      locale={{ emptyText: <EmptyState text={t('expert.nothingChanged')} /> }}
      columns={[
        {
          key: 'field',
          title: t('expert.field'),
          width: 260,
          render: (_, field) => nameOf(field.row, field.attribute),
        },
        {
          key: 'shown',
          title: t('expert.shown'),
          width: 170,
          render: (_, field) => <b>{shown(field, shownValue(trace, field.path))}</b>,
        },
        {
          key: 'automatic',
          title: t('expert.automatic'),
          width: 170,
          render: (_, field) => {
            const entry = entries.get(field.path);
            return entry === undefined ? '' : shown(field, entry.automaticValue);
          },
        },
        {
          key: 'expert',
          title: t('expert.expert'),
          render: (_, field) => {
            const entry = entries.get(field.path);
            if (entry === undefined) return null;
            return (
              <Checkbox
                checked={entry.isDelete === 1}
                title={t('expert.use')}
                onChange={(event) => onToggle(entry, event.target.checked)}
              >
                <span className="pt-expert-value" data-off={entry.isDelete === 0 || undefined}>
                  {named(field, entry.value)}
                </span>
              </Checkbox>
            );
          },
        },
        {
          key: 'by',
          title: t('expert.by'),
          width: 170,
          render: (_, field) => {
            const entry = entries.get(field.path);
            return (
              entry && (
                <>
                  {entry.creatorName} <TimeText instant={entry.createTime} short />
                </>
              )
            );
          },
        },
        {
          key: 'edit',
          title: <span className="pt-sr-only">{t('table.actions')}</span>,
          width: 80,
          render: (_, field) => (
            <Button
              size="small"
              type="link"
              aria-label={`${t('expert.edit')} ${nameOf(field.row, field.attribute)}`}
              onClick={() => onEdit(field)}
            >
              {t('expert.edit')}
            </Button>
          ),
        },
      ]}
    />
  );
}
