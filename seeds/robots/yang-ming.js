// Yang Ming. One question for a bill or a box.
return collectPages(async ({ subject, subjectNo }) => {
  const number = subject === 'bill' ? withoutPrefix(subjectNo, 'YMLU') : subjectNo;
  const query = pairs({ paramTrackNo: number, paramTrackPosition: 'SEARCH', paramRefNo: '' });
  return jsonPage(
    await askJson(`/api/CargoTracking/GetTracking?${query}`, { headers: { accept: 'application/json' } }),
  );
});
