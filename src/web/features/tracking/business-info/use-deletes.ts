import { call, callFull } from '#web/base/client.ts';
import { type Translate, useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { type Booking, type Container, isMain, type Leg, numberOf, type Status } from './info-rows.ts';

/** What can be deleted on the page; each asks first and gives whether something was deleted. */
export type Deletes = {
  bookings: (rows: readonly Booking[]) => Promise<boolean>;
  leg: (row: Leg) => Promise<boolean>;
  allLegs: (booking: Booking) => Promise<boolean>;
  containers: (rows: readonly Container[], statuses: readonly Status[]) => Promise<boolean>;
  statuses: (rows: readonly Status[]) => Promise<boolean>;
  status: (row: Status) => Promise<boolean>;
};

type Changed = { msg: string; data: { changeIds: readonly string[]; deleted: number } };

/** Takes changes back, the last one first; what was taken back stays so when one is refused. */
async function undoAll(t: Translate, changeIds: readonly string[], onChanged: () => void): Promise<void> {
  try {
    for (const changeId of changeIds.toReversed()) await call('undoBusinessData', { changeId });
    toast.success(t('businessInfo.undone', { count: changeIds.length }));
  } catch (error) {
    toast.failure(error, t('businessInfo.undoFailed'));
  } finally {
    onChanged();
  }
}

/** A button that takes changes back; undefined where there are none. */
export const undoAction = (t: Translate, changeIds: readonly string[], onChanged: () => void) =>
  changeIds.length === 0
    ? undefined
    : { label: t('businessInfo.undo'), run: () => void undoAll(t, changeIds, onChanged) };

const total = (rows: readonly Booking[], name: keyof Booking['counts']): number =>
  rows.reduce((sum, { counts }) => sum + counts[name], 0);

/** Deleting rows of the four tables, with the counts asked about and a way back. */
export function useDeletes(onChanged: () => void): Deletes {
  const t = useT();
  const remove = async (
    question: { title: string; content: string },
    act: () => Promise<Changed>,
  ): Promise<boolean> => {
    if (!(await confirm({ ...question, okText: t('businessInfo.delete'), danger: true }))) return false;
    try {
      const { msg, data } = await act();
      const action = undoAction(t, data.changeIds, onChanged);
      toast.success(msg, action === undefined ? {} : { action });
      onChanged();
      return data.deleted > 0;
    } catch (error) {
      toast.failure(error, t('businessInfo.deleteFailed'));
      return false;
    }
  };
  const text = t('businessInfo.confirm.text');
  return {
    bookings: (rows) => {
      const main = rows.filter(isMain).length;
      return remove(
        {
          title: t('businessInfo.confirm.bookings', { count: rows.length }),
          content: t('businessInfo.confirm.bookingsText', {
            main,
            child: rows.length - main,
            legs: total(rows, 'legs'),
            containers: total(rows, 'containers'),
            statuses: total(rows, 'statuses'),
          }),
        },
        () =>
          callFull(
            'deleteBusinessData',
            rows.map(({ obmBkId }) => obmBkId),
          ),
      );
    },
    leg: (row) =>
      remove({ title: t('businessInfo.confirm.legs', { leg: row.sequence }), content: text }, () =>
        callFull('deleteLeg', { obmMultiVesseId: row.obmMultiVesseId }),
      ),
    allLegs: (booking) =>
      remove(
        {
          title: t('businessInfo.confirm.allLegs', { number: numberOf(booking), count: booking.counts.legs }),
          content: text,
        },
        () => callFull('deleteLegs', { obmBkId: booking.obmBkId }),
      ),
    containers: (rows, statuses) => {
      const numbers = new Set(rows.map(({ ctnNo }) => ctnNo));
      const count = statuses.filter(({ containerNo }) => containerNo !== null && numbers.has(containerNo)).length;
      return remove(
        {
          title: t('businessInfo.confirm.containers', { count: rows.length }),
          content: t('businessInfo.confirm.containersText', { statuses: count }),
        },
        () => callFull('deleteContainers', [...rows]),
      );
    },
    statuses: (rows) =>
      remove({ title: t('businessInfo.confirm.statuses', { count: rows.length }), content: text }, () =>
        callFull('deleteStatusRecords', { ids: rows.map(({ mdStatusRecordId }) => mdStatusRecordId) }),
      ),
    status: (row) =>
      remove({ title: t('businessInfo.confirm.statuses', { count: 1 }), content: text }, () =>
        callFull('deleteStatusRecord', { mdStatusRecordId: row.mdStatusRecordId }),
      ),
  };
}
