import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { CallData } from '#contract/index.ts';
import { standardOrder } from '#domain/intake/fusion/precedence-orders.ts';
import { callFull } from '#web/base/client.ts';
import { usePageDirty, usePageSearch } from '#web/base/page-hooks.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { ConflictNote } from '#web/kit/draft/ConflictNote.tsx';
import { DraftFrame } from '#web/kit/draft/DraftFrame.tsx';
import { useDraft } from '#web/kit/draft/use-draft.ts';
import { pollWhile } from '#web/kit/run/poll-while.ts';
import { ErrorState, LoadingState } from '#web/kit/state/States.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { adviceOf } from './advice-link.ts';
import { AttributeMatrix } from './AttributeMatrix.tsx';
import { differing, mergeOrders, ordersOf, shownOrder, withOrder, withoutOrder } from './draft.ts';
import { OrderEditor } from './OrderEditor.tsx';
import { PreviewDrawer } from './PreviewDrawer.tsx';
import { RecomputeProgress } from './RecomputeProgress.tsx';
import { VersionDrawer } from './VersionDrawer.tsx';
import '#web/kit/kit.css';
import '#web/kit/value.css';
import './truth.css';

type State = CallData<'precedenceGet'>;

function useFuseAgain(): () => Promise<void> {
  const t = useT();
  const client = useQueryClient();
  return async () => {
    const agreed = await confirm({
      title: t('truth.run.againTitle'),
      content: t('truth.run.againContent'),
      okText: t('truth.run.again'),
    });
    if (!agreed) return;
    try {
      toast.success((await callFull('precedenceRefuse')).msg);
    } catch (error) {
      toast.failure(error, t('truth.run.againFailed'));
    }
    await client.invalidateQueries({ queryKey: ['precedenceGet'] });
  };
}

type Advised = ReturnType<typeof adviceOf>;

/** The draft of orders, made from the version in force; an advised order is put into it at once. */
function useOrdersDraft(state: State, advised: Advised) {
  // A draft belongs to the version it was made from: saving over another one is refused.
  const base = useMemo(
    () => ({ version: state.version, orders: ordersOf(state.attributes) }),
    [state.version, state.attributes],
  );
  const draft = useDraft({
    base,
    begin: ({ orders }) => orders,
    name: advised === undefined ? 'precedence' : undefined,
  });
  const takeAdvice = useEffectEvent(() => {
    if (advised !== undefined) draft.set((latest) => withOrder(latest, advised.attribute, advised.order));
  });
  useEffect(() => takeAdvice(), []);
  return draft;
}

type ToolbarProps = {
  draft: ReturnType<typeof useOrdersDraft>;
  /** The draft has the orders that are in force. */
  isSame: boolean;
  /** The draft has the orders that the product comes with. */
  isDefault: boolean;
  writable: boolean;
  /** Shipments are fused again just now. */
  isRunning: boolean;
  onShow: (what: 'preview' | 'history') => void;
};

/** What can be done with the draft, and with the orders in force. */
function PrecedenceToolbar({ draft, isSame, isDefault, writable, isRunning, onShow }: ToolbarProps) {
  const t = useT();
  const fuseAgain = useFuseAgain();
  return (
    <div className="pt-toolbar">
      <Button
        type="primary"
        size="small"
        disabled={!draft.dirty || draft.conflict}
        title={isSame ? t('truth.precedence.noChange') : undefined}
        onClick={() => onShow('preview')}
      >
        {t('truth.precedence.preview')}
      </Button>
      <Button size="small" disabled={!draft.dirty} onClick={draft.reset}>
        {t('truth.precedence.discard')}
      </Button>
      <Button size="small" disabled={!writable || isDefault} onClick={() => draft.set({})}>
        {t('truth.precedence.resetAll')}
      </Button>
      <span className="pt-toolbar-gap" />
      {writable && (
        <Button size="small" disabled={isRunning} onClick={() => void fuseAgain()}>
          {t('truth.run.again')}
        </Button>
      )}
      <Button size="small" onClick={() => onShow('history')}>
        {t('truth.precedence.history')}
      </Button>
    </div>
  );
}

/** The orders that are in force, and a draft of others; an advised order is put into the draft at once. */
export function PrecedenceEditor({ state, advised }: { state: State; advised?: Advised }) {
  const t = useT();
  const draft = useOrdersDraft(state, advised);
  const [chosen, setChosen] = useState(advised?.attribute ?? standardOrder);
  const [shown, setShown] = useState<'preview' | 'history' | undefined>(advised && 'preview');
  const orders = draft.mine;
  const before = draft.base.orders;
  const unsaved = useMemo(() => differing(orders, before), [orders, before]);
  const fromDefault = useMemo(() => differing(orders, {}), [orders]);
  const writable = state.writable === 1;
  usePageDirty(draft.dirty);
  const keepMine = (): void => draft.settle(mergeOrders(before, orders, draft.theirs?.orders ?? before));
  return (
    <DraftFrame draft={draft} fills>
      <PrecedenceToolbar
        draft={draft}
        isSame={unsaved.size === 0}
        isDefault={fromDefault.size === 0}
        writable={writable}
        isRunning={state.run?.state === 'running'}
        onShow={setShown}
      />
      <p className="pt-muted">
        {t('truth.precedence.about')} {!writable && t('truth.precedence.readOnly')}
      </p>
      {draft.conflict && <ConflictNote onLoadTheirs={draft.reset} onKeepMine={keepMine} />}
      {state.run !== null && <RecomputeProgress run={state.run} refreshes={['precedenceGet']} writable={writable} />}
      <div className="pt-truth-columns">
        <AttributeMatrix
          orders={orders}
          saved={before}
          fromDefault={fromDefault}
          unsaved={unsaved}
          chosen={chosen}
          onChoose={setChosen}
        />
        <OrderEditor
          key={chosen}
          attribute={chosen}
          order={shownOrder(orders, chosen)}
          differs={fromDefault.has(chosen)}
          disabled={!writable}
          onChange={(order) => draft.set(withOrder(orders, chosen, order))}
          onReset={() => draft.set(withoutOrder(orders, chosen))}
        />
      </div>
      {shown === 'preview' && draft.dirty && (
        <PreviewDrawer
          version={draft.base.version}
          orders={orders}
          writable={writable}
          onClose={() => setShown(undefined)}
          onSaved={(version) => {
            setShown(undefined);
            draft.done({ version, orders });
          }}
        />
      )}
      <VersionDrawer
        open={shown === 'history'}
        version={state.version}
        writable={writable}
        onClose={() => setShown(undefined)}
      />
    </DraftFrame>
  );
}

/**
 * Which source is trusted for what: looked at, changed, tried on stored shipments, saved, brought back. A link may bring an
 * order of one attribute, whose preview is shown at once.
 */
export function PrecedencePage() {
  const { search } = usePageSearch('/fusion-precedence');
  const advised = useMemo(() => adviceOf(search), [search]);
  const query = useCall('precedenceGet', undefined, {
    refetchInterval: ({ state }) => pollWhile(state.data?.run),
  });
  return (
    <div className="pt-list pt-truth">
      {query.isError && query.data === undefined ? (
        <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <LoadingState />
      ) : (
        <PrecedenceEditor
          key={advised && `${advised.attribute} ${advised.order.join('.')}`}
          state={query.data}
          advised={advised}
        />
      )}
    </div>
  );
}
