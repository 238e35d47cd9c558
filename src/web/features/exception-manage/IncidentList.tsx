import {
  BarsOutlined,
  ClockCircleOutlined,
  CommentOutlined,
  EditOutlined,
  EyeOutlined,
  UserAddOutlined,
  UserSwitchOutlined,
} from '@ant-design/icons';
import { useCallback, useMemo, useState } from 'react';
import { incidentKinds, incidentStates } from '#contract/exception-names.ts';
import { useGo } from '#web/app/page-hooks.ts';
import { useCall } from '#web/app/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { QueryList } from '#web/kit/list/QueryList.tsx';
import { useListState } from '#web/kit/list/use-list-state.ts';
import { useShown } from '#web/kit/list/use-shown.ts';
import { NameSelect } from '#web/kit/search/NameSelect.tsx';
import type { FormField } from '#web/kit/search/SearchForm.tsx';
import type { RowAction } from '#web/kit/table/column-model.ts';
import { useExceptionFields } from './fields.tsx';
import { GroupSwitch } from './GroupSwitch.tsx';
import { type Incident, incidentAddress, incidentFields, incidentQueryOf, membersHref } from './incident-state.ts';
import { type ActKind, IncidentActDialog } from './IncidentActDialog.tsx';
import { IncidentDrawer } from './IncidentDrawer.tsx';
import { SeveritySelect } from './SeveritySelect.tsx';
import { useIncidentAct } from './use-incident-act.ts';
import { useIncidentColumns } from './use-incident-columns.tsx';

/** The filters of incidents, followed by those of their exceptions. */
function useIncidentFields(): FormField[] {
  const t = useT();
  const ofExceptions = useExceptionFields();
  return useMemo(() => {
    const nameOf = {
      kind: (code: string) => t(`exceptionIncidents.kind.${code as 'vessel'}`),
      state: (code: string) => t(`exceptionIncidents.state.${code as 'untreated'}`),
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
        nameOf: (code: string) => t(`value.severity.${code as 'high'}`),
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

function useActions(
  onOpen: (incident: Incident) => void,
  onDialog: (incident: Incident, kind: ActKind) => void,
  onTake: (incident: Incident) => void,
): RowAction<Incident>[] {
  const t = useT();
  const go = useGo();
  const dialog = (kind: ActKind) => (incident: Incident) => onDialog(incident, kind);
  return [
    { key: 'open', label: t('exceptionIncidents.action.open'), shortcut: 'v', icon: <EyeOutlined />, run: onOpen },
    {
      key: 'list',
      label: t('exceptionIncidents.action.list'),
      icon: <BarsOutlined />,
      run: ({ incidentId }) => go(membersHref(incidentId)),
    },
    { key: 'take', label: t('exceptionIncidents.action.take'), shortcut: 't', icon: <UserAddOutlined />, run: onTake },
    {
      key: 'assign',
      label: t('exceptionIncidents.action.assign'),
      shortcut: 'a',
      icon: <UserSwitchOutlined />,
      run: dialog('assign'),
    },
    {
      key: 'handle',
      label: t('exceptionIncidents.action.handle'),
      shortcut: 'u',
      icon: <EditOutlined />,
      run: dialog('handle'),
    },
    {
      key: 'comment',
      label: t('exceptionIncidents.action.comment'),
      shortcut: 'm',
      icon: <CommentOutlined />,
      run: dialog('comment'),
    },
    {
      key: 'snooze',
      label: t('exceptionIncidents.action.snooze'),
      shortcut: 's',
      icon: <ClockCircleOutlined />,
      run: dialog('snooze'),
    },
  ];
}

/** Exceptions by their common cause: one late ship is one row with its bookings, and acts concern all of them. */
export function IncidentList({ route }: { route: string }) {
  const t = useT();
  const list = useListState(route, incidentAddress);
  const fields = useIncidentFields();
  const query = useCall('queryIncidents', incidentQueryOf(list.state), { keep: true });
  const viewed = useShown<string>();
  const [dialog, setDialog] = useState<{ incident: Incident; kind: ActKind; open: boolean }>();
  const asOf = query.data?.asOf;
  const act = useIncidentAct();
  const { show } = viewed;
  const open = useCallback((incident: Incident) => show(incident.incidentId), [show]);
  const columns = useIncidentColumns(open);
  const start = (incident: Incident, kind: ActKind): void => setDialog({ incident, kind, open: true });
  const actions = useActions(
    open,
    start,
    (incident) => void act(incident.incidentId, { action: 'take', seenAt: asOf }),
  );

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
        actions={actions}
        onOpen={open}
        emptyText={t('exceptionIncidents.emptyText')}
      />
      <IncidentDrawer incidentId={viewed.item} open={viewed.open} onClose={viewed.hide} onDialog={start} />
      {dialog && (
        <IncidentActDialog
          incident={dialog.incident}
          kind={dialog.kind}
          seenAt={asOf}
          open={dialog.open}
          onClose={() => setDialog({ ...dialog, open: false })}
        />
      )}
    </>
  );
}
