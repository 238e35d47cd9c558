import { Button, Checkbox, Table } from 'antd';
import type { OverrideEntry } from '#contract/tracking/override.ts';
import type { TraceDetail } from '#contract/tracking/trace.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { useCarriers } from '#web/kit/search/use-names.ts';
import { EmptyState } from '#web/kit/state/States.tsx';
import type { AntColumn } from '#web/kit/table/body-columns.tsx';
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

/** Makes texts of values, with names beside codes where there are names. */
function useNamedValue(trace: TraceDetail): (field: ExpertField, value: string | number | null) => string {
  const valueText = useValueText();
  const carriers = useCarriers();
  const lang = useLang();
  return (field, value) => {
    const text = valueText(value, zoneOf(trace, field));
    if (typeof value !== 'string' || value === '') return text;
    const place = field.kind === 'port' ? trace.places[value] : undefined;
    const placeName = lang === 'zh' ? (place?.nameCn ?? place?.name) : place?.name;
    const name = field.kind === 'carrier' ? carriers.nameOf(value) : placeName;
    return name == null || name === value ? text : `${name} ${value}`;
  };
}

type ExpertValueProps = { entry: OverrideEntry; text: string; onToggle: (use: boolean) => void };

/** The value that an expert entered, with its switch. */
function ExpertValue({ entry, text, onToggle }: ExpertValueProps) {
  const t = useT();
  return (
    <Checkbox
      checked={entry.isDelete === 1}
      title={t('expert.use')}
      onChange={(event) => onToggle(event.target.checked)}
    >
      <span className="pt-expert-value" data-off={entry.isDelete === 0 || undefined}>
        {text}
      </span>
    </Checkbox>
  );
}

function useColumns({ trace, entries, onEdit, onToggle }: Omit<Props, 'fields'>): AntColumn<ExpertField>[] {
  const t = useT();
  const nameOf = useFieldName();
  const named = useNamedValue(trace);
  const shown = (field: ExpertField, value: string | number | null): string =>
    value === null ? '—' : named(field, value);
  return [
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
        const text = named(field, entry.value);
        return <ExpertValue entry={entry} text={text} onToggle={(use) => onToggle(entry, use)} />;
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
  ];
}

/** Fields with what is shown, what sources say, and the expert's value with its switch. */
export function FieldsTable({ fields, ...rest }: Props) {
  const t = useT();
  const columns = useColumns(rest);
  return (
    <Table<ExpertField>
      size="small"
      rowKey="path"
      dataSource={[...fields]}
      pagination={{ pageSize: 12, hideOnSinglePage: true, showSizeChanger: false }}
      locale={{ emptyText: <EmptyState text={t('expert.nothingChanged')} /> }}
      columns={columns}
    />
  );
}
