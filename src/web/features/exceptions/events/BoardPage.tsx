import { Segmented, Select } from 'antd';
import { useQueryClient } from '@tanstack/react-query';
import type { CallData, CallInput } from '#contract/index.ts';
import { eventStages } from '#domain/exceptions/event/stage.ts';
import { recordOf } from '#shared/values/objects.ts';
import { callFull } from '#web/base/client.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { makeHref } from '#web/base/href.ts';
import { useLiveRefetch } from '#web/base/live.ts';
import { usePageSearch } from '#web/base/page-hooks.ts';
import { useCall } from '#web/base/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { RemoteSelect } from '#web/kit/search/RemoteSelect.tsx';
import { isFound, type Named, tenantChoice, useCarriers } from '#web/kit/search/use-names.ts';
import { EmptyState, ErrorState, LoadingState } from '#web/kit/state/States.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { walkCards } from './walk-cards.ts';
import { type BoardAct, BoardColumn } from './BoardColumn.tsx';
import './events.css';

const ROUTE = '/event-board-index';
const everyMs = 60_000;

type Group = CallData<'eventBoard'>['groupList'][number];
type Filters = { tenantCode: string[]; carrierCode: string[]; polCode: string[]; podCode: string[] };
const filterNames = ['tenantCode', 'carrierCode', 'polCode', 'podCode'] as const;

const listOf = (text: string | undefined): string[] => (text ?? '').split(',').filter(Boolean);

type FilterBarProps = { filters: Filters; onChange: (name: keyof Filters, values: string[]) => void };

function FilterBar({ filters, onChange }: FilterBarProps) {
  const t = useT();
  const carriers = useCarriers();
  const tenants = useCall('tenants').data ?? [];
  const port = (name: 'polCode' | 'podCode', label: string) => (
    <div className="pt-events-filter pt-events-port">
      <RemoteSelect
        from="ports"
        framed
        label={label}
        placeholder={label}
        value={filters[name].map((code) => ({ value: code, label: code }))}
        onChange={(chosen) =>
          onChange(
            name,
            chosen.map(({ value }) => value),
          )
        }
      />
    </div>
  );
  const choice = (name: 'tenantCode' | 'carrierCode', label: string, options: Named[]) => (
    <Select<string[]>
      className="pt-events-filter"
      mode="multiple"
      allowClear
      maxTagCount={1}
      aria-label={label}
      placeholder={label}
      value={filters[name]}
      options={options}
      showSearch={{ filterOption: isFound }}
      onChange={(values) => onChange(name, values)}
    />
  );
  return (
    <>
      {tenants.length > 1 &&
        choice(
          'tenantCode',
          t('events.board.tenant'),
          tenants.map((one) => tenantChoice(one, 'tenantCode')),
        )}
      {choice('carrierCode', t('events.board.carrier'), carriers.options)}
      {port('polCode', t('events.board.pol'))}
      {port('podCode', t('events.board.pod'))}
    </>
  );
}

/** Does something with events of the board, all that it asks for or those named, and fetches what shows them again. */
function useBoardAct(
  requested: CallInput<'eventBoard'>,
): (which: BoardAct, code: string, eventItemIds?: string[]) => Promise<void> {
  const t = useT();
  const client = useQueryClient();
  return async (which, code, eventItemIds) => {
    try {
      toast.success((await callFull('eventBoardAct', { ...requested, act: which, code, eventItemIds })).msg);
    } catch (error) {
      toast.failure(error, t('events.failed'));
    }
    for (const name of ['shipmentEvent.list', 'shipmentEventGet', 'eventBoard'])
      void client.invalidateQueries({ queryKey: [name] });
  };
}

/** Open events by stage or type: how many, how many are overdue, and the way to the shipments behind each number. */
export function BoardPage() {
  const t = useT();
  const lang = useLang();
  const { search, setSearch } = usePageSearch(ROUTE);
  const by = search['by'] === 'type' ? 'type' : 'stage';
  const filters: Filters = recordOf(filterNames, (name) => listOf(search[name]));
  const tenants = useCall('tenants').data ?? [];
  const { tenantCode, ...others } = filters;
  const tenantId = tenants.filter((one) => tenantCode.includes(one.tenantCode)).map(({ wlTenantId }) => wlTenantId);
  const requested = {
    by,
    ...others,
    tenantId: tenantCode.length > 0 && tenantId.length === 0 ? ['0'] : tenantId,
  } as const;
  const query = useCall('eventBoard', requested, { keep: true, refetchInterval: everyMs });
  useLiveRefetch('event', 'eventBoard');
  const act = useBoardAct(requested);
  const set = (part: Readonly<Record<string, string | undefined>>): void => setSearch({ ...search, ...part });
  const kept = Object.fromEntries(filterNames.map((name) => [name, filters[name].join(',')]));
  const board = query.data;
  if (query.isError && board === undefined)
    return <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />;
  if (board === undefined) return <LoadingState />;
  const titleOf = (group: Group): string => {
    const stage = eventStages.find((one) => one === group.code);
    if (by === 'stage' && stage !== undefined) return t(`events.stage.${stage}`);
    return (lang === 'zh' ? group.name : group.nameEn) ?? group.code;
  };
  return (
    <div className="pt-events-board">
      <div className="pt-events-top">
        <Segmented<'stage' | 'type'>
          aria-label={t('events.board.by')}
          value={by}
          options={[
            { value: 'stage', label: t('events.board.byStage') },
            { value: 'type', label: t('events.board.byType') },
          ]}
          onChange={(next) => set({ by: next === 'stage' ? undefined : next })}
        />
        <FilterBar filters={filters} onChange={(name, values) => set({ [name]: values.join(',') || undefined })} />
        <b role="status">
          {t('events.board.summary', { total: board.total, shipments: board.shipments, overdue: board.overdue })}
        </b>
        <small className="pt-muted pt-events-keys">{t('events.board.keys')}</small>
        <GoLink className="pt-link" href={makeHref('/event-index', { ...kept, open: '1' })}>
          {t('events.board.openAll')}
        </GoLink>
      </div>
      {board.total === 0 && Object.values(filters).every((values) => values.length === 0) ? (
        <EmptyState title={t('events.board.empty')} text={t('events.board.emptyText')} />
      ) : (
        <div className="pt-events-columns" onKeyDown={walkCards}>
          {board.groupList.map((group) => (
            <BoardColumn
              key={group.code}
              group={group}
              now={board.now}
              tenants={tenants.length > 1}
              title={titleOf(group)}
              onAct={(which, eventItemIds) => void act(which, group.code, eventItemIds)}
              hrefOf={(more) =>
                makeHref('/event-index', {
                  ...kept,
                  open: '1',
                  ...(by === 'stage' ? { stage: group.code } : { typeCode: group.code }),
                  ...more,
                })
              }
            />
          ))}
        </div>
      )}
    </div>
  );
}
