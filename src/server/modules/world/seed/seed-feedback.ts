import { keepState, readState } from '#server/platform/db/app-state.ts';
import type { Database } from '#server/platform/db/database.ts';
import { seal, type SecretKeys } from '#server/platform/crypto/index.ts';

type Seeded = {
  tenant: string;
  name: string;
  type: string;
  statuses?: string;
  events?: string;
  match?: string;
  /** Below the receivers of the world where it begins with a slash. */
  addr: string;
  auth?: string;
  subject: string;
  content: string;
};

/** The secret that a webhook receiver of the world checks with. */
const receiverSecretOf = (name: string): string =>
  `whsec_${Buffer.from(`receiver-${name}`.padEnd(32, '.').slice(0, 32)).toString('base64')}`;

const severe = '$.severity == "high"';
const found = '{{tenant}}，{{time}}\n{{process}}：{{billNo}} {{containerNo}}\n{{error}}\n{{link}}';
const robot = '**{{process}}** {{billNo}}\n\n> {{error}}\n\n{{time}}\n\n[查看]({{link}})';

const feedbacks: readonly Seeded[] = [
  {
    tenant: 'ALPHA',
    name: '作业失败告警 Failed jobs',
    type: 'IN_APP',
    statuses: 'Faulted,Stopped',
    addr: 'operator',
    subject: '{{process}} {{status}}',
    content: '{{tenant}} 的作业 {{jobId}} 于 {{time}} {{status}}：{{error}} {{link}}',
  },
  {
    tenant: 'ALPHA',
    name: '作业完成邮件 Finished jobs',
    type: 'EMAIL',
    statuses: 'Successful',
    addr: 'report@portolan.example',
    subject: '{{process}} 已完成',
    content: '作业 {{jobId}}，{{time}}。{{link}}',
  },
  {
    tenant: 'ALPHA',
    name: '严重异常邮件 Severe exceptions',
    type: 'EMAIL',
    events: 'EXCEPTION_OPENED,EXCEPTION_ESCALATED,EXCEPTION_REGRESSED',
    match: severe,
    addr: 'duty@haifan.example, chief@haifan.example',
    subject: '【{{severity}}】{{process}} {{billNo}}',
    content: found,
  },
  {
    tenant: 'ALPHA',
    name: '异常推送客户系统 Exceptions to the customer',
    type: 'WEBHOOK',
    events: 'EXCEPTION_ESCALATED,EXCEPTION_REGRESSED',
    addr: '/webhook/ALPHA',
    auth: receiverSecretOf('ALPHA'),
    subject: '{{status}}：{{process}}',
    content: found,
  },
  {
    tenant: 'ALPHA',
    name: '异常复发提醒 Exceptions that came back',
    type: 'IN_APP',
    events: 'EXCEPTION_ESCALATED,EXCEPTION_REGRESSED',
    addr: '*',
    subject: '{{status}}：{{process}} {{billNo}}',
    content: found,
  },
  {
    tenant: 'BETA',
    name: '钉钉值班群 DingTalk duty group',
    type: 'DINGTALK',
    events: 'EXCEPTION_ESCALATED,EXCEPTION_REGRESSED',
    addr: '/dingtalk/robot/send?access_token=beta',
    auth: 'SECbeta',
    subject: '{{status}}：{{process}}',
    content: robot,
  },
  {
    tenant: 'BETA',
    name: '不稳定的客户系统 Unsteady customer system',
    type: 'WEBHOOK',
    events: 'EXCEPTION_ESCALATED,EXCEPTION_REGRESSED',
    addr: '/webhook/BETA?failFirst=1',
    auth: receiverSecretOf('BETA'),
    subject: '{{status}}：{{process}}',
    content: found,
  },
  {
    tenant: 'GAMMA',
    name: '企业微信值班群 WeCom duty group',
    type: 'WECOM',
    events: 'EXCEPTION_OPENED,EXCEPTION_ESCALATED,EXCEPTION_REGRESSED',
    match: severe,
    addr: '/wecom/webhook/send?key=gamma',
    subject: '{{status}}：{{process}}',
    content: robot,
  },
];

const receiversIn = '^http://[^/]+/receivers/';

/**
 * Feedback definitions of the world's tenants, once; whom they tell are receivers of the world. It may listen elsewhere
 * this time, so addresses that lead to its receivers follow it.
 */
export async function seedFeedback(
  database: Database,
  tenantIds: ReadonlyMap<string, number>,
  keys: SecretKeys,
  baseUrl: string,
): Promise<void> {
  await database.execute(
    `update feedback set feedback_addr = regexp_replace(feedback_addr, $1, $2)
     where feedback_addr ~ $1 and tenant_id = any($3) and feedback_addr not like $2 || '%'`,
    [receiversIn, `${baseUrl}/receivers/`, [...tenantIds.values()]],
  );
  if ((await readState(database, 'seeded_feedback')) !== null) return;
  await database.system
    .insertInto('feedback')
    .values(
      feedbacks.flatMap((item) => {
        const tenantId = tenantIds.get(item.tenant);
        if (tenantId === undefined) return [];
        return {
          tenant_id: tenantId,
          feedback_name: item.name,
          feedback_type: item.type,
          trigger_status: item.statuses ?? null,
          trigger_events: item.events ?? null,
          trigger_match_info: item.match ?? null,
          feedback_addr: item.addr.startsWith('/') ? `${baseUrl}/receivers${item.addr}` : item.addr,
          auth_sealed: item.auth === undefined ? null : seal(item.auth, keys),
          feedback_subject: item.subject,
          feedback_content: item.content,
        };
      }),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await keepState(database, 'seeded_feedback', true);
}
