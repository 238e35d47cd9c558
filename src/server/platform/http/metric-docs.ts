/** What a metric is: its type, labels, unit ('' = a count or a state) and meaning. */
export type MetricDoc = {
  type: 'counter' | 'gauge' | 'histogram';
  labels: readonly string[];
  unit: 'seconds' | 'bytes' | 'days' | '';
  zh: string;
  en: string;
  /** Made by the metrics library itself, not by us. */
  standard?: true;
};

type Kind = Pick<MetricDoc, 'type' | 'unit'>;
const count: Kind = { type: 'counter', unit: '' };
const state: Kind = { type: 'gauge', unit: '' };
const seconds: Kind = { type: 'gauge', unit: 'seconds' };
const bytes: Kind = { type: 'gauge', unit: 'bytes' };
const duration: Kind = { type: 'histogram', unit: 'seconds' };
const spent: Kind = { type: 'counter', unit: 'seconds' };
const daysLeft: Kind = { type: 'gauge', unit: 'days' };

const doc = <const L extends readonly string[]>(kind: Kind, labels: L, zh: string, en: string) => ({
  ...kind,
  labels,
  zh,
  en,
});
const standard = (kind: Kind, zh: string, en: string, labels: readonly string[] = []) => ({
  ...doc(kind, labels, zh, en),
  standard: true as const,
});

