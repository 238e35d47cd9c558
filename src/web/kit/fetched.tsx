import { type ComponentType, lazy, type ReactElement, useEffect } from 'react';
import { lineLost, useLineBack } from '#web/base/line.ts';
import { useT } from '#web/i18n/index.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { ErrorPanel } from './panels.tsx';
import './fetched.css';

/**
 * How a part that could not be fetched is shown: in the place of a page, in a line where the part would stand, or above
 * the page when the part is a window.
 */
export type MissingLook = 'page' | 'part' | 'window';

/** The code or the texts of a part did not come; `cause` says why. */
class FetchFailure extends Error {
  override name = 'FetchFailure';
}

/** The server is there and the part still does not come: after so many attempts only people try again. */
const maxAttempts = 5;

type MissingProps = { error: unknown; look: MissingLook; auto: () => boolean; retry: () => void };

/** Says that a part is missing and tries again as soon as the server is there. */
function Missing({ error, look, auto, retry }: MissingProps): ReactElement {
  const t = useT();
  const notFetched = error instanceof FetchFailure;
  const heal = (): void => void (notFetched && auto() && retry());
  useLineBack(heal);
  useEffect(() => {
    if (notFetched) lineLost();
  }, [notFetched, error]);
  const title = notFetched ? t('common.notFetched') : t('common.partCrashed');
  const hint = notFetched ? t('common.notFetchedHint') : '';
  if (look === 'page') return <ErrorPanel title={title} hint={hint} onRetry={retry} />;
  return (
    <div className={`pt-missing pt-missing-${look}`} role="alert">
      <span>{look === 'window' ? `${title} ${hint}` : title}</span>
      <button type="button" className="pt-button" title={hint} onClick={retry}>
        {t('common.retry')}
      </button>
    </div>
  );
}

/**
 * A component whose code is fetched when it is first drawn, with a boundary of its own: when the code does not come, or
 * the part breaks, nothing around it is lost. What could not be fetched is fetched again when the server is back.
 */
export function fetched<P extends object>(
  load: () => Promise<ComponentType<P>>,
  look: MissingLook = 'part',
): (props: P) => ReactElement {
  let attempts = 0;
  let failed = false;
  // React remembers a failure for as long as the page stays open: each attempt is a component of its own.
  const start = (): ComponentType<P> => {
    failed = false;
    return lazy(async () => {
      try {
        const part = { default: await load() };
        attempts = 0;
        return part;
      } catch (error) {
        failed = true;
        throw new FetchFailure('a part of the screen could not be fetched', { cause: error });
      }
    }) as unknown as ComponentType<P>;
  };
  let Part = start();
  const auto = (): boolean => (attempts += 1) <= maxAttempts;
  function Attempt(props: P): ReactElement {
    const Current = Part;
    return <Current {...props} />;
  }
  return function Fetched(props: P): ReactElement {
    return (
      <ErrorBoundary
        fallback={(error, retry) => {
          // The frame around the pages says that a page broke.
          if (look === 'page' && !(error instanceof FetchFailure)) throw error;
          const again = (): void => {
            // Another place that shows the same part may have started the next attempt already.
            if (failed) Part = start();
            retry();
          };
          return <Missing error={error} look={look} auto={auto} retry={again} />;
        }}
      >
        <Attempt {...props} />
      </ErrorBoundary>
    );
  };
}
