import { KeyOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { CallData } from '#contract/index.ts';
import { robot } from '#entities/robot.ts';
import { DAY_MS } from '#shared/time/instant.ts';
import { call } from '#web/base/client.ts';
import { useLiveRefetch } from '#web/base/live.ts';
import { useGo } from '#web/base/page-hooks.ts';
import { useCall } from '#web/base/use-call.ts';
import type { Row } from '#web/entity/entity-calls.ts';
import { EntityListPage } from '#web/entity/EntityListPage.tsx';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import type { DataColumn } from '#web/kit/table/column-model.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { CopyButton } from '#web/kit/value/CopyButton.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { ElapsedText } from '#web/kit/value/TimeText.tsx';
import { robotTones } from './robot-tones.ts';
import './robots.css';

type State = CallData<'robotStates'>[number];
const firstColumns = ['robotName', 'machineType', 'machineVersion', 'environmentId'];

function useStateColumns(states: ReadonlyMap<string, State>, now: number): DataColumn<Row>[] {
  const t = useT();
  const go = useGo();
  return useMemo(() => {
    const of = (row: Row): State | undefined => states.get(String(row['robotId']));
    const plain = (key: 'load' | 'agent' | 'host', width: number, text: (state: State) => string): DataColumn<Row> => ({
      key,
      title: t(`robots.${key}`),
      width,
      text: (row) => {
        const state = of(row);
        return state === undefined ? '' : text(state);
      },
    });
    return [
      {
        key: 'state',
        title: t('robots.state'),
        width: 110,
        text: (row) => {
          const state = of(row);
          return state === undefined
            ? ''
            : [t(`robots.states.${state.state}`), state.remoteProblem].filter(Boolean).join(' ');
        },
        render: (row) => {
          const state = of(row)?.state;
          // Not known yet is not the same as not connected.
          if (state === undefined) return null;
          const problem = of(row)?.remoteProblem;
          return (
            <>
              <StatusTag tone={robotTones[state]}>{t(`robots.states.${state}`)}</StatusTag>
              {problem != null && <span className="pt-robots-problem">{problem}</span>}
            </>
          );
        },
      },
      {
        key: 'lastSeenTime',
        title: t('robots.lastSeen'),
        width: 140,
        text: (row) => (of(row)?.lastSeenTime === null ? t('robots.never') : ''),
        render: (row) => {
          const at = of(row)?.lastSeenTime;
          if (at === undefined) return null;
          return at === null ? t('robots.never') : <ElapsedText instant={at} now={now} />;
        },
      },
      {
        key: 'jobs',
        title: t('robots.jobs'),
        width: 240,
        text: (row) => (of(row)?.jobs ?? []).map(({ jobId, processName }) => `#${jobId} ${processName}`).join(', '),
        render: (row) =>
          (of(row)?.jobs ?? []).map(({ jobId, processName, progress }) => (
            <button key={jobId} type="button" className="pt-link" onClick={() => go(`/job/detail?jobId=${jobId}`)}>
              #{jobId} {processName} {progress === null ? '' : `${progress} %`}
            </button>
          )),
      },
      plain('load', 190, ({ load: { jobs, faulted, busyMs } }) =>
        t('robots.loadText', { jobs, faulted, percent: Math.round((busyMs / DAY_MS) * 100) }),
      ),
      plain('agent', 90, (state) => state.agentVersion ?? ''),
      plain('host', 140, (state) =>
        state.remoteRobots === null ? (state.host ?? '') : t('robots.remoteRobots', { count: state.remoteRobots }),
      ),
    ];
  }, [t, go, states, now]);
}

function KeyDialog({ made, onClose }: { made: string | undefined; onClose: () => void }) {
  const t = useT();
  const command = `npm run robot -- --server ${location.origin} --key ${made ?? ''}`;
  return (
    <AppDialog
      title={t('robots.keyDialog')}
      open={made !== undefined}
      width={760}
      footer={null}
      closeOnEscape={false}
      onCancel={onClose}
    >
      <p role="status">{t('robots.keyOnce')}</p>
      <p className="pt-robots-key">
        <code>{made}</code>
        <CopyButton text={made ?? ''} />
      </p>
      <p>{t('robots.command')}</p>
      <p className="pt-robots-key">
        <code>{command}</code>
        <CopyButton text={command} />
      </p>
    </AppDialog>
  );
}

/** Robots: who they are, what they do now, and their keys. */
export function RobotsPage() {
  const t = useT();
  const client = useQueryClient();
  const [made, setMade] = useState<string>();
  const query = useCall('robotStates', undefined, { keep: true, staleTime: 0, refetchInterval: 10_000 });
  useLiveRefetch('robot', 'robotStates');
  useLiveRefetch('job', 'robotStates');
  const states = useMemo(() => new Map((query.data ?? []).map((state) => [state.robotId, state])), [query.data]);
  const columns = useStateColumns(states, query.dataUpdatedAt);
  const makeKey = async (row: Row): Promise<void> => {
    const robotId = String(row['robotId']);
    if (states.get(robotId)?.keyPrefix != null) {
      const name = String(row['robotName']);
      const question = {
        title: t('robots.keyTitle', { name }),
        content: t('robots.keyContent'),
        okText: t('robots.key'),
      };
      if (!(await confirm({ ...question, danger: true }))) return;
    }
    try {
      setMade((await call('robotKey', { robotId })).key);
      await client.invalidateQueries({ queryKey: ['robotStates'] });
    } catch (error) {
      toast.failure(error, t('robots.keyFailed'));
    }
  };
  return (
    <>
      <EntityListPage
        entity={robot}
        route="/robot"
        firstColumns={firstColumns}
        extraColumns={columns}
        extraAfterFirst
        actions={[
          {
            key: 'key',
            label: t('robots.key'),
            icon: <KeyOutlined />,
            run: (row) => void makeKey(row),
          },
        ]}
      />
      <KeyDialog made={made} onClose={() => setMade(undefined)} />
    </>
  );
}
