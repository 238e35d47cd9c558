import { AppstoreOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useRef, useState } from 'react';
import type { SavedView } from '#contract/administration/preference.ts';
import { callFull } from '#web/base/client.ts';
import { useT } from '#web/i18n/index.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { SaveViewDialog, type ViewForm } from './SaveViewDialog.tsx';
import { type ListViews, useListViews } from './use-views.ts';
import { ViewList } from './ViewList.tsx';
import './views.css';

type Props = { route: string; table: string; startsOpen: boolean };
/** What the dialog is about: a view to change, or a new one. */
type Editing = { view: SavedView | undefined; open: boolean; count: number };

/** The dialog that makes or changes a view, and what follows when it has saved one. */
function useViewDialog(views: ListViews) {
  const [editing, setEditing] = useState<Editing>();
  const open = (view: SavedView | undefined): void =>
    setEditing((last) => ({ view, open: true, count: (last?.count ?? 0) + 1 }));
  const close = (): void => setEditing((last) => last && { ...last, open: false });
  const saved = async (view: SavedView, form: ViewForm): Promise<void> => {
    if (form.pinned !== view.pinned || form.isDefault !== view.isDefault) {
      await callFull('savedViewChoose', {
        viewId: view.viewId,
        pinned: form.pinned ? 1 : 0,
        isDefault: form.isDefault ? 1 : 0,
      });
    }
    await views.refresh();
    if (editing?.view === undefined) views.standOn(view.viewId);
    close();
  };
  return { editing, open, close, saved };
}

type PinnedProps = {
  views: readonly SavedView[];
  current: SavedView | undefined;
  onUse: (view: SavedView) => void;
};

function PinnedViews({ views, current, onUse }: PinnedProps) {
  const t = useT();
  return (
    <>
      {views.map((view) => (
        <Button
          key={view.viewId}
          size="small"
          type="text"
          className="pt-view-pin"
          data-current={view.viewId === current?.viewId || undefined}
          aria-pressed={view.viewId === current?.viewId}
          title={t('views.open', { name: view.viewName })}
          onClick={() => onUse(view)}
        >
          <span>{view.viewName}</span>
        </Button>
      ))}
    </>
  );
}

/** The saved views of a list: pinned ones beside the button, all of them in its panel. */
export function ViewsMenu({ route, table, startsOpen }: Props) {
  const t = useT();
  const [open, setOpen] = useState(startsOpen);
  const button = useRef<HTMLButtonElement>(null);
  const views = useListViews(route, table);
  const dialog = useViewDialog(views);
  const { current, changed } = views;
  const pinned = views.views.filter((view) => view.pinned).slice(0, 4);

  // A pinned view is named beside the button already.
  const title = current === undefined || pinned.includes(current) ? t('table.views') : current.viewName;

  // What is in the panel goes with it: the focus waits at its button.
  const close = (): void => {
    button.current?.focus({ preventScroll: true });
    setOpen(false);
  };
  const use = (view: SavedView): void => {
    views.open(view);
    close();
  };
  const edit = (view: SavedView | undefined): void => {
    close();
    dialog.open(view);
  };
  const saveChanges = async (view: SavedView): Promise<void> => {
    try {
      const { viewId, viewName, recordVersion } = view;
      const input = { viewId, viewName, recordVersion, list: route, kind: 'view' as const, content: views.content() };
      toast.success((await callFull('savedViewSave', input)).msg);
      await views.refresh();
    } catch (error) {
      toast.failure(error, t('views.saveFailed'));
    }
  };

  return (
    <span className="pt-views">
      <PinnedViews views={pinned} current={current} onUse={use} />
      <Popover
        open={open}
        onOpenChange={setOpen}
        trigger="click"
        placement="bottomRight"
        arrow={false}
        destroyOnHidden
        content={
          <ViewList
            route={route}
            views={views}
            onUse={use}
            onEdit={edit}
            onSave={(view) => void saveChanges(view)}
            onDone={close}
          />
        }
      >
        <Button ref={button} size="small" icon={<AppstoreOutlined />} aria-expanded={open} aria-haspopup="dialog">
          <span className="pt-view-name">{title}</span>
          {changed && <span className="pt-view-changed">{t('views.changed')}</span>}
        </Button>
      </Popover>
      {dialog.editing !== undefined && (
        <SaveViewDialog
          key={dialog.editing.count}
          open={dialog.editing.open}
          view={dialog.editing.view}
          list={route}
          content={dialog.editing.view?.content ?? views.content()}
          onClose={dialog.close}
          onSaved={dialog.saved}
        />
      )}
    </span>
  );
}
