import type { ReactNode } from 'react';
import type { SailingRoute } from '#contract/network/sailing.ts';
import { textOfKey, useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import type { Names } from '#web/kit/search/use-names.ts';
import { CutOffs } from './CutOffs.tsx';
import { Turns } from './SailingRow.tsx';
import { type Places, useJoined } from './use-places.ts';

type Props = {
  routes: readonly SailingRoute[];
  places: Places;
  carriers: Names;
  now: number;
  open: boolean;
  onClose: () => void;
};

/** Up to three ways side by side; the best of each line is marked. */
export function CompareDialog({ routes, places, carriers, now, open, onClose }: Props) {
  const t = useT();
  const join = useJoined();
  const least = (of: (route: SailingRoute) => number): number => Math.min(...routes.map(of));
  const line = (label: string, cell: (route: SailingRoute) => ReactNode, of?: (route: SailingRoute) => number) => (
    <tr>
      <th scope="row">{label}</th>
      {routes.map((route) => (
        <td key={route.routeId} data-best={(of !== undefined && of(route) === least(of)) || undefined}>
          {cell(route)}
        </td>
      ))}
    </tr>
  );
  return (
    <AppDialog
      title={t('sailings.compare.title')}
      open={open}
      width="min(1100px, 94vw)"
      footer={null}
      onCancel={onClose}
    >
      <table className="pt-mini pt-sail-compare">
        <thead>
          <tr>
            <td />
            {routes.map((route) => (
              <th key={route.routeId} scope="col">
                {carriers.nameOf(route.legs[0]?.carrierCode)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {line(t('sailings.compare.vessels'), ({ legs }) =>
            legs.map((leg) => (
              <div key={leg.boardCallId}>
                {leg.serviceCode} <b>{leg.vesselName}</b> <span className="pt-mono">{leg.voyage}</span>
              </div>
            )),
          )}
          {line(t('sailings.compare.turns'), (route) => (
            <Turns route={route} places={places} carriers={carriers} />
          ))}
          {line(
            t('sailings.compare.days'),
            ({ transitDays }) => t('sailings.row.days', { count: transitDays }),
            ({ transitDays }) => transitDays,
          )}
          {line(
            t('sailings.form.changes'),
            ({ changes }) => textOfKey(`sailings.made.${changes}`),
            ({ changes }) => changes,
          )}
          {line(t('sailings.compare.cutOffs'), (route) => (
            <CutOffs
              cutOffs={route.cutOffs}
              zone={places.zoneOf(route.legs[0]?.fromPort ?? '')}
              carriers={carriers}
              now={now}
              brief
            />
          ))}
          {line(t('sailings.compare.sellers'), ({ sellers }) => join(sellers.map(carriers.nameOf)))}
        </tbody>
      </table>
    </AppDialog>
  );
}
