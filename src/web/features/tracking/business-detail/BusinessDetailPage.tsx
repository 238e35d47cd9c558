import { Button } from 'antd';
import type { BusinessData } from '#contract/tracking/business-data.ts';
import { isNotFound } from '#web/base/client.ts';
import { useGo, usePageDirty, usePageSearch, usePageTitle } from '#web/base/page-hooks.ts';
import { useMayCall } from '#web/base/may-call.ts';
import { localStore } from '#web/base/storage.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { BusinessForm } from '#web/business/BusinessForm.tsx';
import { useBusinessEditor } from '#web/business/use-business-editor.ts';
import { useDict, useSourceTypes } from '#web/kit/search/use-names.ts';
import { EmptyState, ErrorState, LoadingState } from '#web/kit/state/States.tsx';

const ROUTE = '/exceptionBusinessDetail';
/** Where others leave the id of the booking; the address comes first, because two tabs share this. */
const STORED = 'exceptionBusinessDetail';

function Editor({ data, reload }: { data: BusinessData; reload: () => void }) {
  const t = useT();
  const go = useGo();
  // Anyone who may not correct bookings reads them.
  const disabled = !useMayCall('saveBusinessData');
  const { obmBk } = data;
  const editor = useBusinessEditor({ data, name: obmBk.obmBkId, onSaved: () => undefined });
  const processTypes = useDict('OCEAN_PROCESS_TYPE');
  const sourceTypes = useSourceTypes();
  usePageDirty(editor.draft.dirty && !disabled);
  usePageTitle(obmBk.blNo ?? obmBk.ctnNo ?? undefined);
  return (
    <div className="pt-business-page">
      <div className="pt-business-head">
        <h1>{obmBk.blNo ?? obmBk.ctnNo}</h1>
        <span>{processTypes.nameOf(obmBk.processType)}</span>
        <span>{sourceTypes.nameIn(obmBk.bizSourceType, obmBk.mode)}</span>
        <span className="pt-toolbar-gap" />
        <Button
          size="small"
          onClick={() => go(`/trace-detail?${new URLSearchParams({ obmBkId: obmBk.obmBkId }).toString()}`)}
        >
          {t('business.toTrace')}
        </Button>
        <Button
          size="small"
          onClick={() => go(`/exceptionBusinessInfo?${new URLSearchParams({ bkId: obmBk.obmBkId }).toString()}`)}
        >
          {t('business.toInfo')}
        </Button>
        {!disabled && (
          <Button
            size="small"
            type="primary"
            loading={editor.busy}
            disabled={!editor.draft.dirty || editor.draft.conflict}
            onClick={() => void editor.save()}
          >
            {t('business.save')}
          </Button>
        )}
      </div>
      {/* The rows are new ones once they are saved: what would be entered until then had no row. */}
      <div className="pt-business-body" inert={editor.busy}>
        <BusinessForm editor={editor} disabled={disabled} onToggled={reload} />
      </div>
    </div>
  );
}

function OneBooking({ id }: { id: string }) {
  const t = useT();
  const query = useCall(
    'getBusinessData',
    { obmBkId: id },
    { staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false },
  );
  if (query.data !== undefined) return <Editor data={query.data} reload={() => void query.refetch()} />;
  if (isNotFound(query.error))
    return <EmptyState title={t('business.notFound')} text={t('business.notFoundText', { id })} />;
  return query.isError ? (
    <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />
  ) : (
    <LoadingState />
  );
}

/** A booking with its path, transfers and containers, to be corrected. */
export function BusinessDetailPage() {
  const t = useT();
  const { search } = usePageSearch(ROUTE);
  const id = (search['obmBkId'] ?? localStore.get(STORED) ?? '').trim();
  if (!/^\d{1,15}$/.test(id)) return <EmptyState title={t('business.noId')} text={t('business.noIdText')} />;
  return <OneBooking key={id} id={id} />;
}
