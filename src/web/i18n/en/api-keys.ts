import type { Messages } from '../messages.ts';
import type { apiKeys as zh } from '../zh/api-keys.ts';

/** The page of API keys. */
export const apiKeys: Messages<typeof zh> = {
  title: 'API keys',
  about: 'The outward API follows DCSA Track & Trace 2.2. Send the key in the header Api-Key. Address:',
  new: 'New key',
  newTitle: 'New API key',
  make: 'Create key',
  makeFailed: 'The key could not be created',
  tenantRequired: 'Please choose the tenant',
  nameRequired: 'Please give the key a name',
  nameHint: 'Name the system that uses the key, so that it can be revoked later.',
  nameExample: 'For example: ERP production',
  onceTitle: 'Key created: {{name}}',
  onceText: 'The key is shown only once. Copy it now and store it safely; a lost key can only be revoked and replaced.',
  copy: 'Copy key',
  empty: 'There are no API keys yet. With a key, a tenant’s systems can read its shipments and receive changes.',
  inUse: 'In use',
  ended: 'Ended',
  endedAlready: 'This key is already revoked',
  revoke: 'End',
  revokeTitle: 'Revoke the key “{{name}}”?',
  revokeContent: 'This takes effect at once and cannot be undone: systems that use the key lose access.',
  revokeFailed: 'The key could not be revoked',
  column: {
    name: 'Name',
    tenantName: 'Tenant',
    state: 'State',
    prefix: 'Prefix',
    lastUsedTime: 'Last used',
    createTime: 'Created at',
    creatorCode: 'Created by',
    revokedTime: 'Ended at',
  },
};
