import type { TextTree } from '#web/i18n/all-texts.ts';

/** Bookings of space with carriers. */
export const bookingRecords = {
  title: { zh: '订舱', en: 'Booking' },
  draft: { zh: '订舱草稿', en: 'Booking draft' },
  add: { zh: '新建订舱', en: 'New booking' },
  edit: { zh: '修改订舱', en: 'Change booking' },
  amend: { zh: '改单', en: 'Amend booking' },
  save: { zh: '保存草稿', en: 'Save draft' },
  sendAmendment: { zh: '发送改单', en: 'Send amendment' },
  amendNote: {
    zh: '船名、航次和船期以船公司确认为准，改单时不能修改。',
    en: 'The carrier has confirmed vessel, voyage and times; they cannot be amended here.',
  },
  view: { zh: '查看', en: 'Open' },
  failed: { zh: '订舱操作失败', en: 'The booking could not be changed' },
  cancelTitle: { zh: '取消订舱 {{no}}？', en: 'Cancel booking {{no}}?' },
  cutOffs: { zh: '截止时间', en: 'Cut-offs' },
  noCutOffs: { zh: '船公司确认后显示截止时间', en: 'Cut-offs are shown once the carrier has confirmed' },
  cutOffOver: { zh: '已截止', en: 'Over' },
  daysLeft: { zh: '剩 {{days}} 天', en: '{{days}} {{days, plural(one: day; other: days)}} left' },
  hoursLeft: { zh: '剩 {{hours}} 小时 {{minutes}} 分', en: '{{hours}} h {{minutes}} min left' },
  history: { zh: '订舱经过', en: 'What happened' },
  onItsWay: { zh: '正在发送给船公司…', en: 'Being sent to the carrier…' },
  act: {
    edit: { zh: '修改', en: 'Change' },
    submit: { zh: '提交给船公司', en: 'Submit to the carrier' },
    cancel: { zh: '取消订舱', en: 'Cancel booking' },
  },
  form: {
    carrierCode: { zh: '船公司', en: 'Carrier' },
    polCode: { zh: '起运港', en: 'Loading port' },
    podCode: { zh: '目的港', en: 'Discharge port' },
    vesselName: { zh: '船名', en: 'Vessel' },
    voyage: { zh: '航次', en: 'Voyage' },
    departure: { zh: '预计离港', en: 'ETD' },
    equipment: { zh: '箱型箱量', en: 'Containers' },
    containerType: { zh: '箱型', en: 'Type' },
    units: { zh: '箱量', en: 'Number' },
    more: { zh: '添加箱型', en: 'Add a type' },
    remove: { zh: '删除第 {{number}} 行箱型', en: 'Remove row {{number}} of containers' },
    customer: { zh: '客户', en: 'Customer' },
    remark: { zh: '备注', en: 'Remark' },
  },
  fact: {
    bookingNo: { zh: '订舱号', en: 'Booking no.' },
    billNo: { zh: '提单号', en: 'Bill no.' },
    requestRef: { zh: '订舱申请号', en: 'Request no.' },
    orderNo: { zh: '订单号', en: 'Order no.' },
    route: { zh: '航线', en: 'Route' },
    firstDeparture: { zh: '首次确认的离港', en: 'ETD first confirmed' },
    arrival: { zh: '预计抵港', en: 'ETA' },
  },
  event: {
    create: { zh: '新建', en: 'Created' },
    save: { zh: '保存', en: 'Saved' },
    submit: { zh: '提交', en: 'Submitted' },
    amend: { zh: '发起改单', en: 'Amendment sent' },
    cancel: { zh: '申请取消', en: 'Cancellation requested' },
    failed: { zh: '发送失败', en: 'Could not be sent' },
    draft: { zh: '退回草稿', en: 'Back to draft' },
    submitted: { zh: '船公司已收到', en: 'Received by the carrier' },
    pending_update: { zh: '船公司要求修改', en: 'The carrier requests a change' },
    confirmed: { zh: '船公司已确认', en: 'Confirmed by the carrier' },
    amended: { zh: '改单已确认', en: 'Amendment confirmed' },
    rolled: { zh: '被甩柜', en: 'Rolled' },
    rejected: { zh: '被拒绝', en: 'Rejected' },
    cancelled: { zh: '已取消', en: 'Cancelled' },
    completed: { zh: '已完成', en: 'Completed' },
  },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    bookingRecords: typeof bookingRecords;
  }
}
