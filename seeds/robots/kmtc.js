// KMTC. The list of a bill or a box, then the moves of each box.
const path = '/trans/trans/cargo-tracking';
const english = { accept: 'application/json', 'service-lang': 'ENG' };
return collectPages(async ({ subject, subjectNo }) => {
  const kind = subject === 'bill' ? 'BL' : 'CN';
  const number = subject === 'bill' ? withoutPrefix(subjectNo, 'KMTC', 'KMTU') : subjectNo;
  const question = asJson({ dtKnd: kind, blNo: number });
  const search = await askJson(`${path}/`, { ...question, headers: { ...question.headers, ...english } });
  const rows = listOf(search?.cntrList);
  const boxes = boxesOf(rows.map((row) => row?.cntrNo));
  const movements = await forEachBox(boxes, (containerNo) => {
    const row = rows.find((one) => boxesOf([one?.cntrNo])[0] === containerNo);
    const booking = textOf(row?.bkgNo);
    const query = pairs({ bkgNo: booking, cntrNo: containerNo, dtKnd: kind, strBkgNo: booking });
    return askJson(`${path}/${encodeURIComponent(textOf(row?.blNo) || number)}/detail?${query}`, { headers: english });
  });
  return answersPage({ search, movements });
});
