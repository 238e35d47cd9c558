import { createTransport, type SendMailOptions } from 'nodemailer';
import { afterAll } from 'vitest';
import { mailImport, type MailInSettings, startMailIn } from '#server/modules/intake/mail-import/index.ts';
import { deliverySettings } from '#server/modules/administration/notification/index.ts';
import { openReferenceStore } from '#server/modules/administration/masterdata/index.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { manualClock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createQueue, createWorker } from '#server/platform/queue/index.ts';
import { partsOf, productModules, taskHandlers } from '#server/product.ts';
import type { NameLookup } from '#server/connectors/mail/index.ts';
import { MINUTE_MS } from '#shared/time/instant.ts';
import { type Handed, readMail, startSmtpServer } from '#simulator/receivers/index.ts';
import { silentLog } from './database-templates.ts';
import { testApp } from './test-app.ts';

/** Domain of the addresses in tests. */
export const mailDomain = 'inbound.example';

/** A name service that knows nothing unless a test says what it knows, as `type domain`. */
const lookupOf =
  (records: Readonly<Record<string, string[][]>>): NameLookup =>
  (domain, recordType) => {
    const found = records[`${recordType} ${domain}`];
    if (found !== undefined) return Promise.resolve(found);
    return Promise.reject(Object.assign(new Error(`no ${recordType} of ${domain}`), { code: 'ENOTFOUND' }));
  };

type Options = {
  limits?: MailInSettings['limits'];
  sizeBytes?: number;
  records?: Readonly<Record<string, string[][]>>;
};

/** The product with its mail server on a free port, a worker, and a mail server that takes the answers. */
export async function startMailProduct(database: Database, options: Options = {}) {
  const clock = manualClock(Date.UTC(2026, 4, 10, 4));
  await seedMasterData(database);
  const reference = await openReferenceStore(database, silentLog);
  const queue = createQueue({ database, clock, log: silentLog });
  const answers: Handed[] = [];
  const receiver = await startSmtpServer({ host: '127.0.0.1', port: 0, onMail: (mail) => answers.push(mail) });
  const smtpUrl = `smtp://127.0.0.1:${receiver.port}`;
  const given = {
    queue,
    clock,
    reference,
    keys: [Buffer.alloc(32, 7)],
    worldClock: null,
    mailDomain,
    nameLookup: lookupOf(options.records ?? {}),
    delivery: deliverySettings(
      { smtpUrl, smtpFrom: 'Portolan <portolan@localhost>', smsGatewayUrl: null, allowedUrls: [], timeoutMs: 20_000 },
      { worldUrl: null, publicUrl: 'https://portolan.example' },
    ),
  };
  const server = await startMailIn(partsOf(given), {
    domain: mailDomain,
    host: '127.0.0.1',
    port: 0,
    sizeBytes: options.sizeBytes ?? 2_000_000,
    tls: null,
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  });
  const transport = createTransport({ host: '127.0.0.1', port: server.port, secure: false, ignoreTLS: true });
  afterAll(async () => {
    transport.close();
    await server.stop();
    await receiver.stop();
    reference.stop();
  });
  const newWorker = () => createWorker({ queue, handlers: taskHandlers(given) });
  const worker = newWorker();
  const app = await testApp(database, { modules: productModules(given), clock });
  return {
    ...app,
    port: server.port,
    database,
    clock,
    newWorker,
    /** Answers as their receivers read them, oldest first. */
    answers: () => answers.map(({ to, raw }) => ({ to, raw, ...readMail(raw) })),
    clearAnswers: () => void answers.splice(0),
    /** Hands a mail over by SMTP; gives what the server answered. Throws what it refused. */
    send: async (mail: SendMailOptions): Promise<string> => (await transport.sendMail(mail)).response,
    /** Has interrupted mails worked on, as is done every minute. */
    resume: async (): Promise<void> => {
      for (const chore of mailImport.background?.(partsOf(given)).chores ?? []) await chore.run();
    },
    /** Does everything that is due within ten minutes. */
    work: () => worker.processAll({ until: clock.now() + 10 * MINUTE_MS }),
  };
}
