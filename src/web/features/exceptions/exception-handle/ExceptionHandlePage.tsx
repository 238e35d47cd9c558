import { Button } from 'antd';
import type { ReactNode } from 'react';
import { CallError } from '#web/base/client.ts';
import { useGo, usePageSearch, usePageTitle } from '#web/base/page-hooks.ts';
import { useMay } from '#web/base/session.ts';
import { useT } from '#web/i18n/index.ts';
import { EmptyState, ErrorState, LoadingState } from '#web/kit/state/States.tsx';
import { HandlingForm } from './HandlingForm.tsx';
import { useException } from './use-handling.ts';
import '#web/kit/kit.css';
import '#web/kit/value.css';
import './exception-handle.css';

const ROUTE = '/exception-manage/handle';
const LIST_ROUTE = '/exception-manage';

function Outside({ children }: { children: ReactNode }) {
  const t = useT();
  const go = useGo();
  // A link in a mail also reaches people who may not see the list.
  const mayList = useMay(LIST_ROUTE);
  return (
    <div className="pt-handle-state">
      {children}
      <Button type="primary" onClick={() => go(mayList ? LIST_ROUTE : '/index')}>
        {t(mayList ? 'exceptionHandle.toList' : 'exceptionHandle.toStart')}
      </Button>
    </div>
  );
}

function OneException({ id }: { id: string }) {
  const t = useT();
  const { detail, causes, history, reload, reported } = useException(id);
  const { blNo = null, ctnNo = null, testPurposeName = '' } = detail.data ?? {};
  // A bill may have several exceptions, and its own page.
  usePageTitle([blNo ?? ctnNo, testPurposeName].filter(Boolean).join(' · '));
  // An exception that was deleted while it was open is no longer there, whatever was read before.
  const gone = detail.error instanceof CallError && [200, 404].includes(detail.error.httpStatus);
  if (gone)
    return (
      <Outside>
        <EmptyState title={t('exceptionHandle.notFound')} text={t('exceptionHandle.notFoundText', { id })} />
      </Outside>
    );
  const failed = (detail.data === undefined && detail.error) || (causes.data === undefined && causes.error);
  if (failed)
    return (
      <Outside>
        <ErrorState message={failed.message} onRetry={() => void reload()} />
      </Outside>
    );
  if (detail.data === undefined || causes.data === undefined)
    return (
      <div className="pt-handle-state">
        <LoadingState />
      </div>
    );
  return (
    <HandlingForm
      id={id}
      server={{ detail: detail.data, causes: causes.data }}
      history={{ entries: history.data, error: history.error, reload: () => void history.refetch() }}
      reload={reload}
      reported={reported}
    />
  );
}

/** Records how one exception was handled: status, causes, what was done; with its evidence, history and comments. */
export function ExceptionHandlePage() {
  const t = useT();
  const { search } = usePageSearch(ROUTE);
  const id = search['id']?.trim() ?? '';
  if (id === '')
    return (
      <Outside>
        <EmptyState title={t('exceptionHandle.noId')} text={t('exceptionHandle.noIdText')} />
      </Outside>
    );
  return <OneException key={id} id={id} />;
}
