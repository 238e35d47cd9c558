import { useMemo } from 'react';
import { calendar } from '#entities/calendar.ts';
import { calendarDay } from '#entities/calendar-day.ts';
import type { DialogExtras } from '#web/entity/EntityDialog.tsx';
import { idOf, type Row } from '#web/entity/entity-calls.ts';
import { EntityListPage } from '#web/entity/EntityListPage.tsx';
import type { Opening } from '#web/entity/list-props.ts';
import { type PartColumn, PartsTable } from '#web/entity/PartsTable.tsx';
import { useEntityNames } from '#web/entity/use-entity-names.ts';
import { useMayWrite } from '#web/entity/use-may-write.ts';
import { useParts } from '#web/entity/use-parts.ts';
import { type OnParts, useReportParts, usePartsInDialog } from '#web/entity/use-parts-in-dialog.ts';
import { useT } from '#web/i18n/index.ts';

const columns: readonly PartColumn[] = ['day', 'workingFlag', 'dayName'];

type DaysProps = { row: Row; onParts: OnParts };

/** The special days of a calendar; they are saved with it. */
function Days({ row, onParts }: DaysProps) {
  const t = useT();
  const names = useEntityNames(calendarDay);
  const readOnly = !useMayWrite(calendar);
  const parts = useParts({
    entity: calendarDay,
    whole: idOf(calendar, row),
    fixed: { tenantId: row['tenantId'] },
    names,
    removal: 'with the next save',
  });
  useReportParts([parts], onParts);
  return <PartsTable title={t('schedules.days')} parts={parts} names={names} columns={columns} readOnly={readOnly} />;
}

/** Calendars of working days; the dialog of a saved one has its special days. */
export function CalendarPage() {
  const t = useT();
  const { extras, onParts } = usePartsInDialog();
  const dialog = useMemo(
    () =>
      ({ operation, count }: Opening): DialogExtras => ({
        ...(operation === 'UPDATE' ? extras : {}),
        below: (_form, row) =>
          row === undefined ? (
            <p className="pt-muted">{t('schedules.daysLater')}</p>
          ) : (
            <Days key={`${count}-${idOf(calendar, row)}`} row={row} onParts={onParts} />
          ),
      }),
    [extras, onParts, t],
  );
  return <EntityListPage entity={calendar} route="/calendar" dialog={dialog} canCopy={false} />;
}
