const longestMs = 4_000;

const isField = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

/**
 * Keeps what is typed from now on until the first field of the dialog that is about to open has the focus, and enters it
 * there: people who open a form by a key go on typing while its code comes.
 */
export function catchTyping(): void {
  let typed = '';
  const end = new AbortController();
  const { signal } = end;
  const timer = setTimeout(() => end.abort(), longestMs);
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  globalThis.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape') return end.abort();
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
      typed += event.key;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true, signal },
  );
  globalThis.addEventListener(
    'focusin',
    ({ target }) => {
      if (!isField(target) || target.closest('.ant-modal') === null) return;
      end.abort();
      // As if it were typed: the field itself hears it.
      if (typed !== '') document.execCommand('insertText', false, typed);
    },
    { signal },
  );
}
