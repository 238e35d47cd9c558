import type { PortCallRow } from '#contract/network/sailing.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { makeHref } from '#web/base/href.ts';
import { useMay } from '#web/base/session.ts';
import { useT } from '#web/i18n/index.ts';
import { DetailDrawer } from '#web/kit/detail/DetailDrawer.tsx';
import { actionsOf } from '#web/kit/detail/DrawerParts.tsx';
import { Fact, Facts } from '#web/kit/detail/Section.tsx';
import type { Shown } from '#web/kit/list/use-shown.ts';
import type { DataColumn, RowAction } from '#web/kit/table/column-model.ts';

type Props = {
  shown: Shown<PortCallRow>;
  columns: readonly DataColumn<PortCallRow>[];
  actions: readonly RowAction<PortCallRow>[];
};

/** One call with all that the list knows of it, and what can be done with it. */
export function CallDrawer({ shown: { item: row, open, hide }, columns, actions }: Props) {
  const t = useT();
  const maySee = useMay('/vessel-alone');
  return (
    <DetailDrawer
      open={open}
      onClose={hide}
      title={row?.vesselName ?? ''}
      size="min(560px, 94vw)"
      extra={
        row?.mmsi != null &&
        maySee && (
          <GoLink className="pt-link" href={makeHref('/vessel-alone', { mmsi: row.mmsi })}>
            {t('portCalls.position')}
          </GoLink>
        )
      }
      actions={row && actionsOf(actions, row, 'book')}
    >
      {row !== undefined && (
        <Facts>
          {columns.map(({ key, title, text, render }) => (
            <Fact key={key} label={title}>
              {render === undefined ? text(row) : text(row) === '' ? '' : render(row)}
            </Fact>
          ))}
        </Facts>
      )}
    </DetailDrawer>
  );
}
