import { useMemo } from 'react';
import { packageEntity } from '#entities/package.ts';
import type { DialogExtras } from '#web/entity/EntityDialog.tsx';
import { idOf } from '#web/entity/entity-calls.ts';
import { EntityListPage } from '#web/entity/EntityListPage.tsx';
import type { Opening } from '#web/entity/list-props.ts';
import { usePartsInDialog } from '#web/entity/use-parts-in-dialog.ts';
import { VersionPanels } from './VersionPanels.tsx';

/** The list of packages; the edit dialog has panels of versions, version types and sub-packages. */
export function PackagePage() {
  const { extras, onParts } = usePartsInDialog();
  const dialog = useMemo(
    () =>
      ({ operation, count }: Opening): DialogExtras => ({
        width: '80%',
        ...(operation === 'ADD'
          ? {}
          : {
              ...extras,
              below: (_form, row) =>
                row === undefined ? null : (
                  <VersionPanels
                    key={`${count}-${idOf(packageEntity, row)}`}
                    packageId={idOf(packageEntity, row)}
                    onParts={onParts}
                  />
                ),
            }),
      }),
    [extras, onParts],
  );
  return <EntityListPage entity={packageEntity} route="/package" dialog={dialog} canCopy={false} />;
}
