import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { useState } from 'react';
import { parseTimeText } from '#shared/time/parse-time-text.ts';
import { fromLocalText, zoneOfUnknownPlace } from '#shared/time/zone.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { EditableTable } from '#web/kit/table/EditableTable.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { type DraftRow, newRow, withCell } from './draft.ts';
import { keyOfRow, statusAttributeOf, useEditor } from './editor-context.ts';
import { ExpertSwitch } from './ExpertSwitch.tsx';
import { type Status, useStatusColumns } from './status-columns.tsx';
import { editableRow, freshKey, RowButtons } from './TableParts.tsx';

/** When a milestone happened or is expected; the end of all times without either. */
function instantOf({ cells }: DraftRow): number {
  const local = parseTimeText(cells['eventTimeStr'] || cells['estiEventTimeStr'] || '');
  const zone = cells['eventTimeZone'] || zoneOfUnknownPlace;
  return (local === undefined ? undefined : fromLocalText(local, zone)) ?? Infinity;
}

/** In the order of stages, of milestones within them, and of time; new rows stay where they were added until they are saved. */
export function ordered(rows: readonly DraftRow[], of: ReadonlyMap<string, Status>): DraftRow[] {
  const rank = (row: DraftRow): readonly [number, number, number] => {
    const status = of.get(row.cells['statusCode'] ?? '');
    return [status?.stageSequence ?? Infinity, status?.statusSequence ?? Infinity, instantOf(row)];
  };
  return rows.toSorted((a, b) => {
    if (a.id === '' || b.id === '') return Number(a.id === '') - Number(b.id === '');
    const [one, other] = [rank(a), rank(b)];
    for (const [place, value] of one.entries()) {
      const against = other[place] ?? Infinity;
      if (value !== against) return value < against ? -1 : 1;
    }
    return 0;
  });
}

type Props = {
  /** Number of the container whose milestones are shown; null shows all of them with the units they are about. */
  container: string | null;
  onRemove: (keys: ReadonlySet<string>, gone: boolean) => void;
};

/** The milestones of one container; those of the whole bill are shown with every container. */
export function StatusTable({ container, onRemove }: Props) {
  const t = useT();
  const { draft, set, disabled, problems } = useEditor();
  const { data } = useCall('allStatuses', undefined, { staleTime: 300_000 });
  const statuses = new Map((data ?? []).map((status) => [status.statusCode, status]));
  const columns = useStatusColumns(statuses, container === null);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const shown = ordered(
    draft.statuses.filter(
      ({ cells }) => container === null || cells['containerNo'] === container || cells['containerNo'] === '',
    ),
    statuses,
  );
  const add = (): void => {
    if (container?.trim() === '') return toast.warn(t('business.chooseContainer'));
    set((latest) => ({
      ...latest,
      statuses: [...latest.statuses, newRow('statuses', freshKey(), { containerNo: container ?? '' })],
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
        {container === null
          ? t('business.allStatuses', { count: shown.length })
          : t('business.statuses', { container: container || '—' })}
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
        beneath={({ key }, name, label) => {
          const row = keyOfRow(shown.find((one) => one.key === key)?.id ?? '');
          return <ExpertSwitch path={`event[${row}].${statusAttributeOf[name]}`} label={label} />;
        }}
        empty={t(container === null ? 'business.noStatusesYet' : 'business.noStatuses')}
      />
    </section>
  );
}
