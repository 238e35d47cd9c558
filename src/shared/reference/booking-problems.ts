type Names = { readonly zh: string; readonly en: string };

/** Why a booking could not be exchanged with its carrier, and what people do about it once it is a draft again. */
const refusedRequests = {
  config_error: { zh: '船公司接口未配置', en: 'The carrier has no interface set up' },
  unreachable: { zh: '无法连接船公司，将自动重试', en: 'The carrier cannot be reached; it is tried again by itself' },
  timeout: {
    zh: '船公司没有及时应答，请与船公司核实后再提交',
    en: 'No answer of the carrier in time: ask them before submitting again',
  },
  unauthorized: { zh: '船公司拒绝了我们的密钥', en: 'The carrier refuses our key' },
  rate_limited: {
    zh: '船公司限制了请求频率，将稍后重试',
    en: 'The carrier limits how often it is asked; it is tried again later',
  },
  server_error: {
    zh: '船公司系统故障，请与船公司核实后再提交',
    en: 'The system of the carrier failed: ask them before submitting again',
  },
  bad_answer: {
    zh: '船公司不接受该请求：航次已截订、舱位已满或信息有误',
    en: 'The carrier refuses the request: the voyage is closed or full, or something is wrong in it',
  },
  too_large: { zh: '船公司的应答过大', en: 'The answer of the carrier is too large' },
  number_taken: {
    zh: '船公司给出的申请号属于另一条订舱，请与船公司核实后再提交',
    en: 'The carrier gave a request number that belongs to another booking: ask them before submitting again',
  },
  internal: {
    zh: '船公司的应答未能处理，请与船公司核实后再提交',
    en: 'The answer of the carrier could not be taken in: ask them before submitting again',
  },
} as const satisfies Readonly<Record<string, Names>>;
type Problem = keyof typeof refusedRequests;

/** The same where a booking is with its carrier and nothing has to be submitted: it is asked again. */
const unanswered: Partial<Record<Problem, Names>> = {
  timeout: {
    zh: '船公司没有及时应答，将自动重试',
    en: 'No answer of the carrier in time; it is asked again by itself',
  },
  server_error: {
    zh: '船公司系统故障，将自动重试',
    en: 'The system of the carrier failed; it is asked again by itself',
  },
  number_taken: {
    zh: '该申请号属于另一条订舱，暂不向船公司查询和发送，请核对号码；将自动重试',
    en: 'This request number belongs to another booking, so the carrier is not asked about it: check the number; it is tried again by itself',
  },
  internal: {
    zh: '船公司的应答未能处理，将自动重试',
    en: 'The answer of the carrier could not be taken in; it is asked again by itself',
  },
};

const isProblem = (text: string): text is Problem => Object.hasOwn(refusedRequests, text);

/** Why a booking in a state could not be exchanged, in words; what a carrier stated stays as it was stated. */
export function bookingProblem(problem: string, state: string, lang: 'zh' | 'en'): string {
  if (!isProblem(problem)) return problem;
  return (state === 'draft' ? refusedRequests[problem] : (unanswered[problem] ?? refusedRequests[problem]))[lang];
}
