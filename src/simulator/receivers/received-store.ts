import type { Instant } from '#shared/time/instant.ts';

/** Something a receiver got. */
export type Received = {
  id: string;
  /** The id under which it was sent: of a webhook its id, of a mail the local part of its Message-ID. */
  reference: string;
  time: Instant;
  kind: 'mail' | 'webhook' | 'dingtalk' | 'wecom' | 'slack' | 'teams' | 'feishu';
  to: string;
  subject: string | null;
  text: string;
  /** What the check of the signature found; null where nothing is signed. */
  signature: 'valid' | 'invalid' | 'missing' | 'late' | null;
  answer: string;
};

const maxEntries = 2_000;

/** Keeps what arrived, the newest so many. */
export type ReceivedStore = {
  add: (received: Omit<Received, 'id'>) => void;
  /** Newest first; of one reference, or all. */
  list: (filter: { reference?: string | undefined; limit: number }) => Received[];
  /** How often something came under this reference. */
  count: (reference: string) => number;
};

/** A store in the receivers' own memory, as a mailbox would be. */
export function createReceivedStore(): ReceivedStore {
  const kept: Received[] = [];
  let serial = 0;
  return {
    add: (received) => {
      kept.push({ ...received, id: String(++serial) });
      if (kept.length > maxEntries) kept.shift();
    },
    list: ({ reference, limit }) =>
      kept
        .filter((item) => reference === undefined || item.reference === reference)
        .slice(-limit)
        .reverse(),
    count: (reference) => kept.filter((item) => item.reference === reference).length,
  };
}
