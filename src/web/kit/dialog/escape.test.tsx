import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { lazy, type ReactNode, Suspense } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { DetailDrawer } from '../detail/DetailDrawer.tsx';
import { prepareDom, renderInApp } from '../test-dom.tsx';
import { AppDialog } from './AppDialog.tsx';

beforeAll(prepareDom);
afterEach(cleanup);

const nothing = (): void => undefined;
const windows: [string, (late: ReactNode) => ReactNode][] = [
  [
    'dialog',
    (late) => (
      <>
        <AppDialog open title="above" onCancel={nothing} onOk={async () => nothing()}>
          text
        </AppDialog>
        {late}
      </>
    ),
  ],
  [
    'drawer',
    (late) => (
      <>
        <DetailDrawer open title="above" onClose={nothing}>
          text
        </DetailDrawer>
        {late}
      </>
    ),
  ],
];

test.each(windows)(
  'Escape closes a drawer after a %s above it whose first drawing was thrown away',
  async (_, above) => {
    const close = vi.fn<() => void>();
    const page = (more: ReactNode): ReactNode => (
      <>
        <DetailDrawer open title="row" onClose={close}>
          text
        </DetailDrawer>
        {more}
      </>
    );
    // React throws away what it has drawn beside something that is still fetched, and draws it again.
    let arrive: (module: { default: () => ReactNode }) => void = nothing;
    const Late = lazy(() => new Promise<{ default: () => ReactNode }>((resolve) => (arrive = resolve)));
    const { rerender } = renderInApp(page(null));
    rerender(page(<Suspense fallback={null}>{above(<Late />)}</Suspense>));
    await act(async () => arrive({ default: () => <i>fetched</i> }));
    expect(screen.getByText('fetched')).toBeTruthy();
    rerender(page(null));
    fireEvent.keyDown(window, { key: 'Escape' });
    expect(close).toHaveBeenCalledTimes(1);
  },
);
