// PIL. The page asks for a number that is good for one question, as this does; of a bill it asks for the moves of each box.
const base = '/wp-content/themes/hello-theme-child-master/pil-api';
const xhr = { headers: { accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' } };
const askFor = async (page, fields) => {
  const { n } = await askJson(`${base}/common/get-n.php?${pairs({ timestamp: Date.now() })}`, xhr);
  if (textOf(n) === '') robot.fail('no_number', 'the page gave no number to ask with');
  return askJson(`${base}/${page}.php?${pairs({ ...fields, n, timestamp: Date.now() })}`, xhr);
};
return collectPages(async ({ subject, subjectNo }) => {
  const module = subject === 'bill' ? 'TrackTraceBL' : 'TrackContStatus';
  const search = await askFor('trackntrace-containertnt', { module, refNo: subjectNo });
  const boxes = boxesOf(
    [...textOf(search?.data).matchAll(/cont-numb["'][^<>]*>\s*([A-Z]{4}\d{7})\s*</g)].map(([, box]) => box),
  );
  if (subject !== 'bill' || boxes.length === 0) return jsonPage(search);
  const moves = await forEachBox(boxes, (containerNo) =>
    askFor('trackntrace-containertnt-trace', {
      module: 'TrackTraceJob',
      reference_no: subjectNo,
      cntr_no: containerNo,
    }),
  );
  return answersPage({ search, moves });
});
