import { afterEach, beforeEach, vi } from 'vitest';

/** A file that a page handed to the downloads of the browser. */
type SavedFile = { name: string; text: string };

/**
 * Notes what the page under test hands to the downloads of the browser, which jsdom does not have. Call it once, outside of tests; what
 * it hands back gives the files of the running test so far.
 */
export function savedFiles(): () => Promise<SavedFile[]> {
  let saved: { name: string; blob: Blob }[] = [];
  let restore = (): void => undefined;
  beforeEach(() => {
    saved = [];
    const before = { createObjectURL: URL.createObjectURL, revokeObjectURL: URL.revokeObjectURL };
    const blobs = new Map<string, Blob>();
    URL.createObjectURL = (blob) => {
      const address = `blob:${blobs.size}`;
      if (blob instanceof Blob) blobs.set(address, blob);
      return address;
    };
    URL.revokeObjectURL = () => undefined;
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function noteFile(
      this: HTMLAnchorElement,
    ) {
      const blob = blobs.get(this.href);
      if (blob !== undefined) saved.push({ name: this.download, blob });
    });
    restore = () => {
      click.mockRestore();
      Object.assign(URL, before);
    };
  });
  afterEach(() => restore());
  return () => Promise.all(saved.map(async ({ name, blob }) => ({ name, text: await blob.text() })));
}
