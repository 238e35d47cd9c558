// SITC. The site is asked by bill, then for the moves of each box; the fifth call in a row is one too many, so that pauses are long.
const paths = '/api/equery/cargoTrack';
return collectPages(async ({ subject, subjectNo }) => {
  if (subject !== 'bill') return undefined;
  const search = await askJson(`${paths}/searchTrack?${pairs({ blNo: subjectNo })}`);
  const boxes = boxesOf(listOf(search?.data?.list3).map((row) => row?.containerNo));
  const movements = await forEachBox(boxes, (containerNo) =>
    askJson(`${paths}/movementDetail?${pairs({ blNo: subjectNo, containerNo })}`, { method: 'POST' }),
  );
  return answersPage({ search, movements });
});
