import {
  DeleteOutlined,
  EditOutlined,
  HomeFilled,
  HomeOutlined,
  LinkOutlined,
  MoreOutlined,
  PushpinFilled,
  PushpinOutlined,
} from '@ant-design/icons';
import { Button, Dropdown, type MenuProps } from 'antd';
import type { SavedView } from '#contract/administration/preference.ts';
import { call, callFull } from '#web/base/client.ts';
import { useT } from '#web/i18n/index.ts';
import { copyText } from '#web/kit/copy-text.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { ErrorState, LoadingState } from '#web/kit/state/States.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import type { ListViews } from './use-views.ts';

type Props = {
  route: string;
  views: ListViews;
  onUse: (view: SavedView) => void;
  onEdit: (view: SavedView | undefined) => void;
  onSave: (view: SavedView) => void;
  onDone: () => void;
};

/** The panel of views: open one, pin it, make it the default, save, share, delete. */
export function ViewList({ route, views, onUse, onEdit, onSave, onDone }: Props) {
  const t = useT();
  const { query, current, changed } = views;
  if (query.isError) return <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <LoadingState />;
  return (
    <div className="pt-view-panel" role="dialog" aria-label={t('views.title')}>
      <b className="pt-view-title">{t('views.title')}</b>
      <ul className="pt-view-list">
        <li>
          <button
            type="button"
            className="pt-view-open"
            title={t('views.standardHint')}
            onClick={() => {
              views.reset();
              onDone();
            }}
          >
            {t('views.standard')}
          </button>
        </li>
        {views.views.map((view) => (
          <ViewItem
            key={view.viewId}
            route={route}
            view={view}
            current={view.viewId === current?.viewId}
            refresh={views.refresh}
            onUse={onUse}
            onEdit={onEdit}
            onDone={onDone}
          />
        ))}
      </ul>
      {views.views.length === 0 && <p className="pt-muted">{t('views.none')}</p>}
      <div className="pt-view-foot">
        {current?.own === true && changed && (
          <Button size="small" onClick={() => onSave(current)}>
            {t('views.saveChanges', { name: current.viewName })}
          </Button>
        )}
        <Button size="small" type="primary" onClick={() => onEdit(undefined)}>
          {t('views.saveAs')}
        </Button>
      </div>
    </div>
  );
}

type ItemProps = {
  route: string;
  view: SavedView;
  current: boolean;
  refresh: () => Promise<void>;
  onUse: (view: SavedView) => void;
  onEdit: (view: SavedView) => void;
  onDone: () => void;
};

function ViewItem({ route, view, current, refresh, onUse, onEdit, onDone }: ItemProps) {
  const t = useT();
  const name = view.viewName;
  const choose = async (choice: { pinned?: 0 | 1; isDefault?: 0 | 1 }): Promise<void> => {
    try {
      await call('savedViewChoose', { viewId: view.viewId, ...choice });
      await refresh();
    } catch (error) {
      toast.failure(error, t('views.saveFailed'));
    }
  };
  const remove = async (): Promise<void> => {
    const content = t(view.shared ? 'views.removeShared' : 'views.removeContent');
    onDone();
    if (!(await confirm({ title: t('views.removeTitle', { name }), content, okText: t('views.remove'), danger: true })))
      return;
    try {
      toast.success((await callFull('savedViewDelete', { viewId: view.viewId })).msg);
      await refresh();
    } catch (error) {
      toast.failure(error, t('views.deleteFailed'));
    }
  };
  const copyLink = async (): Promise<void> => {
    const link = `${location.origin}${route}?view=${view.viewId}`;
    if (await copyText(link)) toast.success(t('views.linkCopied'));
    else toast.warn(t('common.copyFailed'));
  };
  const items: MenuProps['items'] = [
    { key: 'link', icon: <LinkOutlined />, label: t('views.copyLink'), onClick: () => void copyLink() },
    ...(view.own
      ? [
          { key: 'edit', icon: <EditOutlined />, label: t('views.rename'), onClick: () => onEdit(view) },
          {
            key: 'remove',
            icon: <DeleteOutlined />,
            label: t('views.remove'),
            danger: true,
            onClick: () => void remove(),
          },
        ]
      : []),
  ];
  const note = view.own ? (view.shared ? t('views.sharedOwn') : '') : t('views.sharedBy', { owner: view.ownerName });
  return (
    <li data-current={current || undefined}>
      <button type="button" className="pt-view-open" aria-current={current} onClick={() => onUse(view)}>
        <span>{name}</span>
        {note !== '' && <small>{note}</small>}
      </button>
      <Button
        type="text"
        size="small"
        icon={view.isDefault ? <HomeFilled /> : <HomeOutlined />}
        aria-pressed={view.isDefault}
        aria-label={`${t(view.isDefault ? 'views.dropDefault' : 'views.makeDefault')}: ${name}`}
        title={t(view.isDefault ? 'views.dropDefault' : 'views.makeDefault')}
        onClick={() => void choose({ isDefault: view.isDefault ? 0 : 1 })}
      />
      <Button
        type="text"
        size="small"
        icon={view.pinned ? <PushpinFilled /> : <PushpinOutlined />}
        aria-pressed={view.pinned}
        aria-label={`${t(view.pinned ? 'views.unpin' : 'views.pin')}: ${name}`}
        title={t(view.pinned ? 'views.unpin' : 'views.pinLong')}
        onClick={() => void choose({ pinned: view.pinned ? 0 : 1 })}
      />
      <Dropdown
        trigger={['click']}
        menu={{ items }}
        getPopupContainer={(node) => node.closest<HTMLElement>('.pt-view-panel') ?? document.body}
      >
        <Button type="text" size="small" icon={<MoreOutlined />} aria-label={t('views.more', { name })} />
      </Dropdown>
    </li>
  );
}
