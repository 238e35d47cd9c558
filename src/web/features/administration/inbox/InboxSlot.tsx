import { useEffect, useState } from 'react';
import { InboxBell } from './InboxBell.tsx';

/** The bell asks for its messages once what the reader came for is on screen. */
const waitMs = 3_000;
const place = { display: 'inline-flex', width: 34, justifyContent: 'center' } as const;

/** The place of the bell in the header; its messages are asked for a little later. */
export function InboxSlot() {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), waitMs);
    return () => clearTimeout(timer);
  }, []);
  return <span style={place}>{due && <InboxBell />}</span>;
}
