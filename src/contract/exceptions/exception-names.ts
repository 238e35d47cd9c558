// Without shapes: the browser takes this list as it is, and has no use for a library that checks shapes.

/** What an entry in the history of an exception may tell. */
export const historyKinds = [
  'opened',
  'resolved',
  'regressed',
  'escalated',
  'assigned',
  'handled',
  'snoozed',
  'woken',
  'undone',
  'causes',
  'comment',
] as const;
