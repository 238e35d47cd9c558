import type { Figure } from '../support/report.ts';
import { isSmall, rounded } from '../support/report.ts';
import { drawBare, openSignedIn, scroll } from '../support/wheel.ts';

const goalPaintMs = 300;
const goalFps = 50;
const visits = isSmall() ? 3 : 7;
const answerPath = 'queryExceptionBusiness';

/** From the end of the answer to the first frame with its rows, in milliseconds, as the page itself saw both. */
const untilPainted = (path: string) =>
  new Promise<number>((resolve) => {
    const look = (): void => {
      const [answer] = performance.getEntriesByType('resource').filter(({ name }) => name.includes(path));
      const rows = document.querySelectorAll('.pt-info-table .ant-table-row').length;
      if (answer === undefined || rows === 0) return void requestAnimationFrame(look);
      // The rows are in the document: what the next frame shows is painted.
      requestAnimationFrame((at) => resolve(at - (answer as PerformanceResourceTiming).responseEnd));
    };
    look();
  });

/**
 * The same by hand: the answer is asked for, read, and its first bookings are written as a plain table with all their fields;
 * from the end of the answer to the frame that shows them.
 */
const paintBare = async ({ body, rows }: { body: object; rows: number }): Promise<number> => {
  performance.clearResourceTimings();
  const answer = await fetch('/api/data/exceptionManage/queryExceptionBusiness', {
    method: 'POST',
    headers: { source: 'Manual', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { data } = (await answer.json()) as { data: { obmBk: Record<string, unknown> }[] };
  const cells = (row: Record<string, unknown>): string =>
    Object.values(row)
      .map((value) => `<td>${value === null ? '' : String(value)}</td>`)
      .join('');
  const lines = data.slice(0, rows).map(({ obmBk }) => `<tr>${cells(obmBk)}</tr>`);
  document.body.innerHTML = `<div style="height:200px;overflow:auto"><table>${lines.join('')}</table></div>`;
  await new Promise(requestAnimationFrame);
  const shownAt = await new Promise<number>(requestAnimationFrame);
  const [timing] = performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.includes('queryExceptionBusiness'));
  return shownAt - (timing as PerformanceResourceTiming).responseEnd;
};
const middleOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] as number;

/** Paint after the answer, and scrolling of all bookings on one page. */
export async function measureScreen(given: {
  url: string;
  cookie: string;
  bkId: string;
  bookings: number;
}): Promise<Figure[]> {
  const { url, bkId, bookings } = given;
  const { page, devtools, close } = await openSignedIn(given);
  page.setDefaultTimeout(120_000);
  try {
    const address = `${url}/exceptionBusinessInfo?bkId=${bkId}&mode=vesselVoyage`;
    const paints: number[] = [];
    for (let visit = -1; visit < visits; visit += 1) {
      await page.goto(address, { waitUntil: 'commit' });
      const ms = await page.evaluate(untilPainted, answerPath);
      if (visit >= 0) paints.push(ms);
    }
    const paint = middleOf(paints);
    const bares: number[] = [];
    for (let visit = 0; visit < visits; visit += 1)
      bares.push(
        await page.evaluate(paintBare, { body: { bkId, businessType: 'vesselVoyage', children: 0 }, rows: 20 }),
      );
    const barePaint = middleOf(bares);
    await page.goto(`${address}&max=bookings`);
    await page.locator('.pt-info-table .ant-table-row').first().waitFor();
    await page.locator('.pt-pager-total .ant-select').click();
    await page.locator('.ant-select-item-option').last().click();
    await page.locator('.pt-window .ant-table-row').first().waitFor();
    const ours = await scroll(page, devtools, '.pt-window', '.ant-table-row');
    if (ours.rows < 20) throw new Error(`only ${ours.rows} rows came to the top: it was not scrolled`);
    await page.evaluate(drawBare, {
      count: bookings,
      texts: Array.from({ length: 40 }, (_, index) => `text ${index}`),
    });
    const bare = await scroll(page, devtools, '#bare', 'tr');
    return [
      {
        name: `voyage of ${bookings} bookings, first paint after the answer`,
        goal: `<= ${goalPaintMs} ms`,
        measured: `middle ${rounded(paint)} ms, slowest ${rounded(Math.max(...paints))} ms`,
        beside: `plain table of 20 bookings ${rounded(barePaint)} ms`,
        ratio: rounded(paint / barePaint),
        reached: paint <= goalPaintMs,
      },
      {
        name: `${bookings} bookings on one page, scrolled`,
        goal: `>= ${goalFps} frames/s`,
        measured: `${rounded(ours.fps)} frames/s, ${rounded(ours.workMs)} ms of work each`,
        beside: `bare table ${rounded(bare.fps)} frames/s, ${rounded(bare.workMs)} ms`,
        ratio: rounded(ours.fps / bare.fps),
        reached: ours.fps >= goalFps,
      },
    ];
  } finally {
    await close();
  }
}
