import { useMemo, useRef, useState } from 'react';
import { processEntity } from '#entities/process.ts';
import type { DialogExtras } from '#web/entity/EntityDialog.tsx';
import { idOf } from '#web/entity/entity-calls.ts';
import { EntityListPage } from '#web/entity/EntityListPage.tsx';
import type { Opening } from '#web/entity/list-props.ts';
import { ProcessParts } from './ProcessParts.tsx';

const columns = [
  'processType',
  'processName',
  'tenantId',
  'packageId',
  'packageVersionId',
  'needParamExchange',
  'paramExchangeFunctionId',
];

/** The list of process configurations; the dialog of a saved one has its functions. */
export function ProcessPage() {
  const [dirty, setDirty] = useState(false);
  const saveFunctions = useRef(async (): Promise<void> => {});
  const dialog = useMemo(
    () =>
      ({ operation, count }: Opening): DialogExtras => ({
        width: '80%',
        dirty: operation === 'UPDATE' && dirty,
        ...(operation === 'UPDATE' ? { afterSave: () => saveFunctions.current() } : {}),
        below: (form, row) => (
          <ProcessParts
            key={`${count}-${row === undefined ? '' : idOf(processEntity, row)}`}
            draft={form.draft}
            row={row}
            onDirty={setDirty}
            onSaver={(save) => {
              saveFunctions.current = save;
            }}
          />
        ),
      }),
    [dirty],
  );
  return (
    <EntityListPage entity={processEntity} route="/process" dialog={dialog} firstColumns={columns} canCopy={false} />
  );
}
