// What the scripts of carriers share; it stands before each of them. A script ends with `return collectPages(...)`.
const site = String(robot.siteUrl ?? '').replace(/\/+$/, '');
const mostBoxes = 40;

const listOf = (value) => (Array.isArray(value) ? value : []);
const textOf = (value) => (value === undefined || value === null ? '' : String(value).trim());
/** The number as sites want it that write it without the code of the carrier. */
const withoutPrefix = (number, ...prefixes) => {
  const prefix = prefixes.find((one) => number.toUpperCase().startsWith(one));
  return prefix === undefined ? number : number.slice(prefix.length);
};
/** Attributes as a query or a form. */
const pairs = (fields) =>
  Object.entries(fields)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(textOf(value))}`)
    .join('&');
const asJson = (value) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});
const asForm = (fields) => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
  body: pairs(fields),
});
const ask = (path, options = {}) => robot.fetch(`${site}${path}`, options);
/** The data of an answer; another page in its place ends the job, as the robot sees it. */
const askJson = async (path, options = {}) => (await ask(path, { ...options, expects: 'json' })).json();
/** The text of a page that holds `expects` where the site answers. */
const askText = async (path, expects, options = {}) => (await ask(path, { ...options, expects })).text;

const jsonPage = (value) => ({ contentType: 'json', body: JSON.stringify(value) });
const htmlPage = (text) => ({ contentType: 'html', body: text });
/** The text of a literal of JavaScript, as pages carry data within their code. */
const literalText = (inner) =>
  inner.replace(/\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g, (_, hex, one) =>
    hex === undefined
      ? ({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }[one] ?? one)
      : String.fromCharCode(parseInt(hex, 16)),
  );
/** Texts of the cells of a row of a table, without markup. */
const cellTexts = (row) =>
  [...row.matchAll(/<td\b[^<>]*>([\s\S]*?)<\/td>/gi)].map(([, cell]) =>
    cell
      .replace(/<[^<>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );
/** What several calls about one shipment answered, by name. */
const answersPage = (answers) => jsonPage({ answers });
/** Numbers of boxes, each once. */
const boxesOf = (values) => [
  ...new Set(
    values
      .map((value) =>
        textOf(value)
          .replace(/[^A-Za-z0-9]/g, '')
          .toUpperCase(),
      )
      .filter((no) => no.length === 11),
  ),
];
/** Asks for each box, one after the other; gives their answers, each with the number of its box. */
const forEachBox = async (boxes, askOne) => {
  const answers = [];
  for (const containerNo of boxes.slice(0, mostBoxes)) {
    if (robot.shouldStop()) break;
    const answer = await askOne(containerNo);
    answers.push(
      typeof answer === 'object' && answer !== null ? { containerNo, ...answer } : { containerNo, data: answer },
    );
  }
  return answers;
};

/** Collects what is due, shipment by shipment. `collect` gives the page of one, or undefined where the site cannot be asked for it. */
const collectPages = async (collect) => {
  if (site === '') robot.fail('no_site', 'no address of the site is known');
  const due =
    robot.job.subscription === null ? await robot.pagesDue({ most: input?.most ?? 20 }) : [robot.job.subscription];
  robot.log(`${due.length} shipment(s) to look at`);
  const done = { pages: 0, read: 0, failed: 0 };
  let lastError;
  for (const [place, wanted] of due.entries()) {
    if (robot.shouldStop()) break;
    const { carrierCode, subject, subjectNo } = wanted;
    robot.progress((place / due.length) * 100, subjectNo);
    try {
      const page = await collect(wanted);
      if (page === undefined) {
        robot.log(`${subjectNo}: the site is not asked by this kind of number`, 'warn');
        done.failed += 1;
        continue;
      }
      const { state, events } = await robot.bringPage({ carrierCode, subject, subjectNo, ...page });
      robot.log(`${subjectNo}: ${state}, ${events} events`, state === 'refused' ? 'warn' : 'info');
      done.pages += 1;
      if (state === 'parsed' || state === 'partly') done.read += 1;
    } catch (error) {
      // A site that refuses is asked nothing more; one shipment that fails holds up no other.
      if (error.stopped === true || (textOf(error.code).startsWith('site_') && error.code !== 'site_failed'))
        throw error;
      robot.log(`${subjectNo}: ${error.message}`, 'warn');
      done.failed += 1;
      lastError = error;
    }
  }
  if (lastError !== undefined && done.pages === 0) throw lastError;
  return done;
};
