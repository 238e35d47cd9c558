import type { TextTree } from '#web/i18n/all-texts.ts';

/** How devices of vehicles are let in: registration, networks and positions that are held for review. */
export const gpsAccess = {
  title: { zh: '终端接入', en: 'Device access' },
  notice: {
    legacy: {
      zh: '{{count}} 个 JT/T 808 终端仍沿用升级前的鉴权码，知道终端号的人可能冒用。请开放注册，或绑定网络。',
      en: '{{count}} JT/T 808 {{count, plural(one: device still uses; other: devices still use)}} the code from before the upgrade, which others may know. Open registration or bind networks.',
    },
    unbound: {
      zh: '{{count}} 个 GT06 终端未绑定网络。GT06 没有鉴权码，请绑定 SIM 卡运营商的网段。',
      en: '{{count}} GT06 {{count, plural(one: device is; other: devices are)}} not bound to networks. GT06 has no code; bind them to the ranges of the SIM provider.',
    },
    doubtful: {
      zh: '{{count}} 辆车的终端待核实：有暂存的位置、陌生网络或第二个连接。',
      en: '{{count}} {{count, plural(one: vehicle has; other: vehicles have)}} a device to check: positions kept aside, an unknown network or a second connection.',
    },
    show: { zh: '查看这些车辆', en: 'Show these vehicles' },
  },
  open: {
    act: { zh: '开放注册', en: 'Open registration' },
    close: { zh: '关闭注册', en: 'Close registration' },
    title: { zh: '开放终端注册', en: 'Open the registration of devices' },
    text: {
      zh: '在所选时间内，终端可以注册一次并取得新的鉴权码。注册成功后自动关闭。',
      en: 'Within this time the device may register once and gets a new code. Registration closes as soon as it has registered.',
    },
    legacy: {
      zh: '沿用旧鉴权码的终端会断开，需要重新注册。',
      en: 'A device with a code from before the upgrade is disconnected and has to register.',
    },
    hours: { zh: '开放时长', en: 'Open for' },
    hour: { zh: '{{count}} 小时', en: '{{count}} {{count, plural(one: hour; other: hours)}}' },
    day: { zh: '{{count}} 天', en: '{{count}} {{count, plural(one: day; other: days)}}' },
    done: {
      zh: '已为 {{count}} 辆车开放注册',
      en: 'Registration is open for {{count}} {{count, plural(one: vehicle; other: vehicles)}}',
    },
    closed: {
      zh: '已关闭 {{count}} 辆车的注册',
      en: 'Registration was closed for {{count}} {{count, plural(one: vehicle; other: vehicles)}}',
    },
    undo: { zh: '撤销', en: 'Undo' },
    failed: { zh: '开放注册失败', en: 'Registration could not be opened' },
    closeFailed: { zh: '关闭注册失败', en: 'Registration could not be closed' },
  },
  bind: {
    act: { zh: '绑定网络', en: 'Bind networks' },
    title: { zh: '绑定终端网络', en: 'Bind devices to networks' },
    text: {
      zh: '绑定后，来自其他网络的连接会被拒绝，终端换网不再需要核实。留空表示不绑定。',
      en: 'Connections from other networks are refused, and a change within these networks needs no check. Leave it empty to bind to none.',
    },
    networks: { zh: '网段', en: 'Networks' },
    hint: {
      zh: '用逗号分隔，例如 10.20.0.0/16, 2408:8456::/32',
      en: 'Separated by commas, such as 10.20.0.0/16, 2408:8456::/32',
    },
    done: {
      zh: '已绑定 {{count}} 辆车的网络',
      en: '{{count}} {{count, plural(one: vehicle was; other: vehicles were)}} bound to networks',
    },
    unbound: {
      zh: '已取消 {{count}} 辆车的网络绑定',
      en: '{{count}} {{count, plural(one: vehicle is; other: vehicles are)}} bound to no network now',
    },
    failed: { zh: '绑定网络失败', en: 'The networks could not be bound' },
  },
  chosen: {
    zh: '{{count}} 辆车：{{plates}}',
    en: '{{count}} {{count, plural(one: vehicle; other: vehicles)}}: {{plates}}',
  },
  facts: {
    protocol: { zh: '协议', en: 'Protocol' },
    terminalNo: { zh: '终端号', en: 'Device number' },
    access: { zh: '接入方式', en: 'Access' },
    openUntil: { zh: '注册开放至', en: 'Registration open until' },
    registered: { zh: '最近注册', en: 'Last registered' },
    maker: { zh: '制造商 ID', en: 'Maker ID' },
    deviceId: { zh: '终端 ID', en: 'Device ID' },
    networks: { zh: '绑定网络', en: 'Bound to' },
    anywhere: { zh: '不限', en: 'Any network' },
    address: { zh: '最近连接地址', en: 'Last address' },
    since: { zh: '使用该网络始于', en: 'In this network since' },
    connections: { zh: '当前连接数', en: 'Open connections' },
  },
  held: {
    title: { zh: '暂存位置', en: 'Positions kept aside' },
    none: { zh: '没有暂存位置。', en: 'No positions are kept aside.' },
    text: {
      zh: '这些位置没有进入轨迹，请核实后采用或丢弃。',
      en: 'These positions are not part of the track. Check them, then take them over or discard them.',
    },
    positions: { zh: '{{count}} 个位置', en: '{{count}} {{count, plural(one: position; other: positions)}}' },
    last: { zh: '最后位置 {{place}}', en: 'Last at {{place}}' },
    reason: {
      network: { zh: '终端没有鉴权码，且来自陌生网络', en: 'Device without a code in an unknown network' },
      second: { zh: '另一个连接在线时的第二个连接', en: 'Second connection while another one was open' },
      jump: { zh: '车辆不可能到达的位置', en: 'Places that the vehicle cannot have reached' },
    },
    takeOver: { zh: '采用', en: 'Take over' },
    discard: { zh: '丢弃', en: 'Discard' },
    takeOverTitle: { zh: '采用这些位置？', en: 'Take over these positions?' },
    takeOverText: {
      zh: '位置会写入轨迹，网络 {{network}} 今后视为可信。',
      en: 'They become part of the track, and the network {{network}} is trusted from now on.',
    },
    takeOverJump: { zh: '位置会写入轨迹。', en: 'They become part of the track.' },
    discardTitle: { zh: '丢弃这些位置？', en: 'Discard these positions?' },
    discardText: { zh: '位置会被删除，无法恢复。', en: 'They are deleted and cannot be restored.' },
    taken: {
      zh: '已采用 {{count}} 个位置',
      en: '{{count}} {{count, plural(one: position was; other: positions were)}} taken over',
    },
    discarded: {
      zh: '已丢弃 {{count}} 个位置',
      en: '{{count}} {{count, plural(one: position was; other: positions were)}} discarded',
    },
    failed: { zh: '处理失败', en: 'This could not be done' },
  },
  history: {
    title: { zh: '网络记录', en: 'Networks' },
    none: { zh: '终端还没有登录过。', en: 'The device has not signed in yet.' },
    network: { zh: '网络', en: 'Network' },
    state: { zh: '状态', en: 'State' },
    first: { zh: '首次登录', en: 'First sign-in' },
    last: { zh: '最近登录', en: 'Last sign-in' },
    signIns: { zh: '登录次数', en: 'Sign-ins' },
    seen: { zh: '使用过', en: 'Used before' },
    held: { zh: '待核实', en: 'To check' },
    confirmed: { zh: '已确认', en: 'Confirmed' },
    second: { zh: '第二个连接', en: 'Second connection' },
    confirm: { zh: '确认网络', en: 'Confirm the network' },
    confirmTitle: { zh: '确认网络 {{network}}？', en: 'Confirm the network {{network}}?' },
    confirmText: {
      zh: '来自该网络的连接今后视为可信，也可以与其他连接同时在线。',
      en: 'Connections from it are trusted from now on, also while another one is open.',
    },
    confirmedNow: { zh: '已确认网络 {{network}}', en: 'The network {{network}} was confirmed' },
  },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    gpsAccess: typeof gpsAccess;
  }
}
