import { NodeIndexOutlined, WarningOutlined } from '@ant-design/icons';
import { useMemo } from 'react';
import { shipmentEventsList } from '#lists/shipment-events.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { makeHref } from '#web/base/href.ts';
import { useLiveRefetch } from '#web/base/live.ts';
import { goTo } from '#web/base/navigate.ts';
import { useCall } from '#web/base/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { useShown } from '#web/kit/list/use-shown.ts';
import { viewAction } from '#web/kit/table/view-action.tsx';
import type { TimeKind } from '#web/kit/value/known-time.ts';
import { PlanTime, shortPlanText } from '#web/kit/value/PlanTime.tsx';
import { SeverityMark, StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText, timeAsText } from '#web/kit/value/TimeText.tsx';
import { ListView } from '#web/list/ListView.tsx';
import { portText } from '#web/list/port-filter.tsx';
import { type RowOf, useList } from '#web/list/use-list.tsx';
import { EventDrawer, trackHref } from './EventDrawer.tsx';
import './events.css';

type Row = RowOf<typeof shipmentEventsList>;

function useCells() {
  const t = useT();
  const lang = useLang();
  return useMemo(() => {
    const zh = lang === 'zh';
    const placeTime = (kind: TimeKind, of: (row: Row) => number | null) => ({
      text: (row: Row) => timeAsText(of(row), row.portZone),
      drawnText: (row: Row) => shortPlanText(of(row), row.portZone),
      render: (row: Row, sourceText?: string) => (
        <PlanTime kind={kind} instant={of(row)} zone={row.portZone} wordless short source={sourceText} />
      ),
    });
    return {
      severity: {
        text: (row: Row) => row.severity,
        render: (row: Row) => <SeverityMark severity={row.severity} />,
      },
      typeCode: { text: (row: Row) => (zh ? row.typeName : row.typeNameEn) },
      itemId: { text: (row: Row) => (zh ? row.itemName : row.itemNameEn) },
      referenceNo: {
        text: (row: Row) => row.referenceNo,
        render: (row: Row) => {
          const href = trackHref(row);
          return href === undefined ? (
            row.referenceNo
          ) : (
            <GoLink className="pt-link" href={href}>
              {row.referenceNo}
            </GoLink>
          );
        },
      },
      vesselName: { text: (row: Row) => [row.vesselName, row.voyage].filter(Boolean).join(' / ') },
      portCode: {
        text: (row: Row) => (row.portCode === null ? '' : portText(row.portCode, row.portName, row.portNameCn, lang)),
      },
      polCode: {
        text: (row: Row) => (row.polCode === null ? '' : portText(row.polCode, row.polName, row.polNameCn, lang)),
      },
      podCode: {
        text: (row: Row) => (row.podCode === null ? '' : portText(row.podCode, row.podName, row.podNameCn, lang)),
      },
      plannedTime: placeTime('planned', (row) => row.plannedTime),
      actualTime: placeTime('actual', (row) => row.actualTime),
      dueTime: {
        text: (row: Row) => timeAsText(row.dueTime),
        render: (row: Row) => (
          <>
            <TimeText instant={row.dueTime} short />{' '}
            {row.overdue === 1 && <StatusTag tone="danger">{t('events.overdue')}</StatusTag>}
          </>
        ),
      },
    };
  }, [t, lang]);
}

/** Types of events and event items by their names, for the filters. */
function useChoices() {
  const zh = useLang() === 'zh';
  const types = useCall('eventItemType.getAll', undefined, { keep: true }).data;
  const items = useCall('eventItem.getAll', undefined, { keep: true }).data;
  return useMemo(
    () => ({
      typeCode: (types ?? []).map(({ typeCode = '', typeName, typeNameEn }) => ({
        value: typeCode,
        label: (zh ? typeName : typeNameEn) ?? typeCode,
      })),
      itemId: (items ?? []).map(({ eventItemId, itemCode, itemName, itemNameEn }) => ({
        value: eventItemId,
        label: (zh ? itemName : itemNameEn) ?? itemCode ?? eventItemId,
      })),
    }),
    [types, items, zh],
  );
}

/** What event items found on shipments: confirmed, commented on and closed here. */
export function EventsPage() {
  const t = useT();
  const list = useList(shipmentEventsList, {
    cells: useCells(),
    choices: useChoices(),
  });
  const viewed = useShown<string>();
  useLiveRefetch('event', 'shipmentEvent.list');
  const view = (row: Row): void => viewed.show(row.shipmentEventId);
  return (
    <div className="pt-list">
      <ListView
        use={list}
        actions={[
          viewAction(t('events.view'), view),
          {
            key: 'trace',
            label: t('events.track'),
            icon: <NodeIndexOutlined />,
            run: (row) => {
              const href = trackHref(row);
              if (href !== undefined) goTo(href);
            },
          },
          {
            key: 'exceptions',
            label: t('events.exceptions'),
            icon: <WarningOutlined />,
            run: (row) => goTo(makeHref('/exception-manage', { obmTkSubscribeId: row.obmTkSubscribeId })),
          },
        ]}
        onOpen={view}
      />
      <EventDrawer key={viewed.item ?? ''} id={viewed.item} open={viewed.open} onClose={viewed.hide} />
    </div>
  );
}
