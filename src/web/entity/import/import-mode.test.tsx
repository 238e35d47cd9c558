import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ImportStatus } from '#contract/import.ts';
import { code } from '#entities/code.ts';
import { callServer } from '#testing/call-server.ts';
import type { FileTable } from '#shared/sheet/file-problem.ts';
import { loadTexts, text } from '#web/i18n/index.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { ImportDialog } from './ImportDialog.tsx';

/** Files are read when a test says so. */
let reads: (() => void)[] = [];
class FileReading extends EventTarget {
  postMessage(): void {
    const { codeType, codeName } = code.fields;
    const table: FileTable = {
      headings: [codeType.label.zh, codeName.label.zh],
      rows: [['PORT_KIND', '港口类型']],
      lines: [2],
      notes: new Map(),
      decimalComma: false,
      merged: false,
    };
    reads.push(() => void this.dispatchEvent(new MessageEvent('message', { data: { table } })));
  }
  terminate(): void {}
}

const nothing = { insert: 0, update: 0, same: 0, refused: 0 };
const statusOf = (mode: ImportStatus['mode']): ImportStatus => ({
  importId: '7',
  entity: 'code',
  mode,
  fileName: 'codes.csv',
  state: 'receiving',
  total: 1,
  received: 0,
  done: 0,
  planned: nothing,
  outcomes: nothing,
});
const server = callServer({
  importOpen: ({ mode = 'add' }) => statusOf(mode),
  importRows: () => [{ row: 1, plan: 'insert', problems: [] }],
});
beforeEach(() => {
  reads = [];
  vi.stubGlobal('Worker', FileReading);
  // As in a browser, a call that is cancelled fails at once.
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) =>
    Promise.race([
      fetch(input, init),
      new Promise<never>((_, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError'))),
      ),
    ]);
});

/** Chooses a file, which is then being read. */
async function chooseFile(): Promise<void> {
  await prepareDom();
  await loadTexts(['entity', 'entityImport']);
  const ignore = (): void => undefined;
  renderInApp(
    <ImportDialog
      entity={code}
      open
      choices={() => undefined}
      codesOf={() => undefined}
      onClose={ignore}
      onDone={ignore}
    />,
  );
  const file = new File(['x'], 'codes.csv', { type: 'text/csv' });
  fireEvent.change(await screen.findByLabelText(text('entityImport.choose')), { target: { files: [file] } });
  await waitFor(() => expect(reads).toHaveLength(1));
}
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const update = (): HTMLElement => screen.getByRole('radio', { name: /^新增，并按/ });
const modes = () => server.asked('importOpen').map(({ mode }) => mode);

test('another mode while a file is checked has it checked again, and is no failure', async () => {
  await chooseFile();
  const first = Promise.withResolvers<ImportStatus>();
  const second = Promise.withResolvers<ImportStatus>();
  server.answer({ importOpen: ({ mode }) => (mode === 'add' ? first.promise : second.promise) });
  reads[0]?.();
  await waitFor(() => expect(modes()).toEqual(['add']));
  fireEvent.click(update());
  await waitFor(() => expect(modes()).toEqual(['add', 'addAndUpdate']));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByLabelText(text('entityImport.choose'))).toBeNull();
  second.resolve(statusOf('addAndUpdate'));
  expect(await screen.findByRole('button', { name: /1/ })).toBeDefined();
});

test('a file is checked by the mode that was chosen while it was read', async () => {
  await chooseFile();
  fireEvent.click(update());
  reads[0]?.();
  await waitFor(() => expect(modes()).toEqual(['addAndUpdate']));
});
