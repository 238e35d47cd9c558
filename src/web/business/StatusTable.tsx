import { Select } from 'antd';
import { useState } from 'react';
import type { CallData } from '#contract/index.ts';
import { useCall } from '#web/app/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { PortSelect } from '#web/kit/input/PortSelect.tsx';
import { TimeTextInput } from '#web/kit/input/TimeTextInput.tsx';
import { type EditableColumn, EditableTable } from '#web/kit/table/EditableTable.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { type DraftRow, newRow, withCell } from './draft.ts';
import { useEditor } from './editor-context.ts';
import { editableRow, freshKey, RowButtons } from './TableParts.tsx';

type Status = CallData<'allStatuses'>[number];

const ordered = (rows: readonly DraftRow[], of: ReadonlyMap<string, Status>): DraftRow[] => {
  const rank = (row: DraftRow): [number, number, string] => {
    const status = of.get(row.cells['statusCode'] ?? '');
    const time = row.cells['eventTimeStr'] || row.cells['estiEventTimeStr'] || '9';
    return [status?.stageSequence ?? 999, status?.statusSequence ?? 999, time];
  };
  // New rows stay where they were added until they are saved.
  return rows.toSorted((a, b) => {
    if (a.id === '' || b.id === '') return Number(a.id === '') - Number(b.id === '');
    const [one, other] = [rank(a), rank(b)];
    return one[0] - other[0] || one[1] - other[1] || (one[2] < other[2] ? -1 : one[2] > other[2] ? 1 : 0);
  });
};

/** Columns of the milestones: what is chosen from master data, and times of their places. */
function useColumns(statuses: ReadonlyMap<string, Status>): EditableColumn[] {
  const t = useT();
  const lang = useLang();
  const { ports, disabled } = useEditor();
  const nameOf = ({ statusCode, statusNameCn, statusNameEn }: Status): string =>
    `${statusCode} ${lang === 'zh' ? statusNameCn : statusNameEn}`;
  const options = [...statuses.values()].map((status) => ({ value: status.statusCode, label: nameOf(status) }));
  const time = (name: 'eventTimeStr' | 'estiEventTimeStr'): EditableColumn => ({
    name,
    title: t(`business.field.${name}`),
    width: 170,
    cell: ({ row, label, error, set }) => (
      <>
        <TimeTextInput
          label={label}
          value={row.cells[name] ?? ''}
          zone={ports.get(row.cells['portCode'] ?? '')?.portTimeZone ?? undefined}
          disabled={disabled || row.state === 'gone'}
          error={error !== undefined}
          onChange={set}
        />
        {error !== undefined && <span className="pt-cell-error">{error}</span>}
      </>
    ),
  });
  return [
    {
      name: 'statusCode',
      title: t('business.field.statusCode'),
      width: 180,
      required: true,
      cell: ({ row, label, error, set }) => (
        <>
          <Select
            size="small"
            showSearch={{ optionFilterProp: 'label' }}
            className="pt-business-select"
            aria-label={label}
            status={error === undefined ? '' : 'error'}
            disabled={disabled || row.state === 'gone'}
            value={row.cells['statusCode'] || null}
            options={options}
            popupMatchSelectWidth={240}
            onChange={(value: string | null) => set(value ?? '')}
          />
          {error !== undefined && <span className="pt-cell-error">{error}</span>}
        </>
      ),
    },
    {
      name: 'portCode',
      title: t('business.field.portCode'),
      width: 190,
      cell: ({ row, label, error, set }) => (
        <PortSelect
          label={label}
          value={row.cells['portCode'] ?? ''}
          port={ports.get(row.cells['portCode'] ?? '')}
          disabled={disabled || row.state === 'gone'}
          error={error !== undefined}
          onChange={set}
        />
      ),
    },
    time('eventTimeStr'),
    time('estiEventTimeStr'),
    { name: 'vesselName', title: t('business.field.vesselName'), width: 130 },
    { name: 'voyage', title: t('business.field.voyage'), width: 80 },
  ];
}

type Props = {
  /** Number of the container whose milestones are shown. */
  container: string;
  onRemove: (keys: ReadonlySet<string>, gone: boolean) => void;
};

/** The milestones of one container; those of the whole bill are shown with every container. */
export function StatusTable({ container, onRemove }: Props) {
  const t = useT();
  const { draft, set, disabled, problems } = useEditor();
  const { data } = useCall('allStatuses', undefined, { staleTime: 300_000 });
  const statuses = new Map((data ?? []).map((status) => [status.statusCode, status]));
  const columns = useColumns(statuses);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const shown = ordered(
    draft.statuses.filter(({ cells }) => cells['containerNo'] === container || cells['containerNo'] === ''),
    statuses,
  );
  const add = (): void => {
    if (container.trim() === '') return toast.warn(t('business.chooseContainer'));
    set((latest) => ({
      ...latest,
      statuses: [...latest.statuses, newRow('statuses', freshKey(), { containerNo: container })],
    }));
  };
  const remove = async (): Promise<void> => {
    const keys = new Set(shown.filter(({ key }) => picked.has(key)).map(({ key }) => key));
    if (keys.size === 0) return toast.warn(t('business.tickStatuses'));
    const yes = await confirm({
      title: t('business.deleteStatuses', { count: keys.size }),
      content: t('business.deleteText'),
      danger: true,
    });
    if (yes) onRemove(keys, true);
  };
  return (
    <section className="pt-business-group">
      <h2>
        {t('business.statuses', { container: container || '—' })}
        {!disabled && (
          <RowButtons
            picked={picked}
            rows={shown}
            add={add}
            remove={() => void remove()}
            restore={() => onRemove(picked, false)}
          />
        )}
      </h2>
      <EditableTable
        label={t('business.statusTable')}
        columns={columns}
        rows={shown.map(editableRow)}
        problems={problems}
        readOnly={disabled}
        picked={picked}
        onPick={setPicked}
        onChange={(key, name, value) =>
          set((latest) => ({ ...latest, statuses: withCell(latest.statuses, key, name, value) }))
        }
        empty={t('business.noStatuses')}
      />
    </section>
  );
}
