/** 对多个作业的批量操作。 */
export const jobBulk = {
  open: '批量操作结果',
  running: '批量操作 {{done}}/{{total}}',
  title: '批量操作',
  choose: '选择批量操作',
  show: '显示',
  only: { all: '全部', done: '成功', refused: '未执行' },
  act: {
    stop: '停止 {{count}} 个作业',
    kill: '强制终止 {{count}} 个作业',
    retry: '重试 {{count}} 个作业',
    run: '执行 {{count}} 个流程',
  },
  state: {
    running: '正在执行：{{done}}/{{total}}，{{succeeded}} 个成功，{{refused}} 个未执行',
    done: '已完成：{{succeeded}} 个成功，{{refused}} 个未执行',
    cancelled: '已取消：已处理 {{done}}/{{total}}，{{succeeded}} 个成功，{{refused}} 个未执行',
    failed: '已中断：已处理 {{done}}/{{total}}，{{succeeded}} 个成功，{{refused}} 个未执行',
  },
  cancelFailed: '取消失败',
  none: '没有符合条件的条目',
  job: '作业',
  process: '流程',
  tenant: '租户',
  status: '状态',
  result: '结果',
} as const;