/** Every metric that /metrics answers, by name. A test compares it with what a process registers. */
export const metricDocs = {
  portolan_call_duration_seconds: doc(
    duration,
    ['call', 'status'],
    '接口调用耗时，按调用和 HTTP 状态',
    'Duration of calls by call and HTTP status',
  ),
  portolan_calls: doc(state, ['state'], '正在执行和排队等待的调用', 'Calls that run, and that wait for their turn'),
  portolan_calls_refused_total: doc(
    count,
    [],
    '因排队过多或等待过久而拒绝的调用',
    'Calls refused because too many of their session or tenant waited, or they waited too long',
  ),
  portolan_sign_ins_total: doc(count, ['outcome'], '登录次数，按结果', 'Sign-ins by outcome'),
  portolan_live_streams: doc(state, [], '打开的实时推送连接', 'Open live streams'),
  portolan_tasks: doc(state, ['kind', 'status'], '后台任务数，按种类和状态', 'Tasks by kind and status'),
  portolan_task_oldest_due_seconds: doc(
    seconds,
    ['kind'],
    '各种类中最早到期而未执行的任务已等待多久；0 表示没有积压。按产品时钟计算',
    'How long the oldest due task of a kind has waited, by the clock of the product; 0 when none is due',
  ),
  portolan_task_results_total: doc(
    count,
    ['process', 'kind', 'result'],
    '各进程处理的任务数：done 完成，failed 失败后重试，dead 放弃，lost 租约过期后才完成（结果作废）',
    'Tasks worked off by each process: done; failed and tried again; dead, given up; lost, finished after the lease ran out, without effect',
  ),
  portolan_source_consecutive_failures: doc(state, ['source'], '数据源连续失败次数', 'Failures of a source in a row'),
  portolan_source_last_success_age_seconds: doc(
    seconds,
    ['source'],
    '数据源最近一次成功应答距今多久，按产品时钟；从未成功则没有数值',
    'Time since a source last answered, by the clock of the product; no value before its first answer',
  ),
  portolan_ais_reconnects: doc(
    state,
    ['feed'],
    'AIS 接收来源自接收进程启动以来的重连次数',
    'Connections of an AIS feed that were lost and made again, since the receiving process started',
  ),
  portolan_ais_dropped_messages: doc(
    state,
    ['feed'],
    '因来不及写入或过长而丢弃的 AISStream 消息数，自接收进程启动以来',
    'AISStream messages dropped because writing was too slow or they were too long, since the receiving process started',
  ),
  portolan_certificate_days_left: doc(
    daysLeft,
    ['process', 'use', 'host'],
    '数据源（source）和通知接收方（notification）的 TLS 证书剩余天数，取自最近一次连接；每个进程只报最早到期的 20 个',
    'Days until the TLS certificate of a source or notification receiver expires, as seen at the last connection; each process reports the 20 that expire first',
  ),
  portolan_database_up: doc(
    state,
    [],
    '数据库在 2 秒内有应答时为 1，否则为 0',
    '1 while the database answers within 2 seconds, else 0',
  ),
  portolan_writes_refused: doc(
    state,
    [],
    '最近 30 秒内数据库因磁盘已满而拒绝写入时为 1',
    '1 while the database refuses writes because its disk is full, and for 30 seconds after',
  ),
  portolan_disk_free_bytes: doc(
    bytes,
    [],
    '内置数据库所在磁盘的可用空间',
    'Free space on the disk of the embedded database',
  ),
  portolan_disk_least_free_bytes: doc(
    bytes,
    [],
    '低于此值时内置数据库停止写入',
    'With less free space the embedded database refuses writes',
  ),
  portolan_database_connections: doc(
    state,
    ['state'],
    '本进程的 PostgreSQL 连接：busy 使用中，idle 空闲',
    'Connections of this process to PostgreSQL: busy or idle',
  ),
  portolan_database_waiting: doc(
    state,
    [],
    '等待空闲数据库连接的语句和事务数',
    'Statements and transactions of this process that wait for a free connection to the database',
  ),
  portolan_read_replica_up: doc(
    state,
    ['host'],
    '只读副本已追上主库、可供本进程读取时为 1，否则为 0',
    '1 while this process reads on a replica, 0 while it is left out because it is away or behind',
  ),
  portolan_read_replica_reads: doc(
    state,
    ['host'],
    '本进程在该只读副本上执行的读取数',
    'Reads of this process on a replica since it started',
  ),
  portolan_replication_lag_bytes: doc(
    bytes,
    ['standby'],
    '备库尚未重放的日志量；需要 pg_monitor 权限',
    'Log that a standby has not replayed yet; needs the role pg_monitor',
  ),
  portolan_replication_lag_seconds: doc(
    seconds,
    ['standby'],
    '备库最近一次重放落后的时间；重放停止时不再增长，请看字节数。需要 pg_monitor 权限',
    'Time of the last replay of a standby behind its write; does not grow while replay stands still: see the bytes. Needs the role pg_monitor',
  ),
  portolan_connections: doc(
    state,
    ['process', 'listener', 'state'],
    '各监听端口的连接：waiting 未鉴权，signed_in 已鉴权',
    'Open connections to a listener: those that have not signed in, and those that have',
  ),
  portolan_connections_refused_total: doc(
    count,
    ['process', 'listener', 'reason'],
    '监听端口拒绝或关闭的连接，按原因',
    'Connections that a listener refused or closed, by reason',
  ),
  portolan_vehicle_gateway_count: doc(
    state,
    ['count'],
    '车辆网关启动以来的计数，如报文、暂存位置、被限制的尝试',
    'What the gateway of vehicles has counted since it started, such as reports, positions kept aside and braked attempts',
  ),
  portolan_vehicle_legacy_devices: doc(
    state,
    [],
    '仍用旧版鉴权码登录的车载终端',
    'Devices of vehicles that still sign in with the code of earlier versions',
  ),
  portolan_cache_bytes: doc(bytes, ['process', 'cache'], '各缓存占用（约）', 'Bytes that a cache holds, about'),
  portolan_cache_limit_bytes: doc(bytes, ['process', 'cache'], '各缓存的上限', 'Bytes that a cache may hold'),
  portolan_cache_entries: doc(state, ['process', 'cache'], '各缓存的条目数', 'Entries of a cache'),
  portolan_process_memory_bytes: doc(
    bytes,
    ['process'],
    '各进程的常驻内存；没有 web 角色的进程每 15 秒上报',
    'Resident memory of each process; those without the web role report it every 15 seconds',
  ),
  portolan_process_cpu_user_seconds_total: standard(spent, '用户态处理器时间', 'Processor time in user mode'),
  portolan_process_cpu_system_seconds_total: standard(spent, '内核态处理器时间', 'Processor time in the kernel'),
  portolan_process_cpu_seconds_total: standard(spent, '处理器时间合计', 'Processor time'),
  portolan_process_start_time_seconds: standard(
    seconds,
    '进程启动时刻（Unix 时间）',
    'Start of the process, Unix time',
  ),
  portolan_process_resident_memory_bytes: standard(bytes, '常驻内存', 'Resident memory'),
  portolan_process_virtual_memory_bytes: standard(bytes, '虚拟内存', 'Virtual memory'),
  portolan_process_heap_bytes: standard(bytes, '进程数据段', 'Data segment of the process'),
  portolan_process_open_fds: standard(state, '打开的文件描述符', 'Open file descriptors'),
  portolan_process_max_fds: standard(state, '文件描述符上限', 'Limit of open file descriptors'),
  portolan_nodejs_eventloop_lag_seconds: standard(seconds, '事件循环当前延迟', 'Delay of the event loop now'),
  portolan_nodejs_eventloop_lag_min_seconds: standard(seconds, '事件循环最小延迟', 'Least delay of the event loop'),
  portolan_nodejs_eventloop_lag_max_seconds: standard(seconds, '事件循环最大延迟', 'Longest delay of the event loop'),
  portolan_nodejs_eventloop_lag_mean_seconds: standard(seconds, '事件循环平均延迟', 'Mean delay of the event loop'),
  portolan_nodejs_eventloop_lag_stddev_seconds: standard(
    seconds,
    '事件循环延迟的标准差',
    'Standard deviation of the delay of the event loop',
  ),
  portolan_nodejs_eventloop_lag_p50_seconds: standard(
    seconds,
    '事件循环延迟的中位数',
    'Median delay of the event loop',
  ),
  portolan_nodejs_eventloop_lag_p90_seconds: standard(
    seconds,
    '事件循环延迟的 90 分位数',
    '90th percentile of the delay of the event loop',
  ),
  portolan_nodejs_eventloop_lag_p99_seconds: standard(
    seconds,
    '事件循环延迟的 99 分位数',
    '99th percentile of the delay of the event loop',
  ),
  portolan_nodejs_active_resources: standard(state, '活动资源，按类型', 'Active resources by type', ['type']),
  portolan_nodejs_active_resources_total: standard(state, '活动资源合计', 'Active resources'),
  portolan_nodejs_active_handles: standard(state, '活动句柄，按类型', 'Active handles by type', ['type']),
  portolan_nodejs_active_handles_total: standard(state, '活动句柄合计', 'Active handles'),
  portolan_nodejs_active_requests: standard(state, '活动请求，按类型', 'Active requests of libuv by type', ['type']),
  portolan_nodejs_active_requests_total: standard(state, '活动请求合计', 'Active requests of libuv'),
  portolan_nodejs_heap_size_total_bytes: standard(bytes, 'JavaScript 堆大小', 'Size of the JavaScript heap'),
  portolan_nodejs_heap_size_used_bytes: standard(bytes, 'JavaScript 堆已用', 'Used part of the JavaScript heap'),
  portolan_nodejs_external_memory_bytes: standard(bytes, '堆外内存', 'Memory outside of the JavaScript heap'),
  portolan_nodejs_heap_space_size_total_bytes: standard(bytes, '各堆空间大小', 'Size of each heap space', ['space']),
  portolan_nodejs_heap_space_size_used_bytes: standard(bytes, '各堆空间已用', 'Used part of each heap space', [
    'space',
  ]),
  portolan_nodejs_heap_space_size_available_bytes: standard(
    bytes,
    '各堆空间可用',
    'Available part of each heap space',
    ['space'],
  ),
  portolan_nodejs_version_info: standard(state, 'Node.js 版本', 'Version of Node.js', [
    'version',
    'major',
    'minor',
    'patch',
  ]),
  portolan_nodejs_gc_duration_seconds: standard(
    duration,
    '垃圾回收耗时，按种类',
    'Duration of garbage collections by kind',
    ['kind'],
  ),
} satisfies Record<string, MetricDoc>;

