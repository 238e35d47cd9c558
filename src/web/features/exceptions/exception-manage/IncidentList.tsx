import {
  BarsOutlined,
  ClockCircleOutlined,
  CommentOutlined,
  DownOutlined,
  EditOutlined,
  EyeOutlined,
  RollbackOutlined,
  UserAddOutlined,
  UserSwitchOutlined,
} from '@ant-design/icons';
import { type ReactNode, useCallback, useState, useMemo } from 'react';
import { incidentsList } from '#lists/incidents.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { useGo } from '#web/base/page-hooks.ts';
import { useT } from '#web/i18n/index.ts';
import { useRowWalk } from '#web/kit/detail/use-row-walk.ts';
import { useShown } from '#web/kit/list/use-shown.ts';
import type { RowAction } from '#web/kit/table/column-model.ts';
import { toggled } from '#web/kit/table/expand.tsx';
import { ListView } from '#web/list/ListView.tsx';
import { useList, type ListParts } from '#web/list/use-list.tsx';
import { GroupSwitch } from './GroupSwitch.tsx';
import { incidentAddress } from './incident-address.ts';
import { type Incident, membersHref, affected } from './incident-state.ts';
import { type ActKind, IncidentActDialog } from './IncidentActDialog.tsx';
import { IncidentDrawer } from './IncidentDrawer.tsx';
import { IncidentMembers } from './IncidentMembers.tsx';
import { IncidentParts } from './IncidentParts.tsx';
import { useFormParts } from './use-form-parts.tsx';
import './exception-parts.css';
import { useIncidentAct } from './use-incident-act.ts';
import { formatCount } from '#web/kit/value/format-value.ts';
import { SeverityMark } from '#web/kit/value/StatusTag.tsx';
import { moneyText } from './cells.tsx';

const shownTypes = 2;

/** The cells that are more than the value of their column; the cause opens the incident. */
function useIncidentCells(onOpen: (incident: Incident) => void): NonNullable<ListParts<typeof incidentsList>['cells']> {
  const t = useT();
  return useMemo(
    () => ({
      text: {
        render: (row) => (
          <button type="button" className="pt-link" onClick={() => onOpen(row)}>
            {row.text}
          </button>
        ),
      },
      severity: { render: (row) => <SeverityMark severity={row.severity} /> },
      bookings: { text: (row) => formatCount(affected(row)) },
      moneyAtRisk: { text: (row) => moneyText(row.moneyAtRisk) },
      types: {
        text: ({ types }) => {
          const names = types.slice(0, shownTypes).map((type) => type.testPurposeName);
          const more = types.length > shownTypes ? [t('exceptionIncidents.moreTypes', { count: types.length })] : [];
          return [...names, ...more].join(' · ');
        },
      },
      people: { text: ({ people }) => people.map(({ chargeName }) => chargeName).join(' · ') },
    }),
    [t, onOpen],
  );
}

type Does = {
  open: (incident: Incident) => void;
  expand: (incident: Incident) => void;
  dialog: (incident: Incident, kind: ActKind) => void;
  act: (incident: Incident, action: 'take' | 'wake') => void;
};

function useActions({ open, expand, dialog, act }: Does): RowAction<Incident>[] {
  const t = useT();
  const go = useGo();
  const action = (
    key: 'view' | 'expand' | 'list' | 'mine' | 'assign' | 'update' | 'comment' | 'snooze' | 'wake',
    icon: ReactNode,
    run: (incident: Incident) => void,
  ): RowAction<Incident> => ({
    key,
    label: t(`exceptionIncidents.action.${key}`),
    icon,
    run,
  });
  const inDialog = (kind: ActKind) => (incident: Incident) => dialog(incident, kind);
  return [
    action('view', <EyeOutlined />, open),
    action('expand', <DownOutlined />, expand),
    action('list', <BarsOutlined />, ({ incidentId }) => go(membersHref(incidentId))),
    action('mine', <UserAddOutlined />, (incident) => act(incident, 'take')),
    action('assign', <UserSwitchOutlined />, inDialog('assign')),
    action('update', <EditOutlined />, inDialog('handle')),
    action('comment', <CommentOutlined />, inDialog('comment')),
    action('snooze', <ClockCircleOutlined />, inDialog('snooze')),
    action('wake', <RollbackOutlined />, (incident) => act(incident, 'wake')),
  ];
}

/** The first exceptions of a row, below it; of one of the platform its tenants. */
function Unfolded({ incident, onOpen }: { incident: Incident; onOpen: (incidentId: string) => void }) {
  const t = useT();
  const { incidentId, parts } = incident;
  return (
    <div className="pt-unfolded">
      {parts.length > 0 ? (
        <IncidentParts incident={incident} onOpen={onOpen} />
      ) : (
        <IncidentMembers
          incidentId={incidentId}
          limit={10}
          more={
            <GoLink href={membersHref(incidentId)} className="pt-link">
              {t('exceptionIncidents.action.list')}
            </GoLink>
          }
        />
      )}
    </div>
  );
}

/** Exceptions by their common cause: one late ship is one row with its bookings, and acts concern all of them. */
export function IncidentList({ route }: { route: string }) {
  const viewed = useShown<string>();
  const { show } = viewed;
  const open = useCallback((incident: Incident) => show(incident.incidentId), [show]);
  const list = useList(incidentsList, {
    route,
    address: incidentAddress,
    cells: useIncidentCells(open),
    ...useFormParts(),
  });
  const { control, query } = list;
  const [dialog, setDialog] = useState<{ incident: Incident; kind: ActKind; open: boolean }>();
  const [unfolded, setUnfolded] = useState<readonly string[]>([]);
  // One that a drawer shows was requested later than the list.
  const seenAt = (incident: Incident & { asOf?: number }): number | undefined => incident.asOf ?? query.data?.asOf;
  const act = useIncidentAct();
  const start = (incident: Incident, kind: ActKind): void => setDialog({ incident, kind, open: true });
  const actions = useActions({
    open,
    expand: ({ incidentId }) => setUnfolded(toggled(unfolded, incidentId)),
    dialog: start,
    act: (incident, action) => void act({ incidentId: incident.incidentId }, { action, seenAt: seenAt(incident) }),
  });
  const walk = useRowWalk({
    rows: (query.data?.records ?? []).map(({ incidentId }) => incidentId),
    rowKey: (incidentId) => incidentId,
    shown: viewed,
    page: control.state.page,
    pageSize: control.state.pageSize,
    total: query.data?.totalRecord ?? 0,
    settled: !query.isFetching && !query.isPlaceholderData,
    onPage: (page) => control.change({ page }),
  });

  return (
    <>
      <ListView
        use={list}
        toolbar={<GroupSwitch route={route} />}
        actions={actions.filter(({ key }) => key !== 'wake')}
        expanding={{
          keys: unfolded,
          onKeys: setUnfolded,
          nameOf: ({ text }) => text,
          render: (incident) => <Unfolded incident={incident} onOpen={show} />,
        }}
        onOpen={open}
      />
      <IncidentDrawer
        incidentId={viewed.item}
        open={viewed.open}
        onClose={viewed.hide}
        onOpen={show}
        actions={actions}
        walk={walk}
      />
      {dialog && (
        <IncidentActDialog
          about={dialog.incident.text}
          on={{ incidentId: dialog.incident.incidentId }}
          count={dialog.incident.open}
          kind={dialog.kind}
          seen={{ seenAt: seenAt(dialog.incident) }}
          open={dialog.open}
          onClose={() => setDialog({ ...dialog, open: false })}
        />
      )}
    </>
  );
}
