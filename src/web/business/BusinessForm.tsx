import { Tabs } from 'antd';
import { editingOf } from '#domain/tracking/journey/editing.ts';
import type { BusinessData } from '#contract/tracking/business-data.ts';
import type { OverrideEntry } from '#contract/tracking/override.ts';
import { callFull } from '#web/base/client.ts';
import { useMayCall } from '#web/base/may-call.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { DraftFrame } from '#web/kit/draft/DraftFrame.tsx';
import type { Port } from '#web/kit/input/PortSelect.tsx';
import { usePorts } from '#web/kit/input/use-ports.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { ConflictTable } from './ConflictTable.tsx';
import { AllStatuses, ContainerTab } from './ContainerTab.tsx';
import { EditorContext, placesFrom } from './editor-context.ts';
import { bookingFormOf } from './form-of-mode.ts';
import { orderWarnings } from './order-warnings.ts';
import { BookingFields, RouteTab } from './RouteTab.tsx';
import { TransferTab } from './TransferTab.tsx';
import type { BusinessEditor } from './use-business-editor.ts';
import './business.css';

type Props = {
  editor: BusinessEditor;
  disabled: boolean;
  /** A switch was turned: what is shown has changed. */
  onToggled: () => void;
};

const portFields = ['porCode', 'polCode', 'podCode', 'deliveryPlaceCode', 'destinationCode', 'portCode'];

/** Places as the booking tells them: names and zones are there before anything is looked up, also of modes without a list. */
function reportedPlaces({ obmBk, obmMultiVessel }: BusinessData): Map<string, Port> {
  const rows: readonly Readonly<Record<string, unknown>>[] = [obmBk, ...obmMultiVessel];
  const reported = rows.flatMap((row) =>
    ['por', 'pol', 'pod', 'deliveryPlace', 'destination'].flatMap((prefix): [string, Port][] => {
      const text = (name: string) =>
        typeof row[`${prefix}${name}`] === 'string' ? String(row[`${prefix}${name}`]) : null;
      const [code, name] = [text('Code'), text('Name')];
      if (code === null || name === null) return [];
      const place = { portNameDesc: null, longitude: null, latitude: null, portTimeZone: text('Zone') };
      return [[code, { portCode: code, portName: name, portNameCn: text('NameCn'), ...place }]];
    }),
  );
  return new Map(reported);
}

/** Expert values of the booking by their path, and how one is switched on or off. */
function useEntries(bkId: string, onToggled: () => void) {
  const t = useT();
  const may = useMayCall('saveOverride');
  const { data, refetch } = useCall('overrides', { obmBkId: bkId }, { enabled: may && bkId !== '', staleTime: 0 });
  const entries = new Map(
    Object.values(data ?? {}).flatMap((list) => list.map((entry) => [entry.path, entry] as const)),
  );
  const toggle = async ({ wlDataCombineDisableId }: OverrideEntry, use: boolean): Promise<void> => {
    try {
      // What is shown follows the server: on failure everything stays as it was.
      const { msg } = await callFull('saveOverride', { wlDataCombineDisableId, isDelete: use ? 1 : 0 });
      toast.success(msg);
      await refetch();
      onToggled();
    } catch (error) {
      toast.failure(error, t('business.saveFailed'));
    }
  };
  return { entries, toggle };
}

/** A booking with its three tabs: path, transfers, containers. */
export function BusinessForm({ editor, disabled, onToggled }: Props) {
  const t = useT();
  const { draft, problems, counts } = editor;
  const { mine, base } = draft;
  const isBill = base.obmBk.isBillNo === 1;
  const { mode } = base.obmBk;
  const { bySea } = editingOf(mode);
  const from = placesFrom(mode);
  const { entries, toggle } = useEntries(base.obmBk.obmBkId, onToggled);
  const codes = [mine.booking, ...[...mine.legs, ...mine.statuses].map(({ cells }) => cells)].flatMap((cells) =>
    portFields.map((name) => cells[name] ?? ''),
  );
  const found = usePorts(from === undefined ? [] : codes, from);
  const ports = new Map([...reportedPlaces(base), ...found]);
  const warnings = orderWarnings(mine, (code) => ports.get(code)?.portTimeZone ?? undefined);
  const title = (tab: keyof typeof counts): string => {
    const name = t(`business.tab.${tab === 'containers' && !bySea ? 'statuses' : tab}`);
    return counts[tab] === 0 ? name : `${name} (${counts[tab]})`;
  };
  return (
    <EditorContext
      value={{
        draft: mine,
        set: draft.set,
        problems,
        ports,
        disabled,
        isBill,
        mode,
        entries,
        toggle: (entry, use) => void toggle(entry, use),
      }}
    >
      <DraftFrame draft={draft}>
        {draft.conflict && (
          <ConflictTable
            newer={editor.newer}
            differences={editor.differences}
            onChoose={editor.choose}
            onSettle={editor.settle}
          />
        )}
        <BookingFields fields={bookingFormOf(mode, isBill).head} />
        {warnings.length > 0 && (
          <div role="status">
            <ul className="pt-business-warnings">
              {warnings.map(({ rule, leg }) => (
                <li key={`${rule}${leg}`}>
                  {leg > 0 && `${t('business.leg', { leg })}: `}
                  {t(`business.warning.${rule}`)}
                </li>
              ))}
            </ul>
          </div>
        )}
        <Tabs
          size="small"
          items={[
            { key: 'route', label: title('route'), children: <RouteTab /> },
            { key: 'transfer', label: title('transfer'), children: <TransferTab /> },
            { key: 'containers', label: title('containers'), children: bySea ? <ContainerTab /> : <AllStatuses /> },
          ]}
        />
      </DraftFrame>
    </EditorContext>
  );
}
