/** What a setting is for and what it may be, for messages and docs/settings.md. */
export type SettingDoc = { zh: string; en: string; standard: string; secret?: true };

const doc = (standard: string, zh: string, en: string): SettingDoc => ({ zh, en, standard });
const secret = (standard: string, zh: string, en: string): SettingDoc => ({ zh, en, standard, secret: true });

/** All settings by the name of their environment variable. */
export const settingDocs = {
  NODE_ENV: doc('', '运行环境；production 时关闭模拟世界', '`production` switches the simulated world off'),
  PORT: doc(
    '8080',
    '网页端口，0 到 65535（0 为任意空闲端口）',
    'Port of the web application, 0 to 65535 (0 = any free one)',
  ),
  HOST: doc('127.0.0.1', '监听地址', 'Address to listen on'),
  DATA_DIR: doc('./data', '内置数据库的目录', 'Directory of the embedded database'),
  DATABASE_URL: secret(
    '',
    'PostgreSQL 15+ 的连接地址，如 postgres://user:pass@host/db；多个主机用逗号分隔（host1:5432,host2:5432），使用其中可写的一个；不设置则使用内置数据库',
    'Connection URL of PostgreSQL 15+, such as postgres://user:pass@host/db; of several hosts separated by commas (host1:5432,host2:5432) the one that takes writes is used; without it the embedded database is used',
  ),
  DATABASE_READ_URL: secret(
    '',
    '只读副本的连接地址，多个主机用逗号分隔：列表、搜索、导出、地图与分析由它们读取，且总能读到已提交的内容；副本不可用或落后时改读主库',
    'Connection URL of read replicas, several hosts separated by commas: lists, searches, exports, maps and analytics are read there, always with everything that is committed; where no replica is up or up to date, the primary is read',
  ),
  DATABASE_READ_WAIT_MS: doc(
    '200',
    '读取时最多等待副本追上主库的毫秒数，0 到 10000；超过后该副本停用，直到追上',
    'Milliseconds that a read waits for a replica that is behind, 0 to 10000; a replica that takes longer is left out until it has caught up',
  ),
  ANALYTICS_ADDRESS: doc(
    'host and port of DATABASE_URL',
    '分析工具（Metabase、Grafana 等）连接数据库的主机与端口，例如只读副本 replica.example:5432；仅用于页面显示',
    'Host and port at which tools of analysts (Metabase, Grafana) reach the database, such as a read replica: replica.example:5432; only shown on the page',
  ),
  POOL_SIZE: doc('10', '数据库连接数，2 到 200', 'Database connections, 2 to 200'),
  LOG_LEVEL: doc(
    'warn (info in production)',
    '日志级别：fatal、error、warn、info、debug、trace、silent',
    'One of fatal, error, warn, info, debug, trace, silent',
  ),
  PUBLIC_URL: doc('', '浏览器访问本产品的 http(s) 地址', 'http(s) address at which browsers reach the product'),
  TRUST_PROXY: doc(
    'off',
    '反向代理：off、层数（例如 1）或受信任的地址列表',
    'Reverse proxy: off, the number of proxies (such as 1), or a list of trusted addresses',
  ),
  SECRET_KEY: secret(
    'made in DATA_DIR',
    '加密密钥，32 字节的 base64；轮换时用逗号分隔，新的在前',
    'Key that encrypts stored secrets, 32 bytes as base64; while rotating, several keys separated by commas, the new one first',
  ),
  SESSION_IDLE_HOURS: doc(
    '12',
    '无操作多少小时后需要重新登录',
    'Hours without activity after which users must sign in again',
  ),
  SESSION_MAX_HOURS: doc('168', '登录最长有效小时数', 'Maximum length of a session in hours'),
  PASSWORD_POLICY: doc(
    'strict (standard with the simulated world)',
    '新密码的要求：standard 为 6 位以上且含大小写字母和数字；strict 另需 12 位以上，且不在常见密码之列',
    'Rules for new passwords. `standard`: at least 6 characters with upper-case and lower-case letters and digits; `strict`: also at least 12 characters, and not easily guessed',
  ),
  PASSWORD_SIGN_IN: doc(
    'on',
    '是否允许用密码登录；off 时只能通过 OIDC 登录',
    'Whether users may sign in with a password; with `off` only OIDC is possible',
  ),
  PASSWORD_CHANGE_BY_GET: doc(
    'off',
    '是否允许以 GET 方式修改密码（旧客户端需要时打开；密码可能留在代理的日志中）',
    'Whether a password may be changed by GET, for old clients that need it; proxies may log the password',
  ),
  RATE_LIMIT_PER_MINUTE: doc(
    '3000',
    '每个会话每分钟请求上限，0 为不限',
    'Maximum number of calls per minute and session, 0 = no limit',
  ),
  METRICS_TOKEN: secret(
    '',
    '/metrics 的访问令牌，至少 8 个字符；不设置则仅本机可访问',
    'Bearer token for /metrics, at least 8 characters; without it /metrics can only be read from this machine',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: doc(
    '',
    'OpenTelemetry 采集器的 http(s) 地址，按 OTLP/HTTP 导出调用、任务、来源查询和通知的链路；其他 OTEL_* 变量按 OpenTelemetry 的约定生效',
    'http(s) address of an OpenTelemetry collector: spans of calls, tasks, questions to sources and notifications are exported by OTLP/HTTP; other OTEL_* variables work as OpenTelemetry documents them',
  ),
  OTEL_SERVICE_NAME: doc('portolan', '链路中的服务名称', 'Name of the service in traces'),
  VALIDATE_ANSWERS: doc(
    'off',
    '校验所有返回内容是否符合接口定义（on/off）',
    'Check every answer against the contract (on/off)',
  ),
  DATA_PAGE_URL: doc('', '外部数据页面的 http(s) 地址', 'http(s) address of an external data page'),
  FT_PAGE_URL: doc('', '外部海运跟踪页面的 http(s) 地址', 'http(s) address of an external ocean tracking page'),
  EMBED_ANCESTORS: doc(
    '',
    '允许嵌入 /embed 页面的来源，以逗号分隔',
    'Origins that may embed /embed pages, separated by commas',
  ),
  OIDC_ISSUER: doc('', 'OIDC 身份提供方的 http(s) 地址', 'http(s) address of the OIDC identity provider'),
  OIDC_CLIENT_ID: doc('', 'OIDC 客户端标识', 'OIDC client id'),
  OIDC_CLIENT_SECRET: secret('', 'OIDC 客户端密钥', 'OIDC client secret'),
  OIDC_SCOPE: doc('openid profile email', 'OIDC 请求的范围', 'OIDC scopes to request'),
  OIDC_CLAIM: doc(
    'sub',
    '标识用户的声明；sub 之外的值与用户代码匹配',
    'Claim that identifies the user; claims other than sub are compared with the user code',
  ),
  FUNCTION_BASE_URLS: doc(
    '',
    '函数接口可调用的基础地址：JSON 对象，或以逗号分隔的 名称=地址；地址为 http(s)，不含账号、参数和锚点',
    'Base addresses that function interfaces may call: a JSON object, or NAME=url separated by commas; http(s) without user name, query or fragment',
  ),
  SMTP_URL: secret(
    'mail server of the simulated world',
    '发信服务器，如 smtp://用户:密码@主机:587 或 smtps://主机；不设置则不能发送邮件',
    'Mail server, such as smtp://user:pass@host:587 or smtps://host; without it no email is sent',
  ),
  SMTP_FROM: doc('Portolan <portolan@localhost>', '邮件的发件人', 'Sender address of emails'),
  NOTIFY_ALLOWED_URLS: doc(
    '',
    '通知、函数接口和所接入的数据源可以访问的内部 http(s) 基础地址，以逗号分隔；其余内部地址一律拒绝（以 IP 给出的函数基础地址除外）',
    'Internal http(s) base addresses that notifications, functions and connected sources may call, separated by commas; all other internal addresses are refused, except function base addresses given as an IP address',
  ),
  NOTIFY_TIMEOUT_S: doc(
    '10',
    '等待通知接收方应答的秒数，最大 60',
    'Seconds to wait for the answer of a notification receiver, at most 60',
  ),
  SMS_GATEWAY_URL: doc(
    '',
    '短信网关的 http(s) 地址，接收 {to, text}；不设置则不能发送短信',
    'http(s) address of an SMS gateway that accepts {to, text}; without it no text message is sent',
  ),
  DISK_LEAST_FREE_MB: doc(
    '200',
    '内置数据库所在磁盘至少保留的空间（MB）；低于此值时不启动，运行中则停止写入、只可查询，/readyz 返回 503',
    'MB that must be free on the disk of the embedded database; with less the product does not start, and a running one refuses writes, still answers queries, and returns 503 for /readyz',
  ),
  WORKER_PORT: doc(
    'off',
    '没有 web 角色的进程在此端口回答 /healthz、/readyz 和 /metrics，0 到 65535 或 off；地址为 HOST，/metrics 的规则与网页端口相同',
    'Port at which a process without the web role answers /healthz, /readyz and /metrics, 0 to 65535 or off; the address is HOST, and /metrics follows the same rules as on the port of the web application',
  ),
  WORKER_CONCURRENCY: doc(
    '2',
    '同时处理的任务批数，1 到 64',
    'Number of task batches processed at the same time, 1 to 64',
  ),
  SOURCE_TIMEOUT_S: doc(
    '30',
    '请求数据源的超时秒数，最大 120',
    'Seconds to wait for the answer of a data source, at most 120',
  ),
  AIS_SOURCES: doc(
    'the simulated world',
    'AIS 数据来源，以逗号分隔：tcp://主机:端口（主动连接）、tcp-listen://地址:端口、udp://地址:端口（监听）、file:///路径（回放）；off 为不接收。AISStream 在“数据源”页面用密钥连接',
    'Where AIS sentences come from, separated by commas: tcp://host:port (we connect), tcp-listen://address:port and udp://address:port (we listen), file:///path (replay); off = none. AISStream is connected with a key on the page "Sources"',
  ),
  ADSB_SOURCES: doc(
    '',
    '航班位置的 ADS-B 接收机，以逗号分隔：sbs://主机[:30003]（BaseStation 文本）、http://主机/data/aircraft.json（readsb、dump1090）；未设置或 off 为不接收',
    'ADS-B receivers for positions of flights, separated by commas: sbs://host[:30003] (BaseStation text), http://host/data/aircraft.json (readsb, dump1090); not set or off = none',
  ),
  JT808_PORT: doc(
    '6808',
    'JT/T 808 车载终端连接的 TCP 端口，0 为任意空闲端口，off 为不接收；端口被占用时产品照常启动并继续重试',
    'TCP port for JT/T 808 vehicle devices, 0 = any free one, off = none; if the port is in use, the product still runs and keeps trying to open it',
  ),
  GT06_PORT: doc(
    '5023',
    'GT06 车载终端连接的 TCP 端口，0 为任意空闲端口，off 为不接收',
    'TCP port for GT06 vehicle devices, 0 = any free one, off = none',
  ),
  VEHICLE_HOST: doc('HOST', '车载终端端口的监听地址', 'Address that the ports for vehicle devices listen on'),
  VEHICLE_SIGN_INS_PER_ADDRESS: doc(
    '20',
    '同一地址可同时有多少个尚未鉴权的终端连接，1 到 1000；大量终端经运营商同一出口地址接入时调大',
    'Connections of devices from one address that may be waiting to authenticate, 1 to 1000; raise it where many devices come through one address of their mobile operator',
  ),
  VEHICLE_RETENTION_DAYS: doc('60', '车辆位置保留天数，1 到 400', 'Days that vehicle positions are kept, 1 to 400'),
  AIS_RETENTION_DAYS: doc('60', '船舶位置保留天数，1 到 400', 'Days that vessel positions are kept, 1 to 400'),
  ANSWER_RETENTION_DAYS: doc(
    '90',
    '已被更新应答取代的数据源应答与机器人页面保留天数，1 到 3650',
    'Days that source answers and robot pages are kept after a newer one has replaced them, 1 to 3650',
  ),
  EDI_RETENTION_DAYS: doc(
    '400',
    'EDI 文件与报文、导入邮件的保留天数，30 到 3650',
    'Days that EDI files and messages, and e-mails with imports, are kept, 30 to 3650',
  ),
  NOTIFICATION_RETENTION_DAYS: doc(
    '180',
    '已发出或已放弃的通知保留天数，1 到 3650',
    'Days that notifications are kept after they were sent or given up, 1 to 3650',
  ),
  REFUSAL_RETENTION_DAYS: doc(
    '90',
    '被拒内容及无人处理的未知港口代码保留天数，1 到 3650',
    'Days that refused data and unmapped port codes are kept, 1 to 3650',
  ),
  RUN_RETENTION_DAYS: doc(
    '90',
    '已结束的运行（重新读取、重新融合、规则与解析器测试）、作业及失败任务保留天数，1 到 3650',
    'Days that finished runs (re-reading, recomputing, tests of rules and parsers), jobs and failed tasks are kept, 1 to 3650',
  ),
  AUDIT_RETENTION_DAYS: doc(
    '0',
    '操作审计保留天数，0 到 36500（0 为永久保留）',
    'Days that the audit log is kept, 0 to 36500 (0 = forever)',
  ),
  ARCHIVE_FOLDER: doc(
    '',
    '归档目录：早已结束的运输的历史和应答以 Parquet 文件移入其中，仍可按时间回溯；所有进程须使用同一目录，并与数据库一起备份；未设置时不归档',
    'Folder of the archive: history and answers of shipments that ended long ago move there as Parquet files, and time travel still reads them; the same folder for all processes, backed up with the database; if not set, nothing is archived',
  ),
  ARCHIVE_AFTER_DAYS: doc(
    '400',
    '运输结束多少天后可以归档，400 到 36500',
    'Days after its end when a shipment may go to the archive, 400 to 36500',
  ),
  MAIL_IN_PORT: doc(
    'off',
    '接收导入邮件的 SMTP 端口，0 为任意空闲端口，off 为不接收；需同时设置 MAIL_IN_DOMAIN。多个 worker 进程时只在其中一个设置',
    'SMTP port that takes e-mails with orders and references, 0 = any free one, off = none; needs MAIL_IN_DOMAIN. With several workers set it for one of them',
  ),
  MAIL_IN_DOMAIN: doc(
    '',
    '租户导入地址的邮件域名，如 inbound.example.com；所有进程都要设置',
    'Mail domain of the addresses of tenants, such as inbound.example.com; set it for all processes',
  ),
  MAIL_IN_HOST: doc('HOST', '邮件端口的监听地址', 'Address that the port for e-mails listens on'),
  MAIL_IN_TLS_CERT: doc(
    '',
    '邮件端口的证书文件（PEM，含证书链）；与 MAIL_IN_TLS_KEY 一起设置后提供 STARTTLS',
    'File with the certificate of the port for e-mails (PEM, with its chain); with MAIL_IN_TLS_KEY it offers STARTTLS',
  ),
  MAIL_IN_TLS_KEY: doc('', '邮件端口证书的私钥文件（PEM）', 'File with the private key of that certificate (PEM)'),
  MAIL_IN_MAX_MB: doc('25', '一封邮件的最大字节数（MB），1 到 100', 'Size of an e-mail in MB at most, 1 to 100'),
  EDI_FOLDER: doc(
    'edi in DATA_DIR with the simulated world',
    'EDI 文件目录：系统读取放入其中的文件，并将发送的报文写入 out 子目录；未设置时不使用目录',
    'Folder for EDI files: incoming files are read from it, outgoing messages are written to its subfolder out; if not set, no folder is used',
  ),
  CARGO_IMP_FOLDER: doc(
    'cargo-imp in DATA_DIR with the simulated world',
    '航空公司 Cargo-IMP 报文目录：系统读取放入其中的报文文件和邮件（.eml）；未设置时不使用目录',
    'Folder for airline Cargo-IMP messages: message files and emails (.eml) are read from it; if not set, no folder is used',
  ),
  SIMULATOR: doc(
    'on with the embedded database',
    '是否运行模拟世界（on/off）',
    'Whether the simulated world runs (on/off)',
  ),
  SIMULATOR_PORT: doc('8090', '模拟世界的端口，0 到 65535', 'Port of the simulated world, 0 to 65535'),
  SIMULATOR_URL: doc(
    'http://127.0.0.1:SIMULATOR_PORT',
    '模拟世界在其他进程运行时的 http(s) 地址',
    'http(s) address of a simulated world in another process',
  ),
  SIMULATOR_SEED: doc('portolan', '模拟世界的种子', 'Seed of the simulated world'),
  SIMULATOR_PEOPLE: doc(
    'on',
    '模拟世界里的同事是否处理异常（on/off）',
    'Whether simulated colleagues handle exceptions (on/off)',
  ),
  SIMULATOR_ROBOTS: doc(
    'on',
    '模拟世界是否启动机器人进程（on/off）',
    'Whether the simulated world starts robots, each as a separate process (on/off)',
  ),
} as const satisfies Record<string, SettingDoc>;

export type SettingName = keyof typeof settingDocs;

/** The settings as a markdown table. */
export function settingsTable(): string {
  const rows = Object.entries<SettingDoc>(settingDocs).map(
    ([name, { zh, en, standard }]) => `| \`${name}\` | ${standard === '' ? '' : `\`${standard}\``} | ${zh}<br>${en} |`,
  );
  return ['| 设置 Setting | 默认 Default | 说明 Meaning |', '| --- | --- | --- |', ...rows].join('\n');
}
