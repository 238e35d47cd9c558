import type { Messages } from '../messages.ts';
import type { analytics as zh } from '../zh/analytics.ts';

/** The page of data for analysts. */
export const analytics: Messages<typeof zh> = {
  tab: { files: 'Parquet files', accounts: 'SQL accounts' },
  filesAbout:
    'Parquet files of data sets, for data lakes and tools of analysts. Programs get them with an API key that opens data files:',
  order: 'Create file',
  orderFailed: 'The file could not be ordered',
  notReady: 'The file is not ready yet',
  ended: 'This file has ended already',
  noFiles: 'There are no data files yet. Choose a data set and press "Create file".',
  file: {
    dataset: 'Data set',
    tenant: 'Tenant',
    content: 'Content',
    all: 'All rows',
    changed: 'Changes',
    last: 'Changes since my last file',
    token: 'Token',
    orderedAt: 'Ordered',
    finishedAt: 'Finished',
    keptUntil: 'Kept until',
  },
  accountsAbout:
    'With such an account a tool queries the database itself. It sees the views of one tenant (schema analytics), read-only. Limit of connections per account: {{count}}.',
  embedded:
    'The embedded database takes no connections, so there are no SQL accounts. Use "Parquet files", or run Portolan on PostgreSQL.',
  noRight:
    'The database user of Portolan may not create roles. Ask the administrator of the database to run this, then reload the page:',
  hardening:
    'We recommend that the administrator of the database runs these statements. They take back rights that PostgreSQL gives to every user:',
  why: {
    createRole: 'Lets Portolan create accounts for analysts:',
    temporary: 'Keeps accounts from creating temporary tables:',
    create: 'Keeps accounts from creating tables in public:',
    advisory: 'Keeps accounts from taking locks that Portolan uses (needs a superuser):',
    otherDatabases: 'Keeps accounts from connecting to other databases of the server:',
  },
  new: 'New account',
  newTitle: 'New account for analysts',
  make: 'Create',
  makeFailed: 'The account could not be created',
  tenantRequired: 'Please choose the tenant',
  nameRequired: 'Please give the account a name',
  nameHint: 'Name the tool that uses it, so that it can be removed later.',
  nameExample: 'For example: Metabase',
  noAccounts: 'There are no accounts for analysts yet. With one, Metabase or Grafana can query the data of its tenant.',
  inUse: 'In use',
  suspended: {
    locks: 'Suspended: took locks of Portolan',
    objects: 'Suspended: wrote large objects',
    tables: 'Suspended: created tables',
  },
  rotate: 'Change password',
  rotateTitle: 'Change the password of "{{name}}"?',
  rotateContent: 'The old password stops working at once. A suspended account may connect again.',
  rotateFailed: 'The password could not be changed',
  deleteTitle: 'Remove the account "{{name}}"?',
  deleteContent: 'Its connections are closed at once, and tools that use it can query no longer.',
  deleteFailed: 'The account could not be removed',
  onceTitle: 'Password of the account',
  onceText: 'The password is shown only once. Store it now; a lost password can be changed.',
  copyConnection: 'Copy connection string',
  connection: {
    host: 'Host',
    port: 'Port',
    database: 'Database',
    user: 'User',
    password: 'Password',
    schema: 'Schema',
  },
  tools: {
    metabase: 'Metabase: Admin → Databases → Add PostgreSQL with these values; limit the schemas to analytics.',
    grafana: 'Grafana: Connections → Data sources → PostgreSQL with these values; TLS as the server has it.',
  },
  column: {
    name: 'Name',
    tenantName: 'Tenant',
    roleName: 'User',
    state: 'State',
    createTime: 'Created',
    creatorCode: 'Created by',
    rotatedTime: 'Password changed',
    suspendedTime: 'Suspended',
  },
};
