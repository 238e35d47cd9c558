import { useState } from 'react';
import { type Translate, useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { type EditableColumn, EditableTable } from '#web/kit/table/EditableTable.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { type Cells, listFields, markContainers, markRows, newRow, withCell } from './draft.ts';
import { containerAttributeOf, useEditor } from './editor-context.ts';
import { ExpertSwitch } from './ExpertSwitch.tsx';
import { pasteCells } from './paste-cells.ts';
import { StatusTable } from './StatusTable.tsx';
import { editableRow, freshKey, RowButtons } from './TableParts.tsx';

/** The milestones of a booking whose goods travel without containers: of all of them or of one of its units. */
export function AllStatuses() {
  const { set } = useEditor();
  return (
    <StatusTable
      container={null}
      onRemove={(keys, gone) => set((latest) => ({ ...latest, statuses: markRows(latest.statuses, keys, gone) }))}
    />
  );
}

const columnsOf = (t: Translate): EditableColumn[] =>
  listFields.containers.map((name) => ({
    name,
    title: t(`business.field.${name}`),
    width: name === 'ctnNo' || name === 'sealNo' ? 150 : 100,
    required: name === 'ctnNo',
    numeric: ['quantity', 'grossWeight', 'cube'].includes(name),
    // The number of a container that is saved is what it is known by.
    ...(name === 'ctnNo' && { fixed: (row) => row.state !== 'new' }),
  }));

/** The containers of the booking, and the milestones of the one that is chosen. */
export function ContainerTab() {
  const t = useT();
  const { draft, set, disabled, problems, isBill } = useEditor();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState<string | undefined>(draft.containers[0]?.key);
  const chosen = draft.containers.find(({ key }) => key === active) ?? draft.containers[0];
  const add = (cells: Cells = {}): string => {
    const key = freshKey();
    set((latest) => ({ ...latest, containers: [...latest.containers, newRow('containers', key, cells)] }));
    setActive(key);
    return key;
  };
  const remove = async (): Promise<void> => {
    if (picked.size === 0) return toast.warn(t('business.tickRecords'));
    const yes = await confirm({
      title: t('business.deleteContainers', { count: picked.size }),
      content: t('business.deleteContainersText'),
      danger: true,
    });
    if (yes) set((latest) => markContainers(latest, picked, true));
  };
  const general = problems.get('containers.');
  return (
    <>
      <section className="pt-business-group">
        <h2>
          {t('business.containers', { count: draft.containers.length })}
          {!disabled && (
            <RowButtons
              picked={picked}
              rows={draft.containers}
              add={() => (!isBill && draft.containers.length > 0 ? toast.warn(t('business.oneContainer')) : add())}
              remove={() => void remove()}
              restore={() => set((latest) => markContainers(latest, picked, false))}
            />
          )}
        </h2>
        {general !== undefined && (
          <p className="pt-cell-error" role="alert">
            {general}
          </p>
        )}
        <EditableTable
          label={t('business.containerTable')}
          columns={columnsOf(t)}
          rows={draft.containers.map(editableRow)}
          problems={problems}
          readOnly={disabled}
          picked={picked}
          onPick={setPicked}
          active={chosen?.key}
          onActive={setActive}
          onChange={(key, name, value) =>
            set((latest) => ({ ...latest, containers: withCell(latest.containers, key, name, value) }))
          }
          onPaste={(key, name, cells) =>
            set((latest) => ({
              ...latest,
              containers: pasteCells(latest.containers, 'containers', { key, name }, cells, freshKey),
            }))
          }
          beneath={({ cells }, name, label) => (
            <ExpertSwitch path={`container[${cells['ctnNo']}].${containerAttributeOf[name]}`} label={label} />
          )}
          empty={t('business.noContainers')}
        />
      </section>
      <StatusTable
        container={chosen?.cells['ctnNo'] ?? ''}
        onRemove={(keys, gone) => set((latest) => ({ ...latest, statuses: markRows(latest.statuses, keys, gone) }))}
      />
    </>
  );
}
