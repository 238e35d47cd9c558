// PIL. The page asks for a number that is good for one question, as this does.
const base = '/wp-content/themes/hello-theme-child-master/pil-api';
const xhr = { headers: { accept: 'application/json', 'x-requested-with': 'XMLHttpRequest' } };
return collectPages(async ({ subject, subjectNo }) => {
  const { n } = await askJson(`${base}/common/get-n.php?${pairs({ timestamp: Date.now() })}`, xhr);
  if (textOf(n) === '') robot.fail('no_number', 'the page gave no number to ask with');
  const module = subject === 'bill' ? 'TrackTraceBL' : 'TrackContStatus';
  const query = pairs({ module, refNo: subjectNo, n, timestamp: Date.now() });
  return jsonPage(await askJson(`${base}/trackntrace-containertnt.php?${query}`, xhr));
});
