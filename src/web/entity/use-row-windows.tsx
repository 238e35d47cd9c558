import { type ReactNode, useState } from 'react';
import { catchTyping } from '#web/kit/dialog/catch-typing.ts';
import { late } from '#web/kit/late.tsx';
import { useShown } from '#web/kit/list/use-shown.ts';
import type { Row } from './entity-calls.ts';
import type { Operation } from './form-state.ts';
import { HistoryDrawer } from './HistoryDrawer.tsx';
import type { EntityListProps, Opening } from './list-props.ts';
import { useMayWrite } from './use-may-write.ts';
import type { EntityNames } from './use-entity-names.ts';

// The form comes when it is first opened.
const EntityDialog = late(async () => (await import('./EntityDialog.tsx')).EntityDialog);

const nothing: Row = {};

/** What opens the windows of a list, and the windows themselves. */
export type RowWindows = {
  windows: ReactNode;
  openDialog: (operation: Operation, row?: Row, copy?: Row) => void;
  showHistory: (row: Row) => void;
};

/** The dialog and the history of a list, and what opens them. */
export function useRowWindows(
  props: EntityListProps,
  names: EntityNames,
  onSaved: (row: Row) => void,
  restore: (auditId: string, version: unknown) => Promise<void>,
): RowWindows {
  const { entity, fixed = nothing } = props;
  const readOnly = !useMayWrite(entity);
  const [opening, setOpening] = useState<Opening>();
  const history = useShown<Row>();
  const close = (): void => setOpening((last) => last && { ...last, open: false });
  const openDialog = (operation: Operation, row?: Row, copy?: Row): void => {
    catchTyping();
    setOpening((last) => ({ operation, row, copy, open: true, count: (last?.count ?? 0) + 1 }));
  };
  const extras =
    typeof props.dialog === 'function' ? (opening === undefined ? {} : props.dialog(opening)) : (props.dialog ?? {});
  const windows = (
    <>
      <HistoryDrawer
        entity={entity}
        names={names}
        row={history.item}
        open={history.open}
        onClose={history.hide}
        readOnly={readOnly}
        onRestore={restore}
      />
      {opening !== undefined && (
        <EntityDialog
          key={opening.count}
          entity={entity}
          open={opening.open}
          operation={opening.operation}
          row={opening.row}
          copy={opening.copy}
          fixed={fixed}
          names={names}
          extras={extras}
          onClose={close}
          onSaved={(row) => {
            close();
            onSaved(row);
          }}
        />
      )}
    </>
  );
  return { windows, openDialog, showHistory: history.show };
}
