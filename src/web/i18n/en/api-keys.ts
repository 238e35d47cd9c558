import type { Messages } from '../messages.ts';
import type { apiKeys as zh } from '../zh/api-keys.ts';

/** The page of API keys. */
export const apiKeys: Messages<typeof zh> = {
  title: 'API keys',
  about: 'The outward API follows DCSA Track & Trace 2.2; the key goes into the header Api-Key. Address:',
  new: 'New key',
  newTitle: 'New API key',
  make: 'Make key',
  makeFailed: 'The key could not be made',
  tenantRequired: 'Please choose the tenant',
  nameRequired: 'Please give the key a name',
  nameHint: 'Say which system uses it, so that it can be ended later.',
  nameExample: 'For example: ERP production',
  onceTitle: 'Key made: {{name}}',
  onceText: 'The key is shown this once. Copy it now and keep it safe; a lost key can only be ended and replaced.',
  copy: 'Copy key',
  empty: 'There are no API keys yet. With one, a tenant’s systems read where its cargo is or are told of changes.',
  inUse: 'In use',
  ended: 'Ended',
  endedAlready: 'This key has been ended already',
  revoke: 'End',
  revokeTitle: 'End the key “{{name}}”?',
  revokeContent: 'This takes effect at once and cannot be undone: systems that use the key can read nothing any more.',
  revokeFailed: 'The key could not be ended',
  column: {
    name: 'Name',
    tenantName: 'Tenant',
    state: 'State',
    prefix: 'Begins with',
    lastUsedTime: 'Last used',
    createTime: 'Made at',
    creatorCode: 'Made by',
    revokedTime: 'Ended at',
  },
};
