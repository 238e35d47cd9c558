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
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { isOneOf } from '#shared/values/objects.ts';
import { incidentKinds, incidentStates } from '#contract/exception-names.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { useGo } from '#web/base/page-hooks.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { useRowWalk } from '#web/kit/detail/use-row-walk.ts';
import { QueryList } from '#web/kit/list/QueryList.tsx';
import { useListState } from '#web/kit/list/use-list-state.ts';
import { useShown } from '#web/kit/list/use-shown.ts';
import { NameSelect } from '#web/kit/search/NameSelect.tsx';
import type { FormField } from '#web/kit/search/SearchForm.tsx';
import type { RowAction } from '#web/kit/table/column-model.ts';
import { toggled } from '#web/kit/table/expand.tsx';
import { useExceptionFields } from './fields.tsx';
import { GroupSwitch } from './GroupSwitch.tsx';
import { type Incident, incidentAddress, incidentFields, incidentQueryOf, membersHref } from './incident-state.ts';
import { type ActKind, IncidentActDialog } from './IncidentActDialog.tsx';
import { IncidentDrawer } from './IncidentDrawer.tsx';
import { IncidentMembers } from './IncidentMembers.tsx';
import { severities, SeveritySelect } from './SeveritySelect.tsx';
import { useIncidentAct } from './use-incident-act.ts';
import { useIncidentColumns } from './use-incident-columns.tsx';

/** The filters of incidents, followed by those of their exceptions. */
function useIncidentFields(): FormField[] {
  const t = useT();
  const ofExceptions = useExceptionFields();
  return useMemo(() => {
    const nameOf = {
      kind: (code: string) => (isOneOf(incidentKinds, code) ? t(`exceptionIncidents.kind.${code}`) : code),
      state: (code: string) => (isOneOf(incidentStates, code) ? t(`exceptionIncidents.state.${code}`) : code),
    };
    const choice = (name: 'kind' | 'state', codes: readonly string[]): Pick<FormField, 'nameOf' | 'control'> => ({
      nameOf: nameOf[name],
      control: (props) => (
        <NameSelect {...props} options={codes.map((code) => ({ value: code, label: nameOf[name](code) }))} />
      ),
    });
    const parts = {
      kind: choice('kind', incidentKinds),
      state: choice('state', incidentStates),
      incidentSeverity: {
        nameOf: (code: string) => (isOneOf(severities, code) ? t(`value.severity.${code}`) : code),
        control: (props: Parameters<typeof SeveritySelect>[0]) => <SeveritySelect {...props} />,
      },
      keyword: {},
    };
    const own = incidentFields.map((field) => ({
      ...field,
      label: t(`exceptionIncidents.field.${field.name}`),
      ...parts[field.name],
    }));
    return [...own, ...ofExceptions];
  }, [t, ofExceptions]);
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
    key: 'open' | 'expand' | 'list' | 'take' | 'wake' | ActKind,
    shortcut: string | undefined,
    icon: ReactNode,
    run: (incident: Incident) => void,
  ): RowAction<Incident> => ({
    key,
    label: t(`exceptionIncidents.action.${key}`),
    ...(shortcut !== undefined && { shortcut }),
    icon,
    run,
  });
  const inDialog = (kind: ActKind) => (incident: Incident) => dialog(incident, kind);
  return [
    action('open', 'v', <EyeOutlined />, open),
    action('expand', 'e', <DownOutlined />, expand),
    action('list', undefined, <BarsOutlined />, ({ incidentId }) => go(membersHref(incidentId))),
    action('take', 't', <UserAddOutlined />, (incident) => act(incident, 'take')),
    action('assign', 'a', <UserSwitchOutlined />, inDialog('assign')),
    action('handle', 'u', <EditOutlined />, inDialog('handle')),
    action('comment', 'm', <CommentOutlined />, inDialog('comment')),
    action('snooze', 's', <ClockCircleOutlined />, inDialog('snooze')),
    action('wake', 'w', <RollbackOutlined />, (incident) => act(incident, 'wake')),
  ];
}

/** The first exceptions of a row, below it. */
function Unfolded({ incidentId }: { incidentId: string }) {
  const t = useT();
  return (
    <div className="pt-unfolded">
      <IncidentMembers
        incidentId={incidentId}
        most={10}
        more={
          <GoLink href={membersHref(incidentId)} className="pt-link">
            {t('exceptionIncidents.action.list')}
          </GoLink>
        }
      />
    </div>
  );
}

/** Exceptions by their common cause: one late ship is one row with its bookings, and acts concern all of them. */
export function IncidentList({ route }: { route: string }) {
  const t = useT();
  const list = useListState(route, incidentAddress);
  const fields = useIncidentFields();
  const query = useCall('queryIncidents', incidentQueryOf(list.state), { keep: true });
  const viewed = useShown<string>();
  const [dialog, setDialog] = useState<{ incident: Incident; kind: ActKind; open: boolean }>();
  const [unfolded, setUnfolded] = useState<readonly string[]>([]);
  // One that a drawer shows was asked for later than the list.
  const seenAt = (incident: Incident & { asOf?: number }): number | undefined => incident.asOf ?? query.data?.asOf;
  const act = useIncidentAct();
  const { show } = viewed;
  const open = useCallback((incident: Incident) => show(incident.incidentId), [show]);
  const columns = useIncidentColumns(open);
  const start = (incident: Incident, kind: ActKind): void => setDialog({ incident, kind, open: true });
  const actions = useActions({
    open,
    expand: ({ incidentId }) => setUnfolded(toggled(unfolded, incidentId)),
    dialog: start,
    act: (incident, action) => void act(incident.incidentId, { action, seenAt: seenAt(incident) }),
  });
  const walk = useRowWalk({
    rows: (query.data?.records ?? []).map(({ incidentId }) => incidentId),
    rowKey: (incidentId) => incidentId,
    shown: viewed,
    page: list.state.page,
    pageSize: list.state.pageSize,
    total: query.data?.totalRecord ?? 0,
    settled: !query.isFetching && !query.isPlaceholderData,
    onPage: (page) => list.change({ page }),
  });

  return (
    <>
      <QueryList<Incident>
        list={list}
        query={query}
        fields={fields}
        toolbar={<GroupSwitch route={route} />}
        viewsAt={route}
        table="exception-incidents"
        label={t('exceptionIncidents.sheet')}
        columns={columns}
        rowKey={({ incidentId }) => incidentId}
        actions={actions.filter(({ key }) => key !== 'wake')}
        expanding={{
          keys: unfolded,
          onKeys: setUnfolded,
          nameOf: ({ text }) => text,
          render: ({ incidentId }) => <Unfolded incidentId={incidentId} />,
        }}
        onOpen={open}
        emptyText={t('exceptionIncidents.emptyText')}
      />
      <IncidentDrawer incidentId={viewed.item} open={viewed.open} onClose={viewed.hide} actions={actions} walk={walk} />
      {dialog && (
        <IncidentActDialog
          incident={dialog.incident}
          kind={dialog.kind}
          seenAt={seenAt(dialog.incident)}
          open={dialog.open}
          onClose={() => setDialog({ ...dialog, open: false })}
        />
      )}
    </>
  );
}
