import { fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Database } from '#server/platform/db/database.ts';
import { benchLogin } from '../data/load-exceptions.ts';
import type { PreparedAnswer } from '../data/prepared-answers.ts';
import type { SourceReport } from './reporting-source.ts';
import { prepareSources } from './world-of-sources.ts';

const settleLimitMs = 60_000;
const dueLater = '1 day';

/** The process of `reporting-source.ts`. */
export type Source = {
  url: string;
  report: (message: { round?: number }) => Promise<SourceReport>;
  stop: () => void;
};

/** Starts carriers that report so many shipments in so many rounds. */
export async function startSource(shipments: number, copies: number, rounds: number): Promise<Source> {
  const child = fork(fileURLToPath(new URL('reporting-source.ts', import.meta.url)), [
    String(shipments),
    String(copies),
    String(rounds),
  ]);
  const next = <T>(): Promise<T> => new Promise((resolve) => child.once('message', (message) => resolve(message as T)));
  const { port } = await next<{ port: number }>();
  return {
    url: `http://127.0.0.1:${port}`,
    report: (message) => {
      const answer = next<SourceReport>();
      child.send(message);
      return answer;
    },
    stop: () => void (child.connected && child.disconnect()),
  };
}

/** Subscriptions whose pulls are due much later, a second tenant that is notified of its shipments, and definitions that notify both. */
export async function prepareCompared(
  database: Database,
  answers: readonly PreparedAnswer[],
  sourceUrl: string,
): Promise<void> {
  await prepareSources(database, answers, { baseUrl: sourceUrl, pullIntervalS: 86_400 });
  await database.execute("insert into tenant (code, name) values ('BRAVO', '外部租户')");
  for (const table of ['subscription', 'subscription_source']) {
    const id = table === 'subscription' ? 'id' : 'subscription_id';
    await database.execute(
      `update ${table} set tenant_id = (select id from tenant where code = 'BRAVO') where ${id} % 20 = 0`,
    );
  }
  await database.execute("insert into outward_tenant select id from tenant where code = 'BRAVO'");
  await database.execute(
    `insert into feedback (tenant_id, feedback_name, feedback_type, feedback_addr, trigger_events, feedback_subject, feedback_content)
     select id, 'all', case code when 'BRAVO' then 'WEBHOOK' else 'IN_APP' end, case code when 'BRAVO' then $1 else '${benchLogin.userCode}' end,
       case code when 'BRAVO' then 'EXCEPTION_OPENED,' else '' end || 'EXCEPTION_ESCALATED,EXCEPTION_REGRESSED',
       '{{process}} {{billNo}}', '{{error}}' from tenant`,
    [`${sourceUrl}/hook`],
  );
  await database.execute(`update task set run_at = now() + interval '${dueLater}' where kind = 'pull'`);
}

/** Waits until nothing of what followed from the answers is left to do; gives whether that came. */
export async function settle(query: (text: string) => Promise<{ rows: { open: number }[] }>): Promise<boolean> {
  for (const deadline = performance.now() + settleLimitMs; performance.now() < deadline; await sleep(200)) {
    const { rows } = await query(
      `select ((select count(*) from outward_pending) + (select count(*) from notification where state in ('waiting', 'failed'))
        + (select count(*) from task where kind in ('pull', 'notification') and (status = 'running' or run_at <= now())))::int as open`,
    );
    if (rows[0]?.open === 0) return true;
  }
  return false;
}
