import { Suspense, useEffect, useState } from 'react';
import { loadTexts } from '#web/i18n/index.ts';
import { fetched } from '#web/kit/fetched.tsx';

const InboxBell = fetched(async () => {
  const [module] = await Promise.all([import('./InboxBell.tsx'), loadTexts(['inbox'])]);
  return module.InboxBell;
});

/** The bell waits until what the reader came for is on screen. */
const waitMs = 3_000;
const place = { display: 'inline-flex', width: 34, justifyContent: 'center' } as const;

/** The place of the bell in the header; its code and its messages are fetched a little later. */
export function InboxSlot() {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), waitMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <span style={place}>
      {due && (
        <Suspense fallback={null}>
          <InboxBell />
        </Suspense>
      )}
    </span>
  );
}
