import { MoreOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import type { CallData } from '#contract/index.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { useLang, useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { landmarkOf } from '#web/kit/landmark.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { BoardCard } from './BoardCard.tsx';

type Group = CallData<'eventBoard'>['groupList'][number];
/** What can be done with the events behind a number of the board. */
export type BoardAct = 'confirm' | 'close';

type ActsProps = {
  name: string;
  counts: { fresh: number; total: number };
  onAct: (act: BoardAct) => void;
};

/** Confirms or closes all events behind a number, after a question that says how many. */
function BoardActs({ name, counts, onAct }: ActsProps) {
  const t = useT();
  if (counts.total === 0) return null;
  const items = [
    { key: 'confirm', label: t('events.board.confirmAll', { n: counts.fresh }), disabled: counts.fresh === 0 },
    { key: 'close', label: t('events.board.closeAll', { n: counts.total }) },
  ];
  const ask = async (act: BoardAct): Promise<void> => {
    const title =
      act === 'confirm'
        ? t('events.board.confirmTitle', { name, n: counts.fresh })
        : t('events.board.closeTitle', { name, n: counts.total });
    if (await confirm({ title, danger: act === 'close' })) onAct(act);
  };
  return (
    <Dropdown
      trigger={['click']}
      getPopupContainer={landmarkOf}
      menu={{ items, onClick: ({ key }) => void ask(key === 'close' ? 'close' : 'confirm') }}
    >
      <Button
        type="text"
        size="small"
        icon={<MoreOutlined />}
        data-acts=""
        aria-label={t('events.board.acts', { name })}
        title={t('events.board.acts', { name })}
      />
    </Dropdown>
  );
}

type Props = {
  group: Group;
  /** The moment of the answer. */
  now: number;
  /** Several tenants are seen: cards show their parts. */
  tenants: boolean;
  title: string;
  hrefOf: (more: Readonly<Record<string, string>>) => string;
  onAct: (act: BoardAct, eventItemIds?: string[]) => void;
};

/** One stage or type with its counts; each number opens the events behind it, which are also confirmed or closed here. */
export function BoardColumn({ group, now, tenants, title, hrefOf, onAct }: Props) {
  const t = useT();
  const lang = useLang();
  return (
    <section className="pt-events-column" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <GoLink className="pt-events-figure" href={hrefOf({})}>
          {group.total}
        </GoLink>
        <BoardActs name={title} counts={group} onAct={(act) => onAct(act)} />
      </header>
      <p className="pt-events-parts">
        <GoLink href={hrefOf({})}>{t('events.board.shipments', { n: group.shipments })}</GoLink>
        <GoLink href={hrefOf({ state: 'new' })}>{t('events.board.fresh', { n: group.fresh })}</GoLink>
        <GoLink href={hrefOf({ state: 'confirmed' })}>{t('events.board.confirmed', { n: group.confirmed })}</GoLink>
        {group.overdue > 0 && (
          <GoLink href={hrefOf({ overdue: '1' })}>
            <StatusTag tone="danger">{t('events.board.overdue', { n: group.overdue })}</StatusTag>
          </GoLink>
        )}
      </p>
      {group.itemList.length === 0 ? (
        <p className="pt-muted">{t('events.board.nothing')}</p>
      ) : (
        <ul>
          {group.itemList.map((item) => {
            const name = lang === 'zh' ? item.itemName : item.itemNameEn;
            return (
              <li key={item.eventItemIds.join()} className="pt-events-item">
                <BoardCard item={item} now={now} tenants={tenants} hrefOf={hrefOf} />
                <BoardActs name={name} counts={item} onAct={(act) => onAct(act, item.eventItemIds)} />
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
