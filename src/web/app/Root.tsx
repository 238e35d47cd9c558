import { useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, type ReactElement } from 'react';
import { LoginPage } from '#web/features/administration/login/LoginPage.tsx';
import { loadShellTexts, loadTexts, useT } from '#web/i18n/index.ts';
import { ErrorBoundary } from '#web/kit/ErrorBoundary.tsx';
import { fetched } from '#web/kit/fetched.tsx';
import { ErrorPanel, LoadingPanel } from '#web/kit/panels.tsx';
import { ToastHost } from '#web/kit/toast/ToastHost.tsx';
import { isEmbedded } from '#web/base/embed.ts';
import { CallError, PermissionsError } from '#web/base/client.ts';
import { connectPath, parseHref, sharedPath } from '#web/base/href.ts';
import { isLineStatus, useLineBack } from '#web/base/line.ts';
import { goTo } from '#web/base/navigate.ts';
import { loadShell } from './start-early.ts';

const Shell = fetched(async () => (await loadShell()).default, 'page');
const SharedHost = fetched(async () => {
  const texts = [loadShellTexts(), loadTexts(['traceDetail', 'traceSharing'])];
  const [module] = await Promise.all([import('#web/shell/SharedHost.tsx'), ...texts]);
  return module.SharedHost;
}, 'page');
const ConnectHost = fetched(async () => {
  const texts = [loadShellTexts(), loadTexts(['connect', 'password'])];
  const [module] = await Promise.all([import('#web/shell/ConnectHost.tsx'), ...texts]);
  return module.ConnectHost;
}, 'page');
const EmbedHost = fetched(async () => {
  const [module] = await Promise.all([import('#web/shell/EmbedHost.tsx'), loadShellTexts()]);
  return module.EmbedHost;
}, 'page');

/** The address that has passed the guard. */
const useSettledHref = (): string =>
  useRouterState({ select: (state) => (state.resolvedLocation ?? state.location).href });

/** Waits in the middle of the window. */
export function RootPending(): ReactElement {
  return (
    <main className="pt-center">
      <LoadingPanel />
    </main>
  );
}

/** The session could not be read: says why and offers another try or another sign-in. */
export function RootError({ error, reset }: { error: unknown; reset: () => void }): ReactElement {
  const t = useT();
  const title =
    error instanceof PermissionsError
      ? t('login.permissionsFailed')
      : error instanceof CallError
        ? undefined
        : t('common.pageCrashed');
  const again = (): void => {
    reset();
    goTo(globalThis.location.pathname + globalThis.location.search, { replace: true });
  };
  useLineBack(() => void (error instanceof CallError && isLineStatus(error.httpStatus) && again()));
  return (
    <main className="pt-center">
      <ErrorPanel
        error={error}
        {...(title === undefined ? {} : { title })}
        onRetry={again}
        extra={
          <button type="button" className="pt-button" onClick={() => goTo('/login')}>
            {t('login.title')}
          </button>
        }
      />
    </main>
  );
}

/** Sign-in, a page in a foreign frame, or the shell with its pages. */
export function Root(): ReactElement {
  const href = useSettledHref();
  const t = useT();
  const productName = t('common.productName');
  useEffect(() => {
    document.title = productName;
  }, [href, productName]);
  const { path } = parseHref(href);
  const content =
    path === '/login' ? (
      <LoginPage href={href} />
    ) : path === sharedPath ? (
      <SharedHost />
    ) : path === connectPath ? (
      <ConnectHost href={href} />
    ) : isEmbedded() ? (
      <EmbedHost href={href} />
    ) : (
      <Shell href={href} />
    );
  return (
    <>
      <ErrorBoundary fallback={(error, retry) => <RootError error={error} reset={retry} />}>
        <Suspense fallback={<RootPending />}>{content}</Suspense>
      </ErrorBoundary>
      <ToastHost />
    </>
  );
}
