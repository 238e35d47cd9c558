import { useMemo, useRef, useState } from 'react';
import { packageEntity } from '#entities/package.ts';
import type { DialogExtras } from '#web/entity/EntityDialog.tsx';
import { idOf } from '#web/entity/entity-calls.ts';
import { EntityListPage } from '#web/entity/EntityListPage.tsx';
import type { Opening } from '#web/entity/list-props.ts';
import { VersionPanels } from './VersionPanels.tsx';

/** The list of packages; the edit dialog has panels of versions, version types and sub-packages. */
export function PackagePage() {
  const [dirty, setDirty] = useState(false);
  const savePanels = useRef(async (): Promise<void> => {});
  const dialog = useMemo(
    () =>
      ({ operation, count }: Opening): DialogExtras => ({
        width: '80%',
        ...(operation === 'ADD'
          ? {}
          : {
              dirty,
              afterSave: () => savePanels.current(),
              below: (_form, row) =>
                row === undefined ? null : (
                  <VersionPanels
                    key={`${count}-${idOf(packageEntity, row)}`}
                    packageId={idOf(packageEntity, row)}
                    onDirty={setDirty}
                    onSaver={(save) => {
                      savePanels.current = save;
                    }}
                  />
                ),
            }),
      }),
    [dirty],
  );
  return <EntityListPage entity={packageEntity} route="/package" dialog={dialog} canCopy={false} />;
}
