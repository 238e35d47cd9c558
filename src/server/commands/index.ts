import type { Command } from './command.ts';

const file = (required: boolean, zh: string, en: string) => ({ word: 'FILE', required, zh, en });

/** All commands, in the order in which the help lists them. */
export const commands: readonly Command[] = [
  {
    name: 'doctor',
    zh: '检查设置、数据库、时钟、磁盘、密钥、公开地址、邮件、回调地址和数据源，每项一行；有故障时退出码为 1',
    en: 'Checks settings, database, clock, disk, keys, public address, mail, webhooks and sources, one line each; the exit code is 1 when something is at fault',
    whileRunning: true,
    load: async () => (await import('./doctor.ts')).runDoctor,
  },
  {
    name: 'create-admin',
    zh: '在没有用户的系统中建立第一个管理员',
    en: 'Makes the first administrator of an installation without users',
    asOption: true,
    load: async () => (await import('./create-admin.ts')).createAdmin,
  },
  {
    name: 'reset-password',
    zh: '为用户设置新密码并结束其所有会话；用户下次登录时须更改密码',
    en: 'Sets a new password for a user and ends all their sessions; the user must change it at the next sign-in',
    operand: { word: 'USER', required: true, zh: '用户名', en: 'user name' },
    options: [
      {
        name: 'generate',
        zh: '生成密码并显示一次，而不询问',
        en: 'Makes a password and shows it once instead of asking',
      },
    ],
    whileRunning: true,
    ask: async () => (await import('./reset-password.ts')).askPassword,
    load: async () => (await import('./reset-password.ts')).resetPassword,
  },
  {
    name: 'migrate',
    zh: '把数据库结构更新到本版本，然后退出',
    en: 'Brings the database schema up to this version and ends',
    options: [
      {
        name: 'dry-run',
        zh: '只列出待执行的迁移和按行数估计的时间',
        en: 'Only names the migrations to come and the time they take by the rows that are there',
      },
    ],
    asOption: true,
    load: async () => (await import('./migrate.ts')).runMigrate,
  },
  {
    name: 'backup',
    zh: '备份数据库；内置数据库运行时也可备份，PostgreSQL 使用 pg_dump。密钥不在备份中，须另行保存',
    en: 'Backs the database up; the embedded one also while the product runs, PostgreSQL by pg_dump. The key of the installation is not in it: keep it apart',
    operand: file(true, '备份文件', 'file of the backup'),
    asOption: true,
    whileRunning: true,
    load: async () => (await import('./backup.ts')).runBackup,
  },
  {
    name: 'restore',
    zh: '从备份恢复到空的数据目录或空的 PostgreSQL 数据库',
    en: 'Restores a backup into an empty data directory or an empty PostgreSQL database',
    operand: file(true, '备份文件', 'file of the backup'),
    asOption: true,
    load: async () => (await import('./restore.ts')).runRestore,
  },
  {
    name: 'restore-drill',
    zh: '演练恢复：把备份恢复到临时数据库，与备份时记录的行数和校验值比较，并检查迁移和密钥；不指定文件时先做一次备份',
    en: 'Rehearses a restore: restores a backup into a scratch database, compares it with the row counts and hashes noted at the backup, and checks migrations and keys; without a file it makes a backup first',
    operand: file(false, '备份文件', 'file of the backup'),
    whileRunning: true,
    load: async () => (await import('./restore-drill.ts')).runRestoreDrill,
  },
  {
    name: 'rotate-keys',
    zh: '用最新密钥重新加密所有已保存的凭据',
    en: 'Encrypts all stored secrets again with the newest key',
    asOption: true,
    load: async () => (await import('./rotate-keys.ts')).rotateSecrets,
  },
  {
    name: 'archive',
    zh: '显示历史数据的划分和归档进度，暂停或继续归档',
    en: 'Shows how far history is divided and archived, pauses it or lets it go on',
    options: [
      { name: 'pause', zh: '完成当前一步后暂停', en: 'Stops after the step it is at' },
      { name: 'resume', zh: '一小时内继续', en: 'Goes on within an hour' },
    ],
    whileRunning: true,
    load: async () => (await import('./archive.ts')).runArchive,
  },
  {
    name: 'leave-world',
    zh: '移除模拟世界的数据，保留自己的数据；不带 --yes 时只显示将移除的内容',
    en: 'Removes the data of the simulated world and keeps your own; without --yes it only shows what would go',
    options: [{ name: 'yes', zh: '确实移除', en: 'Really removes it' }],
    whileRunning: true,
    load: async () => (await import('./leave-world.ts')).leaveWorld,
  },
  {
    name: 'support-bundle',
    zh: '把版本、设置（隐去秘密）、迁移、行数、队列、最近的错误和检查结果写入一个文件，供技术支持使用',
    en: 'Writes versions, settings (secrets masked), migrations, row counts, queue, last errors and the result of doctor into one file for support',
    operand: file(false, '要写入的文件', 'file to write'),
    whileRunning: true,
    load: async () => (await import('./support-bundle.ts')).writeSupportBundle,
  },
  {
    name: 'reset',
    zh: '清空内置数据库，然后启动产品',
    en: 'Empties the embedded database, then starts the product',
    asOption: true,
    load: async () => (await import('./reset.ts')).resetData,
  },
  {
    name: 'version',
    zh: '显示版本',
    en: 'Shows the version',
    asOption: true,
    load: async () => (await import('./help.ts')).showVersion,
  },
  {
    name: 'help',
    zh: '显示所有命令，或一个命令的说明',
    en: 'Shows all commands, or how one is used',
    operand: { word: 'COMMAND', required: false, zh: '命令', en: 'command' },
    load: async () => (await import('./help.ts')).showHelp,
  },
];
