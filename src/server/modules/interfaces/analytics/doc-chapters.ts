/** What the documentation says around the tables of the data sets. */
export const chapters = {
  en: {
    before: `
# Data for analysts

The same data sets come in two ways:

- as views of the schema \`analytics\` in PostgreSQL, for tools that speak SQL (Metabase, Grafana, psql, notebooks);
- as Parquet files, for data lakes; also where Portolan runs on its embedded database, which takes no connections.

Names of data sets and columns are stable. A column may be added; none is renamed or changes its meaning without an entry in the changelog.
This page, the comments in the database (\`\\d+ analytics.shipment\`) and the files follow from one declaration
(\`src/server/modules/interfaces/analytics/datasets\`).

## SQL

An administrator creates an account on the page **Analytics → SQL accounts**, for one tenant. It is a role of PostgreSQL with a random name,
because every role can read the names of all others. The password is shown once and can be changed; removing an account closes its
connections. Each of these is in the audit.

| What an account has | |
| --- | --- |
| Rights | \`select\` on the views of \`analytics\`, nothing else |
| Rows | Those of its tenant; none once it is suspended or the tenant is not active |
| Connections | 5 at once |
| Session | read-only, \`statement_timeout\` 120 s, \`work_mem\` 16 MB, no parallel workers, ends after 15 minutes of silence |

A session can change its own limits, as PostgreSQL has it. Portolan therefore looks every ten seconds and ends what runs for more than three
minutes, transactions of more than five, and sessions that are silent for half an hour. An account that takes advisory locks, creates a table
or writes a large object is suspended until its password is changed.

What PostgreSQL needs:

1. \`DATABASE_URL\` names a user that may create roles: \`alter role portolan createrole;\`. The page says so when the right is missing.
2. \`pg_hba.conf\` lets the accounts connect, with \`scram-sha-256\` and TLS: \`hostssl DATABASE all ADDRESSES scram-sha-256\`.
3. The page lists statements that take back rights which PostgreSQL gives to everybody (temporary tables, advisory locks, other databases).
4. Better: a streaming replica for analysts. Roles, views and rows are the same there, a session can take no lock of Portolan and write
   nothing. Set \`ANALYTICS_ADDRESS\` to it, so that the page shows that address. Portolan itself reads from the primary server only.

A transaction pooler (PgBouncer) in front of analysts works: the views look at \`current_user\` alone.

### Metabase

Admin → Databases → Add → PostgreSQL: host, port, database, user and password from the page; Schemas: "Only these" → \`analytics\`; TLS as
the server has it. Metabase shows the comments of columns as their descriptions.

### Grafana

Connections → Data sources → PostgreSQL: host, database, user, password. A panel over time:

\`\`\`sql
select date_trunc('day', found_at) as time, severity, count(*) from analytics.exception
where $__timeFilter(found_at) group by 1, 2 order by 1
\`\`\`

### psql

\`\`\`sql
-- How late do vessels arrive, by carrier?
select carrier_code, count(*), avg(actual_arrival - planned_arrival) as late
from analytics.shipment where actual_arrival is not null and planned_arrival is not null group by 1 order by 3 desc;

-- Which source reports the departure first?
select actual_source_type, count(*) from analytics.milestone where milestone_code = 'DLPT' group by 1;
\`\`\`

Tried with psql 15 and node-postgres. Neither Metabase nor Grafana could be installed where this was written: their steps are those of their
documentation and were not tried.
`,
    types:
      'A `?` behind a type: the value may be null. Times are `timestamptz`; files have them in milliseconds, UTC. In files `bigint` is INT64, `integer` INT32, `numeric` DECIMAL(18, scale), `date` DATE, `double precision` DOUBLE, `text` a string with a dictionary.',
    after: `
## Parquet files

On the page **Analytics → Parquet files**: choose the data set and press "Create file". The file is written by a worker, step by step, and kept
for three days. Rows are written in groups, compressed with Snappy.

Programs use an API key with the scope "data files". It works in the name of its creator, within the key's tenant.

| Call below \`/api/data-center/files/v1\` | |
| --- | --- |
| \`GET /datasets\` | Data sets with their columns |
| \`POST /files\` \`{"dataset":"shipment","since":"all"}\` | Orders a file; with the header \`Idempotency-Key\` the same order sent twice is one file |
| \`GET /files\`, \`GET /files/{exportId}\` | States, rows, size, \`since\` and \`token\` |
| \`GET /files/{exportId}/content\` | The file |

At most ten files of a person are written at once; the eleventh order is refused until one is done.

### Only what changed

\`since\` is one of

- \`all\`;
- \`last\`: since the last finished file of this data set that the same person ordered;
- the \`token\` of an earlier file;
- an ISO 8601 time with its zone. Times are known to about ten minutes, for 90 days: the file begins at the last known moment before it.

The token is no time but the oldest transaction that was under way when the rows were chosen. Whatever a later transaction wrote, or one that
was still open, is in the next file: a row that is committed late is not lost. Some rows may come twice. A reader removes the rows that a file
replaces (see each data set), then adds those of the file.

A file is complete, and says so by \`"since": null\`, when there is no such token: it is older than a thousand million transactions, or of
another database (restored from a backup, or upgraded by \`pg_upgrade\`).

Rows that were deleted are in no file. Compare with a complete file now and then, such as once a week.

\`\`\`python
# DuckDB: keeps a table of shipments up to date
con.execute("delete from shipment using read_parquet('shipment.parquet') f where shipment.shipment_id = f.shipment_id")
con.execute("insert into shipment select * from read_parquet('shipment.parquet')")
\`\`\`

Files are tested with two other readers: hyparquet in every run of the tests, DuckDB 1.5 by hand.
`,
  },
  zh: {
    before: `
# 分析数据

同样的数据集有两种取用方式：

- PostgreSQL 中 schema \`analytics\` 的视图，供使用 SQL 的工具（Metabase、Grafana、psql、笔记本）查询；
- Parquet 文件，供数据湖使用；航图运行在内置数据库上时不接受外部连接，也使用此方式。

数据集和列的名称保持稳定：可能增加列，但不会在更新记录未说明的情况下改名或改变含义。本页、数据库中的注释（\`\\d+ analytics.shipment\`）和文件均由同一份声明生成（\`src/server/modules/interfaces/analytics/datasets\`）。

## SQL

管理员在 **数据分析 → SQL 账号** 页面为一个租户创建账号。账号即 PostgreSQL 的一个角色，名称随机，因为任何角色都能看到其他角色的名称。密码只显示一次，可以更换；删除账号时其连接立即断开。以上操作均记入审计。

| 账号的限制 | |
| --- | --- |
| 权限 | 仅可 \`select\` \`analytics\` 的视图 |
| 数据行 | 仅本租户；账号停用或租户停用后为空 |
| 连接数 | 同时 5 个 |
| 会话 | 只读，\`statement_timeout\` 120 秒，\`work_mem\` 16 MB，不使用并行，静默 15 分钟后断开 |

PostgreSQL 允许会话自行修改这些限制，因此航图每十秒检查一次：结束运行超过三分钟的语句、超过五分钟的事务和静默半小时的会话。占用 advisory 锁、创建表或写入大对象的账号将被停用，更换密码后恢复。

PostgreSQL 需要：

1. \`DATABASE_URL\` 的用户可以创建角色：\`alter role portolan createrole;\`。缺少此权限时页面会提示。
2. \`pg_hba.conf\` 允许这些账号以 \`scram-sha-256\` 和 TLS 连接：\`hostssl 数据库 all 地址 scram-sha-256\`。
3. 页面列出若干语句，用于收回 PostgreSQL 默认给予所有用户的权限（临时表、advisory 锁、其他数据库）。
4. 更好的做法是为分析人员设置流复制副本：角色、视图和数据行相同，会话既不能占用航图的锁，也不能写入。将 \`ANALYTICS_ADDRESS\` 设为副本地址，页面即显示该地址。航图自身只使用主库。

分析人员可以经事务模式的连接池（PgBouncer）连接：视图只取决于 \`current_user\`。

### Metabase

管理 → 数据库 → 添加 → PostgreSQL：填写页面给出的主机、端口、数据库、用户名和密码；Schemas 选“仅限”\`analytics\`；TLS 按服务器设置。Metabase 将列注释显示为说明。

### Grafana

Connections → Data sources → PostgreSQL：填写主机、数据库、用户名和密码。按时间统计的面板：

\`\`\`sql
select date_trunc('day', found_at) as time, severity, count(*) from analytics.exception
where $__timeFilter(found_at) group by 1, 2 order by 1
\`\`\`

### psql

\`\`\`sql
-- 各船公司平均晚到多久？
select carrier_code, count(*), avg(actual_arrival - planned_arrival) as late
from analytics.shipment where actual_arrival is not null and planned_arrival is not null group by 1 order by 3 desc;

-- 离港由哪类来源报告？
select actual_source_type, count(*) from analytics.milestone where milestone_code = 'DLPT' group by 1;
\`\`\`

已用 psql 15 和 node-postgres 试过。编写本文的环境无法安装 Metabase 和 Grafana：其步骤依据各自文档，未经实际操作。
`,
    types:
      '类型后的 `?` 表示可为空。时间为 `timestamptz`，文件中为毫秒（UTC）。文件中 `bigint` 为 INT64，`integer` 为 INT32，`numeric` 为 DECIMAL(18, 小数位)，`date` 为 DATE，`double precision` 为 DOUBLE，`text` 为带字典的字符串。',
    after: `
## Parquet 文件

在 **数据分析 → Parquet 文件** 页面选择数据集并点击“生成文件”。文件由后台分步写出，保留三天；按行组写入并以 Snappy 压缩。

程序使用用途为“数据文件”的接口密钥。密钥以创建者的名义在其租户内工作。

| \`/api/data-center/files/v1\` 下的接口 | |
| --- | --- |
| \`GET /datasets\` | 数据集及其列 |
| \`POST /files\` \`{"dataset":"shipment","since":"all"}\` | 生成文件；带请求头 \`Idempotency-Key\` 时，同一请求发送两次只生成一个文件 |
| \`GET /files\`、\`GET /files/{exportId}\` | 状态、行数、大小、\`since\` 和 \`token\` |
| \`GET /files/{exportId}/content\` | 文件内容 |

每人最多同时生成十个文件，超出时须等待其中一个完成。

### 只取变化

\`since\` 可为

- \`all\`；
- \`last\`：自同一人上一个完成的该数据集文件以来；
- 较早文件的 \`token\`；
- 带时区的 ISO 8601 时间。时间精确到约十分钟，保留 90 天：文件从该时间之前最近的已知时刻开始。

令牌不是时间，而是选定数据行时仍在进行的最早事务。之后的事务以及当时尚未提交的事务所写的行都在下一个文件中，因此晚提交的行不会丢失；个别行可能出现两次。读取方先删除文件所替换的行（见各数据集），再加入文件中的行。

没有对应令牌时文件为全量，并以 \`"since": null\` 标明：令牌早于十亿个事务，或来自另一个数据库（由备份恢复，或经 \`pg_upgrade\` 升级）。

已删除的行不在任何文件中。请定期（例如每周）与全量文件核对。

\`\`\`python
# DuckDB：保持货物表为最新
con.execute("delete from shipment using read_parquet('shipment.parquet') f where shipment.shipment_id = f.shipment_id")
con.execute("insert into shipment select * from read_parquet('shipment.parquet')")
\`\`\`

文件由另外两种读取程序检验：hyparquet 在每次测试中运行，DuckDB 1.5 为手工验证。
`,
  },
} as const;
