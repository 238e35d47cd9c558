import { z } from 'zod';
import { defineTask, type Queue } from '#server/platform/queue/index.ts';

const mail = z.object({ mailId: z.number() });
const tenantOfMail = `select tenant_id from received_mail where id = (n.payload->>'mailId')::int8`;

/** Reads a mail and takes its sheets, as far as that is possible now. */
export const mailTask = defineTask('mail', mail, tenantOfMail);
/** Sends the answer to a mail. */
export const answerTask = defineTask('mail_answer', mail, tenantOfMail);

/** Times that an answer is tried. */
const answerAttempts = 6;

/** Has a mail taken, in the current transaction. */
export const scheduleMail = async (queue: Queue, mailId: number): Promise<void> =>
  void (await queue.enqueue(mailTask, { mailId }, { singletonKey: String(mailId) }));

/** Has a mail answered, in the current transaction. */
export const scheduleAnswer = async (queue: Queue, mailId: number): Promise<void> =>
  void (await queue.enqueue(answerTask, { mailId }, { singletonKey: String(mailId), maxAttempts: answerAttempts }));
