import { AimOutlined } from '@ant-design/icons';
import { Suspense, useMemo, useState } from 'react';
import { portFence } from '#entities/port-fence.ts';
import type { DialogExtras } from '#web/entity/EntityDialog.tsx';
import type { Row } from '#web/entity/entity-calls.ts';
import { EntityListPage } from '#web/entity/EntityListPage.tsx';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { fetched } from '#web/kit/fetched.tsx';
import { LoadingState } from '#web/kit/state/States.tsx';
import type { RowAction } from '#web/kit/table/column-model.ts';
import './port-fences.css';

// Maps come when one is looked at.
const FenceMap = fetched(async () => (await import('./FenceMap.tsx')).FenceMap);
const PortFencesMap = fetched(async () => (await import('./FenceMap.tsx')).PortFencesMap);

/** The place of a map while its code comes. */
function MapWait() {
  return (
    <div className="pt-fence-map">
      <LoadingState />
    </div>
  );
}

/** The place of the tools and the map while their code comes, as high as they are, so that nothing moves away from a click. */
function FenceWait() {
  const t = useT();
  return (
    <div className="pt-fence">
      <div className="pt-fence-tools">
        <span className="pt-fence-buttons" />
        <span className="pt-muted">
          {t('portFences.hintCircle')} {t('portFences.hintKeys')}
        </span>
      </div>
      <MapWait />
    </div>
  );
}

const dialog: DialogExtras = {
  width: 'min(1000px, 92vw)',
  below: ({ draft, set }) => (
    <Suspense fallback={<FenceWait />}>
      <FenceMap draft={draft} set={set} />
    </Suspense>
  ),
};

/** Port fences: a list like those of other master data, with a map on which fences are seen and drawn. */
export function PortFencesPage() {
  const t = useT();
  const [shown, setShown] = useState<{ row: Row; open: boolean }>();
  const actions = useMemo<RowAction<Row>[]>(
    () => [
      {
        key: 'view',
        label: t('portFences.showOnMap'),
        icon: <AimOutlined />,
        column: true,
        run: (row) => setShown({ row, open: true }),
      },
    ],
    [t],
  );
  return (
    <>
      <EntityListPage entity={portFence} route="/port-fences" dialog={dialog} actions={actions} />
      {shown !== undefined && (
        <AppDialog
          title={t('portFences.ofPort', { port: String(shown.row['portCode']) })}
          open={shown.open}
          width="min(900px, 92vw)"
          footer={null}
          onCancel={() => setShown({ ...shown, open: false })}
        >
          <Suspense fallback={<MapWait />}>
            <PortFencesMap portId={String(shown.row['portId'] ?? '')} portCode={String(shown.row['portCode'])} />
          </Suspense>
        </AppDialog>
      )}
    </>
  );
}
