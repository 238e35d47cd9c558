import { cleanup, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { DetailDrawer } from '../detail/DetailDrawer.tsx';
import { prepareDom, renderInApp } from '../test-dom.tsx';
import { AppDialog } from './AppDialog.tsx';

beforeAll(prepareDom);
afterEach(cleanup);

const nothing = (): void => undefined;
const windows: [string, () => ReactNode][] = [
  [
    'dialog',
    () => (
      <AppDialog open title="window" onCancel={nothing}>
        <input aria-label="field" />
      </AppDialog>
    ),
  ],
  [
    'drawer',
    () => (
      <DetailDrawer open title="window" onClose={nothing}>
        <input aria-label="field" />
      </DetailDrawer>
    ),
  ],
];

test.each(windows)('a %s that is taken away while it is open gives the focus back', async (_, shown) => {
  const page = (more: ReactNode): ReactNode => (
    <>
      <button type="button">opener</button>
      {more}
    </>
  );
  const { rerender } = renderInApp(page(null));
  const opener = screen.getByText('opener');
  opener.focus();
  rerender(page(shown()));
  (await screen.findByLabelText('field')).focus();
  rerender(page(null));
  await waitFor(() => expect(document.activeElement).toBe(opener));
});
