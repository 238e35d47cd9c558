import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Dropdown } from 'antd';
import { useEffect, useState, type ReactElement } from 'react';
import { zoneLabel } from '#shared/time/zone.ts';
import type { CallData } from '#contract/index.ts';
import { call } from '#web/base/client.ts';
import { goTo } from '#web/base/navigate.ts';
import { ownZone } from '#web/base/zone.ts';
import { useMayCall } from '#web/base/may-call.ts';
import { useSession } from '#web/base/session.ts';
import { text, useT } from '#web/i18n/index.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { SmallIcon } from './icons.tsx';
import { landmarkOf } from '#web/kit/landmark.ts';
import { worldTimeText, worldNow } from './world-time.ts';

type World = CallData<'getWorld'>;

const speeds = [1, 10, 60, 300, 1000];
const queryKey = ['getWorld'];
/** A fast world may fall behind soon. */
const everyMs = (speed: number): number => (speed === 1 ? 30_000 : 10_000);

/** The world's time, ticking here between two answers of the server. */
function useTicking(world: World | undefined, receivedAt: number): string {
  const [, tick] = useState(0);
  const running = world?.simulated === true && !world.paused;
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), 1_000);
    return () => clearInterval(timer);
  }, [running]);
  return world === undefined ? '' : worldTimeText(worldNow(world, receivedAt, Date.now()), ownZone());
}

/** The clock of the simulated world; an administrator sets its speed and pauses it. */
export function WorldClock(): ReactElement | null {
  const t = useT();
  const maySet = useMayCall('setWorld');
  const writesShared = useSession((session) => session.user?.writesShared !== false);
  const admin = maySet && writesShared;
  const client = useQueryClient();
  const { data: world, dataUpdatedAt } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('getWorld', undefined, { signal, quiet: true }),
    refetchInterval: (query) => (query.state.data?.simulated === true ? everyMs(query.state.data.speed) : false),
  });
  const change = useMutation({
    mutationFn: (input: { speed?: number; paused?: boolean }) => call('setWorld', input),
    onSuccess: (next) => client.setQueryData(queryKey, next),
    onError: (error) => toast.failure(error, text('world.failed')),
  });
  const [day, time] = useTicking(world, dataUpdatedAt).split(' ');
  if (world?.simulated !== true) return null;

  const state = world.paused ? t('world.paused') : world.speed === 1 ? null : t('world.times', { speed: world.speed });
  const { count, more } = world.behind;
  const behind = count === 0 ? null : `${count.toLocaleString('en')}${more ? '+' : ''}`;
  const why = behind === null ? t('world.clock') : t('world.behindWhy', { count: behind });
  const face = (
    <>
      <SmallIcon name={world.paused ? 'pause' : 'play'} size={12} />
      <span>
        <span className="pt-world-day">{day} </span>
        {time}
      </span>
      <span className="pt-world-zone">{zoneLabel(world.now, ownZone())}</span>
      {state !== null && <span className="pt-world-speed">{state}</span>}
      {behind !== null && <span className="pt-world-behind">{t('world.behind', { count: behind })}</span>}
    </>
  );
  if (!admin) {
    return (
      <span className="pt-header-button pt-world" title={why}>
        {face}
      </span>
    );
  }
  const items = [
    { key: 'paused', label: world.paused ? t('world.resume') : t('world.pause') },
    {
      type: 'group' as const,
      label: t('world.setSpeed'),
      children: speeds.map((speed) => ({
        key: String(speed),
        label: speed === 1 ? t('world.realTime') : t('world.times', { speed }),
      })),
    },
    { key: 'remove', label: t('world.remove') },
  ];
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      getPopupContainer={landmarkOf}
      menu={{
        items,
        selectable: true,
        selectedKeys: [String(world.speed)],
        onClick: ({ key }) => {
          if (key === 'remove') goTo('/first-steps');
          else change.mutate(key === 'paused' ? { paused: !world.paused } : { speed: Number(key), paused: false });
        },
      }}
    >
      <button type="button" className="pt-header-button pt-world" aria-haspopup="menu" title={why}>
        {face}
      </button>
    </Dropdown>
  );
}
