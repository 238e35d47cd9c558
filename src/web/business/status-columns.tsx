import { Select } from 'antd';
import type { CallData } from '#contract/index.ts';
import { isMilestoneOf } from '#domain/tracking/journey/editing.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { PortSelect } from '#web/kit/input/PortSelect.tsx';
import { TimeTextInput } from '#web/kit/input/TimeTextInput.tsx';
import { useFindPort } from '#web/kit/input/use-ports.ts';
import type { EditableColumn } from '#web/kit/table/EditableTable.tsx';
import { withCells } from './draft.ts';
import { placesFrom, useEditor } from './editor-context.ts';
import { useFieldName } from './form-of-mode.ts';

/** A milestone code of the master data with its names, stage and place in the order. */
export type Status = CallData<'allStatuses'>[number];
type CellProps = Parameters<NonNullable<EditableColumn['cell']>>[0];

const zones = (): readonly string[] => Intl.supportedValuesOf('timeZone');

type Choice = CellProps & { name: string; options: { value: string; label: string }[] };

function ChoiceCell({ row, name, label, error, set, options }: Choice) {
  const { disabled } = useEditor();
  const value = row.cells[name] ?? '';
  return (
    <>
      <Select
        size="small"
        showSearch={{ optionFilterProp: 'label' }}
        className="pt-business-select"
        aria-label={label}
        status={error === undefined ? '' : 'error'}
        disabled={disabled || row.state === 'gone'}
        value={value === '' && !options.some((one) => one.value === '') ? null : value}
        // A value that the list does not have stays.
        options={
          value === '' || options.some((one) => one.value === value) ? options : [...options, { value, label: value }]
        }
        popupMatchSelectWidth={260}
        onChange={(chosen: string | null) => set(chosen ?? '')}
      />
      {error !== undefined && <span className="pt-cell-error">{error}</span>}
    </>
  );
}

/** The zone in whose time a milestone is typed: its own, else that of its port. */
function useZoneOf() {
  const { ports } = useEditor();
  return ({ cells }: CellProps['row']): string | undefined =>
    cells['eventTimeZone'] || (ports.get(cells['portCode'] ?? '')?.portTimeZone ?? undefined);
}

/** What is fixed by the chosen milestone: its stage, and its place in the order of stages and milestones. */
function useFixedColumns(statuses: ReadonlyMap<string, Status>): EditableColumn[] {
  const t = useT();
  const lang = useLang();
  const fixed = (name: 'stage' | 'sequence', width: number, textOf: (status: Status) => string): EditableColumn => ({
    name,
    title: t(`business.field.${name}`),
    width,
    cell: ({ row }) => {
      const status = statuses.get(row.cells['statusCode'] ?? '');
      return <span className="pt-cell-text">{status === undefined ? '—' : textOf(status)}</span>;
    },
  });
  return [
    fixed('stage', 100, ({ stageName, stageNameEn }) => (lang === 'zh' ? stageName : stageNameEn)),
    fixed('sequence', 80, ({ stageSequence, statusSequence }) => `${stageSequence} / ${statusSequence}`),
  ];
}

/** Choice of a port; place and zone of the milestone follow it, and are cleared with it. */
function usePortColumn(): EditableColumn {
  const { ports, disabled, set: change, mode } = useEditor();
  const fieldName = useFieldName();
  const from = placesFrom(mode);
  const findPort = useFindPort(from);
  const choose = async (key: string, portCode: string): Promise<void> => {
    const fill = (eventPlace: string, eventTimeZone: string): void =>
      change((latest) =>
        latest.statuses.find((row) => row.key === key)?.cells['portCode'] === portCode
          ? { ...latest, statuses: withCells(latest.statuses, key, { eventPlace, eventTimeZone }) }
          : latest,
      );
    change((latest) => ({ ...latest, statuses: withCells(latest.statuses, key, { portCode }) }));
    fill('', '');
    const port = portCode === '' ? null : await findPort(portCode).catch(() => null);
    if (port !== null) fill(port.portName, port.portTimeZone ?? '');
  };
  const column = { name: 'portCode', title: fieldName('portCode'), width: 190 };
  // A mode without a list of its places has them typed.
  if (from === undefined) return column;
  return {
    ...column,
    cell: ({ row, label, error }) => (
      <PortSelect
        from={from}
        label={label}
        value={row.cells['portCode'] ?? ''}
        port={ports.get(row.cells['portCode'] ?? '')}
        disabled={disabled || row.state === 'gone'}
        error={error !== undefined}
        onChange={(code) => void choose(row.key, code)}
      />
    ),
  };
}

/** Which unit a milestone is about: chosen for a new one from those that sources tell of; fixed once it is saved. */
function useUnitColumn(): EditableColumn {
  const t = useT();
  const fieldName = useFieldName();
  const { draft } = useEditor();
  const whole = { value: '', label: t('business.wholeConsignment') };
  const units = draft.containers.map(({ cells }) => ({ value: cells['ctnNo'] ?? '', label: cells['ctnNo'] ?? '' }));
  return {
    name: 'containerNo',
    title: fieldName('containerNo'),
    width: 170,
    cell: (props) =>
      props.row.state === 'new' ? (
        <ChoiceCell {...props} name="containerNo" options={[whole, ...units]} />
      ) : (
        <span className="pt-cell-text">{props.row.cells['containerNo'] || whole.label}</span>
      ),
  };
}

/** Columns of the milestones: what is chosen from master data, and times of their places. */
export function useStatusColumns(statuses: ReadonlyMap<string, Status>, withUnits: boolean): EditableColumn[] {
  const lang = useLang();
  const fieldName = useFieldName();
  const { disabled, mode } = useEditor();
  const unit = useUnitColumn();
  const zoneOf = useZoneOf();
  const fixed = useFixedColumns(statuses);
  const port = usePortColumn();
  const nameOf = ({ statusCode, statusNameCn, statusNameEn }: Status): string =>
    `${statusCode} ${lang === 'zh' ? statusNameCn : statusNameEn}`;
  const own = [...statuses.values()].filter(({ statusCode }) => isMilestoneOf(mode, statusCode));
  const options = own.map((status) => ({ value: status.statusCode, label: nameOf(status) }));
  const zoneOptions = zones().map((zone) => ({ value: zone, label: zone }));
  const text = (name: string, width: number): EditableColumn => ({
    name,
    title: fieldName(name),
    width,
  });
  const time = (name: 'eventTimeStr' | 'estiEventTimeStr'): EditableColumn => ({
    ...text(name, 190),
    cell: ({ row, label, error, set }) => (
      <>
        <TimeTextInput
          label={label}
          value={row.cells[name] ?? ''}
          zone={zoneOf(row)}
          disabled={disabled || row.state === 'gone'}
          error={error !== undefined}
          onChange={set}
        />
        {error !== undefined && <span className="pt-cell-error">{error}</span>}
      </>
    ),
  });
  const choice = (name: string, of: { value: string; label: string }[]): EditableColumn['cell'] =>
    function cell(props) {
      return <ChoiceCell {...props} name={name} options={of} />;
    };
  return [
    ...(withUnits ? [unit] : []),
    { ...text('statusCode', 180), required: true, cell: choice('statusCode', options) },
    ...fixed,
    port,
    text('eventPlace', 150),
    { ...text('eventTimeZone', 160), cell: choice('eventTimeZone', zoneOptions) },
    time('eventTimeStr'),
    time('estiEventTimeStr'),
    text('vesselName', 130),
    text('voyage', 80),
  ];
}