export type MetricName = keyof typeof metricDocs;

/** docs/metrics.md: a table of our own metrics and one of those of the library. */
export function metricsDocument(): string {
  const table = (isStandard: boolean): string[] => [
    '| Metric | Type | Unit | Labels | 含义 | Meaning |',
    '| --- | --- | --- | --- | --- | --- |',
    ...Object.entries<MetricDoc>(metricDocs)
      .filter(([, one]) => (one.standard === true) === isStandard)
      .map(
        ([name, { type, unit, labels, zh, en }]) =>
          `| \`${name}\` | ${type} | ${unit} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${zh} | ${en} |`,
      ),
  ];
  return [
    '# Metrics 指标',
    '',
    '`/metrics` answers in the text format of Prometheus: to this machine, or with `METRICS_TOKEN` to anybody who sends it as a bearer token.',
    'Metrics with the label `process` are reported for all processes; the others are those of the process that is asked, or come from the',
    'database. Ready-made rules and dashboards: [deploy/prometheus](../deploy/prometheus), [deploy/grafana](../deploy/grafana). What to do when',
    'an alert fires: [operations](operations.md#alerts). This file is generated from `src/server/platform/http/metric-docs.ts`.',
    '`/metrics` 以 Prometheus 文本格式应答：默认仅本机可访问；设置 `METRICS_TOKEN` 后凭该令牌（Bearer）访问。带 `process` 标签的指标涵盖所有进程，',
    '其余为应答进程自身或数据库的数值。现成的告警规则与看板见 [deploy/prometheus](../deploy/prometheus) 和 [deploy/grafana](../deploy/grafana)。',
    '',
    ...table(false),
    '',
    '## Of the runtime 运行时',
    '',
    ...table(true),
    '',
  ].join('\n');
}
