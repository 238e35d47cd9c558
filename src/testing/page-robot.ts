import type { Instant } from '#shared/time/instant.ts';

/** What the product wants looked at, as it tells robots. */
type Wanted = { requestId: string; carrierCode: string; subject: 'bill' | 'container'; subjectNo: string };

const robotId = 'wali-test';
/** Pages looked at in one go. */
const batch = 20;

function pathOf({ carrierCode, subject, subjectNo }: Wanted): string {
  const no = encodeURIComponent(subjectNo);
  if (carrierCode === 'WILL') return `/sites/WILL/cargo?${subject === 'bill' ? 'bl' : 'container'}=${no}`;
  if (carrierCode === 'EMS') return `/sites/EMS/mail?no=${no}`;
  return subject === 'bill' ? `/sites/ZEPH/shipment?bl=${no}` : `/sites/ZEPH/container?container=${no}`;
}

/** A robot of somebody else, without jobs: it asks what to look at, looks at the world's pages, and brings them as they are. */
export function pageRobot(options: { productUrl: string; worldUrl: string; key: string; now: () => Instant }) {
  const { productUrl, worldUrl, key, now } = options;
  const post = async (call: string, body: object): Promise<unknown> => {
    const response = await fetch(`${productUrl}/api/data-center/rpa/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', source: 'WaliRobot', 'api-key': key },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${call} was answered by ${response.status}`);
    return ((await response.json()) as { data: unknown }).data;
  };
  const lookAt = async (wanted: Wanted): Promise<void> => {
    const page = await fetch(`${worldUrl}${pathOf(wanted)}`);
    const isHtml = (page.headers.get('content-type') ?? '').startsWith('text/html');
    await post('answers', {
      carrierCode: wanted.carrierCode,
      subject: wanted.subject,
      subjectNo: wanted.subjectNo,
      collectedAt: now(),
      robotId,
      jobId: `${wanted.requestId}-${now()}`,
      contentType: isHtml ? 'html' : 'json',
      body: await page.text(),
    });
  };
  /** Looks at what is wanted now; gives how many pages that were. */
  return async (): Promise<number> => {
    const wanted = (await post('requests', { robotId, limit: batch })) as Wanted[];
    for (const one of wanted) await lookAt(one);
    return wanted.length;
  };
}
